import { describe, expect, test } from 'vitest';
import { PlanningError } from './error.ts';
import { settingsFromEnv } from './settings.ts';

test('an empty environment gives the usual settings', () => {
  expect(settingsFromEnv({})).toEqual({
    backend: 'auto',
    carriesOut: false,
    evaluators: [],
    codexProfile: undefined,
    command: [],
    model: undefined,
    maxAttempts: 2,
    timeoutSeconds: 900,
    passEnv: [],
    extraEnv: {},
    schemaPath: undefined,
    validationMode: 'lenient',
    trajectory: { blockSize: 8, maxChunks: 3, maxRawSteps: 6 },
    logsBaseDir: undefined,
    experimentId: undefined,
    env: {},
  });
});

test('every variable sets its field', () => {
  const env = {
    WORKER_PLANNING_BACKEND: './mine.js#make',
    WORKER_PLANNING_CODEX_PROFILE: 'plans',
    WORKER_PLANNING_COMMAND: '["my plan", "--fast"]',
    WORKER_PLANNING_MAX_ATTEMPTS: '5',
    WORKER_PLANNING_TIMEOUT_SECONDS: '1.5',
    WORKER_PLANNING_PASS_ENV: 'GITHUB_TOKEN, AWS_REGION,',
    WORKER_PLANNING_EXTRA_ENV: '{"A":"1"}',
    WORKER_PLANNING_SCHEMA_PATH: 'schema.json',
    WORKER_PLANNING_VALIDATION_MODE: 'STRICT',
    WORKER_PLANNING_TRAJECTORY_BLOCK_SIZE: '4',
    WORKER_PLANNING_TRAJECTORY_MAX_CHUNKS: '0',
    WORKER_PLANNING_TRAJECTORY_MAX_RAW_STEPS: '2',
    LOGS_BASE_DIR: '/var/log',
    EXPERIMENT_ID: 'exp 1',
  };
  expect(settingsFromEnv(env)).toMatchObject({
    backend: './mine.js#make',
    codexProfile: 'plans',
    command: ['my plan', '--fast'],
    maxAttempts: 5,
    timeoutSeconds: 1.5,
    passEnv: ['GITHUB_TOKEN', 'AWS_REGION'],
    extraEnv: { A: '1' },
    schemaPath: 'schema.json',
    validationMode: 'strict',
    trajectory: { blockSize: 4, maxChunks: 0, maxRawSteps: 2 },
    logsBaseDir: '/var/log',
    experimentId: 'exp 1',
  });
});

test('a blank variable counts as unset, and a command may be several words', () => {
  const settings = settingsFromEnv({
    WORKER_PLANNING_MAX_ATTEMPTS: ' ',
    WORKER_PLANNING_COMMAND: 'plan  --fast',
  });
  expect(settings).toMatchObject({ maxAttempts: 2, command: ['plan', '--fast'] });
});

describe('an invalid value is refused with the name of its variable', () => {
  test.each([
    ['MAX_ATTEMPTS', '0'],
    ['MAX_ATTEMPTS', 'two'],
    ['TIMEOUT_SECONDS', '-1'],
    ['TIMEOUT_SECONDS', 'NaN'],
    ['TIMEOUT_SECONDS', '99999999'],
    ['VALIDATION_MODE', 'loose'],
    ['PASS_ENV', 'A B'],
    ['PASS_ENV', 'A,WAYFOLD_TOKEN'],
    ['EXTRA_ENV', 'A=1'],
    ['EXTRA_ENV', '{"A":1}'],
    ['EXTRA_ENV', '{"A-B":"1"}'],
    ['COMMAND', '[1]'],
    ['COMMAND', "sh -c 'make plan"],
    ['TRAJECTORY_BLOCK_SIZE', '0'],
    ['TRAJECTORY_MAX_CHUNKS', '-1'],
    ['TRAJECTORY_MAX_RAW_STEPS', '1.5'],
  ])('WORKER_PLANNING_%s=%s', (name, value) => {
    const reading = () => settingsFromEnv({ [`WORKER_PLANNING_${name}`]: value });
    expect(reading).toThrow(PlanningError);
    expect(reading).toThrow(`WORKER_PLANNING_${name}`);
  });

  test('without revealing a possible secret', () => {
    expect(() => settingsFromEnv({ WORKER_PLANNING_EXTRA_ENV: '{"KEY": sk-secret' })).not.toThrow(
      'sk-secret',
    );
  });
});
