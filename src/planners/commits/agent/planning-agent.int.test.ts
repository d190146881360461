import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { GitRepository } from '../../../../test/cli-stand-ins/git-repository.ts';
import { PLAN } from '../../../../test/cli-stand-ins/stand-in.mjs';
import type { AgentBackend, StructuredAgentTask } from '../../../machine/agents/agent-backend.ts';
import { PlanningError } from '../error.ts';
import { isPlanWire, PLANNING_OUTPUT_SCHEMA } from '../plan/schema.ts';
import { settingsFromEnv } from '../settings.ts';
import { PlanningAgent } from './planning-agent.ts';

let repository: GitRepository;
let base: string;
let logs: string;

beforeEach(() => {
  repository = new GitRepository();
  base = repository.commit('Add the parser', { 'parse.js': 'export {};\n' });
  logs = mkdtempSync(join(tmpdir(), 'wayfold-logs-'));
});

afterEach(() => {
  repository.remove();
  rmSync(logs, { recursive: true, force: true });
});

const request = (fields = {}) => ({
  base: { commitHash: base, subject: 'Add the parser', changeSummary: 'A first parser' },
  goal: 'Make parsing 2x faster',
  constraints: ['Keep the interface'],
  acceptanceCriteria: ['The benchmark is 2x faster'],
  ...fields,
});

/** A backend that gives these answers in turn, or throws those that are errors. */
function answering(
  ...answers: readonly (string | Error)[]
): AgentBackend & { readonly tasks: StructuredAgentTask[] } {
  const tasks: StructuredAgentTask[] = [];
  return {
    tasks,
    run: async (task) => {
      const answer = answers[Math.min(tasks.push(task), answers.length) - 1] ?? '';
      if (answer instanceof Error) throw answer;
      return { command: ['fake'], stdout: answer, stderr: 'a note', durationSeconds: 0 };
    },
  };
}

function agentWith(backend: AgentBackend, env: Readonly<Record<string, string>> = {}): PlanningAgent {
  return new PlanningAgent(settingsFromEnv({ LOGS_BASE_DIR: logs, ...env }), backend, { progress: () => {} });
}

function artifacts(...path: readonly string[]): Record<string, unknown>[] {
  const directory = join(logs, 'logs', 'worker', 'planning', ...path);
  return readdirSync(directory)
    .filter((file) => file.endsWith('.json'))
    .toSorted()
    .map((file) => JSON.parse(readFileSync(join(directory, file), 'utf8')));
}

const strict = { WORKER_PLANNING_VALIDATION_MODE: 'strict' };
const none = { WORKER_PLANNING_VALIDATION_MODE: 'none' };
const PLAN_TEXT = JSON.stringify(PLAN);

describe('a plan', () => {
  test('reports how it was made', async () => {
    const backend = answering(PLAN_TEXT);
    const response = await agentWith(backend).plan(request(), { workingDir: repository.directory });
    expect(response).toMatchObject({
      origin: 'strict',
      rawOutput: PLAN_TEXT,
      prompt: backend.tasks[0]?.prompt,
      command: ['fake'],
      stderr: 'a note',
      attempts: 1,
      timings: [{ attempt: 1, status: 'ok' }],
    });
    expect(response.plan.summary).toBe('Cache parsed headers');
    expect(response.plan.steps.map(({ stepId }) => stepId)).toEqual(['s1', 's2']);
    expect(response.durationSeconds).toBeGreaterThan(0);
  });

  test('is made in a checkout of the base commit, which is removed afterwards', async () => {
    repository.commit('Go on', { 'parse.js': 'export const later = 1;\n' });
    repository.write('parse.js', 'not committed\n');
    const before = repository.state();
    let seen: { directory: string; text: string; head: string } | undefined;
    const backend: AgentBackend = {
      run: async (_, { workingDir }) => {
        const text = readFileSync(join(workingDir, 'parse.js'), 'utf8');
        const head = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: workingDir, encoding: 'utf8' }).trim();
        seen = { directory: workingDir, text, head };
        return { command: [], stdout: PLAN_TEXT, stderr: '', durationSeconds: 0 };
      },
    };
    await agentWith(backend).plan(request(), { workingDir: repository.directory });
    expect(seen).toMatchObject({ text: 'export {};\n', head: base });
    expect(seen?.directory.startsWith(repository.directory)).toBe(false);
    expect(() => readdirSync(seen?.directory ?? '')).toThrow();
    expect(repository.state()).toBe(before);
  });

  test.each([
    ['a subdirectory', (at: string) => join(at, 'deep', 'inside')],
    ['a linked worktree', (at: string) => `${at}-linked`],
  ])('can be asked for in %s', async (_, place) => {
    const workingDir = place(repository.directory);
    mkdirSync(join(repository.directory, 'deep', 'inside'), { recursive: true });
    repository.git('worktree', 'add', '--quiet', '--detach', `${repository.directory}-linked`);
    try {
      const { origin } = await agentWith(answering(PLAN_TEXT)).plan(request(), { workingDir });
      expect(origin).toBe('strict');
    } finally {
      rmSync(`${repository.directory}-linked`, { recursive: true });
    }
  });

  test('of a base that is missing in the repository is made on its HEAD', async () => {
    const { origin } = await agentWith(answering(PLAN_TEXT)).plan(
      request({ base: { commitHash: 'f'.repeat(40) } }),
      { workingDir: repository.directory },
    );
    expect(origin).toBe('strict');
  });

  test('can be made while others are made in the same repository', async () => {
    const before = repository.state();
    const plans = Array.from({ length: 6 }, () =>
      agentWith(answering(PLAN_TEXT)).plan(request(), { workingDir: repository.directory }),
    );
    expect((await Promise.all(plans)).map(({ origin }) => origin)).toEqual(Array(6).fill('strict'));
    expect(repository.state()).toBe(before);
  });

  test('leaves other worktrees alone, even one whose directory is missing', async () => {
    repository.git('worktree', 'add', '--quiet', '--detach', `${repository.directory}-away`);
    rmSync(`${repository.directory}-away`, { recursive: true });
    await agentWith(answering(PLAN_TEXT)).plan(request(), { workingDir: repository.directory });
    expect(repository.git('worktree', 'list')).toContain(`${repository.directory}-away`);
  });

  test('can be made in a repository without a commit', async () => {
    const empty = new GitRepository();
    const { origin } = await agentWith(answering(PLAN_TEXT)).plan(request(), { workingDir: empty.directory });
    empty.remove();
    expect(origin).toBe('strict');
  });
});

describe('invalid input is refused before any backend is called', () => {
  test.each([
    ['a directory outside of a repository', () => logs],
    ['a directory that is not there', () => join(logs, 'nowhere')],
    ['the .git directory', () => join(repository.directory, '.git')],
  ])('%s, by its path', async (_, place) => {
    const backend = answering(PLAN_TEXT);
    const failing = agentWith(backend).plan(request(), { workingDir: place() });
    await expect(failing).rejects.toMatchObject({
      code: 'no-work-tree',
      message: expect.stringContaining(place()),
    });
    expect(backend.tasks).toEqual([]);
  });

  test('a schema path without a schema', async () => {
    const backend = answering(PLAN_TEXT);
    const env = { WORKER_PLANNING_SCHEMA_PATH: join(logs, 'none.json') };
    const failing = agentWith(backend, env).plan(request(), { workingDir: repository.directory });
    await expect(failing).rejects.toMatchObject({
      code: 'planning-schema-unreadable',
      message: expect.stringContaining('none.json'),
    });
    expect(backend.tasks).toEqual([]);
  });

  test('a request without a goal', async () => {
    const failing = agentWith(answering()).plan(request({ goal: '  ' }), {
      workingDir: repository.directory,
    });
    await expect(failing).rejects.toMatchObject({
      code: 'invalid-planning-request',
      message: expect.stringContaining('goal'),
    });
  });
});

describe('modes', () => {
  test('strict retries, with the errors of the last answer', async () => {
    const broken = JSON.stringify({ ...PLAN, plan_summary: '', steps: [] });
    const backend = answering(broken, PLAN_TEXT);
    const { attempts, origin, prompt } = await agentWith(backend, strict).plan(request(), {
      workingDir: repository.directory,
    });
    expect({ attempts, origin }).toEqual({ attempts: 2, origin: 'strict' });
    expect(prompt).toContain('Your last answer was refused');
    expect(prompt).toMatch(/^- steps: /m);
    expect(backend.tasks[0]?.prompt).not.toContain('refused');
  });

  test('strict fails after the last attempt, and says why', async () => {
    const failing = agentWith(answering('no plan today'), strict).plan(request(), {
      workingDir: repository.directory,
    });
    await expect(failing).rejects.toMatchObject({
      code: 'plan-invalid',
      message: expect.stringMatching(/2 attempts.*There was no JSON object in the output/),
    });
  });

  test('lenient salvages without another call', async () => {
    const backend = answering(JSON.stringify({ ...PLAN, rationale: undefined, surprise: 1 }));
    const { origin, plan, attempts } = await agentWith(backend).plan(request(), {
      workingDir: repository.directory,
    });
    expect({ origin, attempts, summary: plan.summary }).toEqual({
      origin: 'salvaged',
      attempts: 1,
      summary: 'Cache parsed headers',
    });
    expect(isPlanWire(plan.toJSON())).toBe(true);
  });

  test.each(['', 'Just make it faster.\nUse a cache.'])('lenient synthesizes from %j', async (raw) => {
    const { origin, plan } = await agentWith(answering(raw)).plan(request(), {
      workingDir: repository.directory,
    });
    expect(origin).toBe('synthesised');
    expect(plan).toMatchObject({
      summary: 'Make parsing 2x faster',
      guardrails: ['Keep the interface'],
      validation: ['The benchmark is 2x faster'],
      fallbackPlan: raw || undefined,
    });
    expect(isPlanWire(plan.toJSON())).toBe(true);
  });

  test('none asks for no schema and parses nothing', async () => {
    const backend = answering(PLAN_TEXT);
    const { origin, plan } = await agentWith(backend, none).plan(request(), {
      workingDir: repository.directory,
    });
    expect(origin).toBe('raw');
    expect(plan.summary).toBe('Make parsing 2x faster');
    expect(isPlanWire(plan.toJSON())).toBe(true);
    expect(backend.tasks[0]).toEqual({ name: 'planning', prompt: expect.any(String), schemaMode: 'none' });
  });

  test('a backend with native support gets the strict schema, and none in the prompt', async () => {
    const backend = { ...answering(PLAN_TEXT), nativeSchema: true };
    await agentWith(backend).plan(request(), { workingDir: repository.directory });
    expect(backend.tasks[0]).toMatchObject({ schemaMode: 'native' });
    expect(backend.tasks[0]?.schema?.required).toEqual(Object.keys(PLANNING_OUTPUT_SCHEMA.properties));
    expect(backend.tasks[0]?.prompt).not.toContain('additionalProperties');
  });

  test('a backend without it gets the schema in the prompt', async () => {
    const backend = answering(PLAN_TEXT);
    await agentWith(backend).plan(request(), { workingDir: repository.directory });
    expect(backend.tasks[0]).toMatchObject({ schemaMode: 'prompt', schema: PLANNING_OUTPUT_SCHEMA });
    expect(backend.tasks[0]?.prompt).toContain(JSON.stringify(PLANNING_OUTPUT_SCHEMA, null, 2));
  });

  test('a schema of the settings goes to the backend instead', async () => {
    const file = join(logs, 'schema.json');
    writeFileSync(file, JSON.stringify({ type: 'object', title: 'mine', properties: {} }));
    const backend = answering(PLAN_TEXT);
    const env = { WORKER_PLANNING_SCHEMA_PATH: file };
    await agentWith(backend, env).plan(request(), { workingDir: repository.directory });
    expect(backend.tasks[0]?.schema).toMatchObject({ title: 'mine' });
  });
});

describe('retries', () => {
  test('a backend that fails once is called again', async () => {
    const { attempts, timings } = await agentWith(answering(new Error('boom'), PLAN_TEXT)).plan(request(), {
      workingDir: repository.directory,
    });
    expect(attempts).toBe(2);
    expect(timings).toMatchObject([
      { attempt: 1, status: 'failed', error: 'backend-failed' },
      { attempt: 2, status: 'ok' },
    ]);
  });

  test('a backend that always fails ends in an error with the last cause', async () => {
    const backend = answering(new Error('first'), new Error('second'), new Error('third'));
    const env = { WORKER_PLANNING_MAX_ATTEMPTS: '3' };
    const failing = agentWith(backend, env).plan(request(), { workingDir: repository.directory });
    await expect(failing).rejects.toThrow(PlanningError);
    await expect(failing).rejects.toMatchObject({
      code: 'backend-failed',
      message: expect.stringMatching(/3 attempts.*third/),
    });
    expect(backend.tasks).toHaveLength(3);
  });

  test('a backend that returns something else fails', async () => {
    const backend = { run: async () => ({ text: 'a plan' }) } as unknown as AgentBackend;
    const failing = agentWith(backend).plan(request(), { workingDir: repository.directory });
    await expect(failing).rejects.toMatchObject({
      code: 'backend-failed',
      message: expect.stringContaining('an object with text'),
    });
  });

  test('a permanent error is not retried', async () => {
    const missing = new PlanningError('backend-missing', { expected: 'x', actual: 'y', fix: 'z' });
    const backend = answering(missing);
    const failing = agentWith(backend).plan(request(), { workingDir: repository.directory });
    await expect(failing).rejects.toMatchObject({ code: 'backend-missing' });
    expect(backend.tasks).toHaveLength(1);
  });

  test('a backend that never answers times out', async () => {
    const backend: AgentBackend = { name: 'sleeper', run: () => new Promise(() => {}) };
    const env = { WORKER_PLANNING_TIMEOUT_SECONDS: '0.05', WORKER_PLANNING_MAX_ATTEMPTS: '1' };
    const failing = agentWith(backend, env).plan(request(), { workingDir: repository.directory });
    await expect(failing).rejects.toMatchObject({
      code: 'backend-timeout',
      message: expect.stringContaining('0.05 s'),
    });
    expect(artifacts()).toMatchObject([{ status: 'failed', error: { code: 'backend-timeout' } }]);
  });

  test('a cancelled plan gets no second attempt', async () => {
    const controller = new AbortController();
    const backend = answering(new Error('boom'));
    const run = backend.run.bind(backend);
    const aborting: AgentBackend = {
      run: (task, context) => {
        controller.abort(new Error('enough'));
        return run(task, context);
      },
    };
    const failing = agentWith(aborting).plan(request(), {
      workingDir: repository.directory,
      signal: controller.signal,
    });
    await expect(failing).rejects.toThrow('enough');
    expect(backend.tasks).toHaveLength(1);
  });
});

describe('artifacts', () => {
  test('describe each attempt, in a folder of the experiment', async () => {
    const backend = answering('nothing', PLAN_TEXT);
    const env = { ...strict, EXPERIMENT_ID: 'exp/../7' };
    await agentWith(backend, env).plan(request(), { workingDir: repository.directory });
    expect(artifacts('exp_.._7')).toMatchObject([
      {
        status: 'failed',
        error: { code: 'plan-invalid', issues: ['the plan: There was no JSON object in the output.'] },
        attempt: 1,
        validationMode: 'strict',
        schemaMode: 'prompt',
        command: ['fake'],
        prompt: backend.tasks[0]?.prompt,
        stdout: 'nothing',
        stderr: 'a note',
      },
      { status: 'ok', origin: 'strict', attempt: 2, plan: { plan_summary: 'Cache parsed headers' } },
    ]);
  });

  test('that cannot be written do not fail the plan', async () => {
    writeFileSync(join(logs, 'logs'), 'a file is in the way');
    const { origin } = await agentWith(answering(PLAN_TEXT)).plan(request(), {
      workingDir: repository.directory,
    });
    expect(origin).toBe('strict');
  });

  test('are ignored by git in a repository', async () => {
    const before = repository.git('status', '--porcelain');
    await agentWith(answering(PLAN_TEXT), { LOGS_BASE_DIR: repository.directory }).plan(request(), {
      workingDir: repository.directory,
    });
    expect(repository.git('status', '--porcelain')).toBe(before);
  });
});

test('secrets of the environment reach neither the backend nor the artifact nor the answer', async () => {
  const secret = 'sk-live-"42"-abcdef';
  const env = { ...none, MY_API_KEY: secret, DATABASE_URL: 'postgres://app:hunter22@db/x' };
  const leak = `the key is ${secret} and ${JSON.stringify(secret)}, the password hunter22`;
  const backend = answering(leak);
  const response = await agentWith(backend, env).plan(
    request({ base: { commitHash: base, subject: leak }, goal: `Use ${secret}` }),
    { workingDir: repository.directory },
  );
  const everything = JSON.stringify([backend.tasks, response, response.plan, artifacts()]);
  expect(everything).not.toContain('abcdef');
  expect(everything).not.toContain('hunter22');
  expect(response.rawOutput).toContain('[redacted MY_API_KEY]');
});
