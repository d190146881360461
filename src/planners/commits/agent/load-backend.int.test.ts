import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { GitRepository } from '../../../../test/cli-stand-ins/git-repository.ts';
import { PLAN } from '../../../../test/cli-stand-ins/stand-in.mjs';
import { eventually } from '../../../../test/eventually.ts';
import { STRICT_PLANNING_SCHEMA } from '../plan/strict-schema.ts';
import { settingsFromEnv } from '../settings.ts';
import { PlanningAgent, type PlanningAgentResponse } from './planning-agent.ts';

const STAND_INS = fileURLToPath(new URL('../../../../test/cli-stand-ins', import.meta.url));
const CLIS = ['codex', 'claude', 'gemini', 'opencode'] as const;
type Cli = (typeof CLIS)[number];

const Seen = z.object({
  args: z.array(z.string()),
  prompt: z.string(),
  cwd: z.string(),
  env: z.record(z.string(), z.string()),
  schema: z.unknown(),
});

let repository: GitRepository;
let base: string;
let directory: string;
let temporary: string;
let usualTemporary: string | undefined;

beforeEach(() => {
  repository = new GitRepository();
  base = repository.commit('Add the parser', { 'parse.js': 'export {};\n' });
  directory = mkdtempSync(join(tmpdir(), 'wayfold-logs-'));
  temporary = mkdtempSync(join(tmpdir(), 'wayfold-temporary-'));
  usualTemporary = process.env.TMPDIR;
  process.env.TMPDIR = temporary;
});

afterEach(() => {
  repository.remove();
  rmSync(directory, { recursive: true, force: true });
  rmSync(temporary, { recursive: true, force: true });
  if (usualTemporary === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = usualTemporary;
});

function planWith(
  cli: Cli,
  { extraEnv = {}, env = {} }: { extraEnv?: Record<string, string>; env?: Record<string, string> } = {},
): Promise<PlanningAgentResponse> {
  const settings = settingsFromEnv({
    LOGS_BASE_DIR: directory,
    WORKER_PLANNING_BACKEND: cli,
    [`WORKER_PLANNING_${cli.toUpperCase()}_BIN`]: join(STAND_INS, cli),
    WORKER_PLANNING_MAX_ATTEMPTS: '1',
    WORKER_PLANNING_EXTRA_ENV: JSON.stringify({ STAND_IN_RECORD: join(directory, 'seen.json'), ...extraEnv }),
    ...env,
  });
  const agent = new PlanningAgent(settings, undefined, { progress: () => {} });
  return agent.plan(
    { base: { commitHash: base }, goal: 'Make `parse` 2x faster; $(touch pwned) "quoted"' },
    { workingDir: repository.directory },
  );
}

const seen = () => Seen.parse(JSON.parse(readFileSync(join(directory, 'seen.json'), 'utf8')));

function artifact(): Record<string, unknown> {
  const folder = join(directory, 'logs', 'worker', 'planning');
  const [file = ''] = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return JSON.parse(readFileSync(join(folder, file), 'utf8'));
}

function processesNamed(command: string): string {
  return execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line === command)
    .join('\n');
}

describe('the arguments and environment of each CLI', () => {
  test('codex: a read-only sandbox, the schema and the answer by files', async () => {
    const { prompt, command, timings } = await planWith('codex', {
      env: { WORKER_PLANNING_CODEX_PROFILE: 'plans' },
    });
    const { args } = seen();
    expect(args).toEqual([
      ...['exec', '--json', '--skip-git-repo-check', '--ephemeral', '-s', 'read-only', '-p', 'plans'],
      ...[
        '--output-schema',
        expect.stringMatching(/schema\.json$/),
        '-o',
        expect.stringMatching(/answer\.txt$/),
        '-',
      ],
    ]);
    expect(seen().schema).toEqual(STRICT_PLANNING_SCHEMA);
    expect(seen().prompt).toBe(prompt);
    expect(command.slice(1)).toEqual(args);
    expect(timings).toMatchObject([{ usage: { inputTokens: 1200, outputTokens: 340 } }]);
  });

  test('claude: read-only tools, and the schema as an argument', async () => {
    const { prompt, timings } = await planWith('claude');
    expect(seen().args).toEqual([
      ...[
        '-p',
        '--output-format',
        'stream-json',
        '--verbose',
        '--no-session-persistence',
        '--strict-mcp-config',
        '--tools',
        'Read,Grep,Glob',
      ],
      ...['--json-schema', JSON.stringify(STRICT_PLANNING_SCHEMA)],
    ]);
    expect(seen().prompt).toBe(prompt);
    expect(timings).toMatchObject([{ usage: { inputTokens: 1200, outputTokens: 340, cost: 0.0123 } }]);
  });

  test('gemini: no approvals, and the schema in the prompt', async () => {
    const { prompt, timings } = await planWith('gemini');
    expect(seen().args).toEqual(['--output-format', 'json', '--skip-trust', '--approval-mode', 'default']);
    expect(seen().prompt).toBe(prompt);
    expect(prompt).toContain('## Output schema');
    expect(timings).toMatchObject([{ usage: { inputTokens: 1200, outputTokens: 340 } }]);
  });

  test('opencode: its plan agent, and the schema in the prompt', async () => {
    const { prompt, timings } = await planWith('opencode');
    expect(seen().args).toEqual(['run', '--format', 'json', '--agent', 'plan']);
    expect(seen().prompt).toBe(prompt);
    expect(prompt).toContain('## Output schema');
    expect(timings).toMatchObject([{ usage: { inputTokens: 1200, outputTokens: 340, cost: 0.011 } }]);
  });

  test.each(CLIS)('%s: a separate checkout, and the environment of the settings', async (cli) => {
    process.env.GIT_DIR = '/nowhere';
    try {
      await planWith(cli, { extraEnv: { MARK: 'here' } });
    } finally {
      delete process.env.GIT_DIR;
    }
    const { cwd, env } = seen();
    expect(cwd).toMatch(/wayfold-planning-.*worktree$/);
    expect(env).toMatchObject({ MARK: 'here', PWD: cwd, PATH: process.env.PATH });
    expect(env).not.toHaveProperty('GIT_DIR');
    expect(env).toMatchObject({ GIT_CONFIG_KEY_0: 'core.hooksPath', GIT_CONFIG_VALUE_0: '/dev/null' });
  });

  const KEYS = {
    codex: ['OPENAI_API_KEY', 'CODEX_HOME'],
    claude: ['ANTHROPIC_API_KEY', 'CLAUDE_CONFIG_DIR'],
    gemini: ['GEMINI_API_KEY'],
    opencode: ['OPENCODE_CONFIG'],
  } as const;

  test.each(CLIS)('%s: its own credentials and the named variables, and no other secret', async (cli) => {
    const secrets = Object.fromEntries(
      [
        ...Object.values(KEYS).flat(),
        ...['WAYFOLD_TOKEN', 'WAYFOLD_WEBHOOK_SECRET', 'WAYFOLD_STORE', 'DATABASE_URL', 'PGPASSWORD'],
        ...['AWS_SECRET_ACCESS_KEY', 'GITHUB_TOKEN', 'NODE_OPTIONS_LIKE', 'NAMED_TOKEN'],
      ].map((name) => [name, `value of ${name}`]),
    );
    await planWith(cli, { env: { ...secrets, WORKER_PLANNING_PASS_ENV: 'NAMED_TOKEN, NOT_SET' } });
    const { env } = seen();
    const given = Object.keys(env).filter((name) => Object.hasOwn(secrets, name));
    expect(given.toSorted()).toEqual([...KEYS[cli], 'NAMED_TOKEN'].toSorted());
    // The mark by which it is found again when it has to be ended is the only one.
    expect(Object.keys(env).filter((name) => /^(?:WAYFOLD|WORKER)_/.test(name))).toEqual(['WAYFOLD_RUN']);
  });

  test('git settings of the environment, which may contain a password, are not passed on', async () => {
    await planWith('codex', {
      env: {
        GIT_CONFIG_COUNT: '1',
        GIT_CONFIG_KEY_0: 'http.extraHeader',
        GIT_CONFIG_VALUE_0: 'Authorization: secret',
      },
    });
    expect(JSON.stringify(seen().env)).not.toContain('Authorization');
    expect(seen().env).toMatchObject({ GIT_CONFIG_KEY_0: 'core.hooksPath' });
  });

  test.each(CLIS)('%s: no schema in the mode none', async (cli) => {
    const { origin, prompt } = await planWith(cli, { env: { WORKER_PLANNING_VALIDATION_MODE: 'none' } });
    expect(origin).toBe('raw');
    expect(`${seen().args} ${prompt}`).not.toContain('schema');
  });
});

describe.each(CLIS)('%s', (cli) => {
  const behaving = (behaviour: string, env: Record<string, string> = {}) =>
    planWith(cli, { extraEnv: { STAND_IN_BEHAVIOUR: behaviour }, env });

  afterEach(() => {
    expect(readdirSync(temporary)).toEqual([]);
    expect(repository.git('worktree', 'list').split('\n')).toHaveLength(1);
  });

  test('returns a plan', async () => {
    const { origin, plan } = await planWith(cli, { env: { WORKER_PLANNING_VALIDATION_MODE: 'strict' } });
    expect(origin).toBe('strict');
    expect(plan.steps.map(({ title }) => title)).toEqual(PLAN.steps.map(({ title }) => title));
  });

  test('that hangs is ended with all its children', async () => {
    const failing = behaving('hang', { WORKER_PLANNING_TIMEOUT_SECONDS: '1' });
    await expect(failing).rejects.toMatchObject({ code: 'backend-timeout' });
    await eventually(() => processesNamed('sleep 987')).toBe('');
    expect(artifact()).toMatchObject({ status: 'failed', error: { code: 'backend-timeout' } });
  });

  test.skipIf(process.platform !== 'linux')(
    'that hangs is ended with children in other sessions',
    async () => {
      const failing = behaving('hang-apart', { WORKER_PLANNING_TIMEOUT_SECONDS: '1' });
      await expect(failing).rejects.toMatchObject({ code: 'backend-timeout' });
      await eventually(() => processesNamed('sleep 985')).toBe('');
    },
  );

  test('that floods its output is ended', async () => {
    await expect(behaving('flood')).rejects.toMatchObject({ code: 'backend-output-too-large' });
    expect(JSON.stringify(artifact()).length).toBeLessThan(2 * 1024 * 1024);
  });

  test.each([
    ['crash', /exit code 101: panic: something broke/],
    ['killed', /SIGSEGV/],
    ['exit-with-plan', /exit code 3/],
  ])('that ends by %s is an error with its last output', async (behaviour, message) => {
    await expect(behaving(behaviour)).rejects.toMatchObject({
      code: 'backend-failed',
      message: expect.stringMatching(message),
    });
    expect(artifact()).toMatchObject({ status: 'failed', command: [join(STAND_INS, cli), ...seen().args] });
  });

  test('that leaves a child behind is not delayed by it', async () => {
    const { origin } = await behaving('leave-child');
    expect(origin).toBe('strict');
    await eventually(() => processesNamed('sleep 986')).toBe('');
  });

  test.each(['not-utf8', 'deaf'])('that is %s still gives its plan', async (behaviour) => {
    const { origin } = await behaving(behaviour);
    expect(origin).toBe('strict');
  });

  test('that answers in prose returns its text and its usage', async () => {
    const prose = 'I would measure first.';
    const { origin, rawOutput, timings } = await planWith(cli, { extraEnv: { STAND_IN_ANSWER: prose } });
    expect(origin).toBe('synthesised');
    expect(rawOutput.replace(/^```json\n|\n```$/g, '')).toBe(prose);
    expect(timings).toMatchObject([{ usage: { outputTokens: 340 } }]);
  });

  test('that returns nothing gives a plan from the goal alone', async () => {
    const { origin, plan } = await behaving('silent');
    expect(origin).toBe('synthesised');
    expect(plan.steps).toHaveLength(1);
  });

  test('that is not logged in says so, and how to log in', async () => {
    await expect(behaving('not-logged-in')).rejects.toMatchObject({
      code: 'backend-not-logged-in',
      message: expect.stringMatching(/login|choose how to log in/),
    });
  });

  test('that is not installed says so, and how to install it', async () => {
    const bin = { [`WORKER_PLANNING_${cli.toUpperCase()}_BIN`]: 'no-such-program' };
    await expect(planWith(cli, { env: { ...bin, WORKER_PLANNING_MAX_ATTEMPTS: '3' } })).rejects.toMatchObject(
      {
        code: 'backend-missing',
        message: expect.stringContaining('npm install -g'),
      },
    );
    expect(artifact()).toMatchObject({ status: 'failed', attempt: 1 });
  });

  test('that damages what it can reach leaves the work tree intact', async () => {
    repository.write('parse.js', 'not committed yet\n');
    const before = repository.state();
    const { origin } = await behaving('vandal');
    expect(origin).toBe('strict');
    expect(repository.state()).toBe(before);
    expect(readdirSync(repository.directory)).not.toContain('pwned');
  });

  test('that prints its environment reveals no secret', async () => {
    const { stderr } = await planWith(cli, {
      extraEnv: { STAND_IN_BEHAVIOUR: 'tell-secrets', SOME_TOKEN: 'tok-0123456789' },
    });
    expect(stderr).toContain('[redacted SOME_TOKEN]');
    expect(JSON.stringify(artifact())).not.toContain('tok-0123456789');
  });
});

describe('command', () => {
  const command = (words: readonly string[], env = {}) =>
    planWith('codex', {
      env: { WORKER_PLANNING_BACKEND: 'command', WORKER_PLANNING_COMMAND: JSON.stringify(words), ...env },
    });

  test('any program gets the prompt on stdin and answers on stdout', async () => {
    const program = `process.stdin.resume().on('end', () => console.log(${JSON.stringify(JSON.stringify(PLAN))}))`;
    const { origin, command: ran } = await command([process.execPath, '-e', program]);
    expect(origin).toBe('strict');
    expect(ran).toEqual([process.execPath, '-e', program]);
  });

  test('a program that leaves a daemon on its pipes does not delay the plan', async () => {
    const daemon = `require('node:child_process').spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)'], { detached: true, stdio: 'inherit' })`;
    const program = `
      const daemon = ${daemon};
      process.stdin.resume().on('end', () => {
        console.error(daemon.pid);
        console.log(${JSON.stringify(JSON.stringify(PLAN))});
        process.exit();
      });`;
    const { origin, stderr } = await command([process.execPath, '-e', program], {
      WORKER_PLANNING_TIMEOUT_SECONDS: '20',
    });
    process.kill(Number(stderr));
    expect(origin).toBe('strict');
  });

  test.skipIf(process.platform !== 'linux')(
    'a program that does not end is killed with the daemon on its pipes, and its output is kept',
    async () => {
      // A shell is there at once, on a busy machine too: what it prints counts only before the time is up.
      const program = `trap '' TERM
        setsid sleep 984 &
        cat > /dev/null
        echo 'reading files'
        while :; do sleep 1; done`;
      const failing = command(['sh', '-c', program], { WORKER_PLANNING_TIMEOUT_SECONDS: '2' });
      await expect(failing).rejects.toMatchObject({ code: 'backend-timeout' });
      expect(artifact()).toMatchObject({ command: ['sh', '-c', program], stdout: 'reading files\n' });
      await eventually(() => processesNamed('sleep 984')).toBe('');
    },
  );

  test('a relative path is resolved from the current directory, not from the checkout', async () => {
    const program = `#!/bin/sh\ncat > /dev/null\necho '${JSON.stringify(PLAN)}'\n`;
    writeFileSync(join(directory, 'plan.sh'), program, { mode: 0o755 });
    const { origin } = await command([`./${relative(process.cwd(), join(directory, 'plan.sh'))}`]);
    expect(origin).toBe('strict');
  });

  test('a missing program is an invalid setting', async () => {
    await expect(planWith('codex', { env: { WORKER_PLANNING_BACKEND: 'command' } })).rejects.toMatchObject({
      code: 'invalid-planning-setting',
      message: expect.stringContaining('WORKER_PLANNING_COMMAND'),
    });
  });
});

describe('a module', () => {
  const module = (text: string, name: string) => {
    const file = join(directory, 'backend.mjs');
    writeFileSync(file, text);
    return planWith('codex', { env: { WORKER_PLANNING_BACKEND: `${file}${name}` } });
  };
  const invocation = `({ command: ['mine'], stdout: ${JSON.stringify(JSON.stringify(PLAN))}, stderr: '', durationSeconds: 0 })`;

  test.each([
    ['an instance', `export const it = { run: async () => ${invocation} };`, '#it'],
    ['a class', `export class it { async run() { return ${invocation}; } }`, '#it'],
    ['a factory', `export const it = () => ({ run: async () => ${invocation} });`, '#it'],
    ['a default export', `export default async () => ({ run: async () => ${invocation} });`, ''],
  ])('exports its backend as %s', async (_, text, name) => {
    const { command } = await module(text, name);
    expect(command).toEqual(['mine']);
  });

  test.each([
    ['without that export', 'export const other = 1;', '#it', /exports other/],
    ['with something else', 'export const it = 7;', '#it', /has no run/],
    ['that throws', 'throw new Error("broken");', '#it', /broken/],
    [
      'whose factory throws',
      'export const it = () => { throw new Error("not today"); };',
      '#it',
      /not today/,
    ],
  ])('%s is refused', async (_, text, name, message) => {
    await expect(module(text, name)).rejects.toMatchObject({
      code: 'unknown-backend',
      message: expect.stringMatching(message),
    });
  });

  test('an unknown name is refused with the list of known ones', async () => {
    await expect(planWith('codex', { env: { WORKER_PLANNING_BACKEND: 'codecs' } })).rejects.toMatchObject({
      code: 'unknown-backend',
      message: expect.stringContaining('codex, claude, gemini, opencode, model, command'),
    });
  });
});
