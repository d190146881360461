import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { CliProcess, type RunOptions, runWayfold } from './cli-process.ts';
import { GitRepository } from './cli-stand-ins/git-repository.ts';
import { PLAN } from './cli-stand-ins/stand-in.mjs';
import { eventually } from './eventually.ts';

const STAND_INS = fileURLToPath(new URL('./cli-stand-ins', import.meta.url));

let repository: GitRepository;
/** Where plans and logs are kept, and the program is that plans. */
let place: string;

beforeEach(() => {
  repository = new GitRepository();
  repository.commit('Add the parser', { 'parse.js': 'export {};\n' });
  place = mkdtempSync(join(tmpdir(), 'wayfold-commits-'));
});
afterEach(() => {
  repository.remove();
  rmSync(place, { recursive: true, force: true });
});

const wayfold = (args: readonly string[], { env = {}, ...options }: Partial<RunOptions> = {}) =>
  runWayfold([...args, '--data', join(place, 'data')], {
    cwd: repository.directory,
    ...options,
    env: here(env),
  });

const here = (env: Readonly<Record<string, string>>) => ({
  LOGS_BASE_DIR: place,
  WORKER_PLANNING_MAX_ATTEMPTS: '1',
  ...env,
});

/** A program that keeps what it was asked, and answers with the text. */
function planner(answer = JSON.stringify(PLAN)): string {
  const file = join(place, 'planner.sh');
  writeFileSync(join(place, 'answer'), answer);
  writeFileSync(file, `#!/bin/sh\ncat > '${join(place, 'asked')}'\ncat '${join(place, 'answer')}'\n`, {
    mode: 0o755,
  });
  return file;
}

const asked = () => readFileSync(join(place, 'asked'), 'utf8');

const Planned = z.object({ plan_id: z.string(), origin: z.string(), plan: z.looseObject({}) });

async function planned(...more: readonly string[]) {
  const command = ['--backend', 'command', '--command', planner()];
  const { code, stdout, stderr } = await wayfold([
    ...['commits', 'plan', '--goal', 'Make parsing 2x faster', '--json'],
    ...command,
    ...more,
  ]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return Planned.parse(JSON.parse(stdout));
}

describe('wayfold commits plan', () => {
  it("prints a program's plan, and how to accept it", async () => {
    const before = repository.state();
    const { code, stdout, stderr } = await wayfold([
      ...['commits', 'plan', '--goal', 'Make parsing 2x faster', '--constraint', 'No new dependency'],
      ...['--command', planner()],
    ]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Cache parsed headers\n/);
    expect(stdout).toMatch(/Evidence\n.*\nBase +[0-9a-f]{12} +Add the parser\n/);
    expect(stderr).toMatch(/wayfold commits accept plan-\S+ --start-tasks/);
    expect(asked()).toContain('- No new dependency');
    expect(repository.state()).toBe(before);
  });

  it('prints JSON for programs, whatever made the plan', async () => {
    expect(await planned('--mode', 'strict')).toMatchObject({ origin: 'strict', plan: PLAN_WIRE });
    expect(await planned('--mode', 'none')).toMatchObject({ origin: 'raw' });
  });

  it.each([
    ['is missing', { WORKER_PLANNING_CODEX_BIN: 'no-codex-here' }, 3, /Install it with `npm install -g/],
    [
      'is not logged in',
      {
        WORKER_PLANNING_CODEX_BIN: join(STAND_INS, 'codex'),
        WORKER_PLANNING_EXTRA_ENV: '{"STAND_IN_BEHAVIOUR":"not-logged-in"}',
      },
      4,
      /Run `codex login`/,
    ],
  ])('says what to do when the CLI %s', async (_, env, expected, message) => {
    const { code, stderr } = await wayfold(['commits', 'plan', '--goal', 'Faster', '--backend', 'codex'], {
      env,
    });
    expect(code).toBe(expected);
    expect(stderr).toMatch(message);
  });

  it('shows and stores no secret of the environment, whatever prints it', async () => {
    const secret = 'tok-0123456789';
    repository.commit(`Log in with ${secret}`);
    const telling = planner(JSON.stringify({ ...PLAN, rationale: `The token is ${secret}.` }));
    const { code, stdout, stderr } = await wayfold(
      ['commits', 'plan', '--goal', 'Faster', '--command', telling],
      {
        env: { SERVICE_TOKEN: secret },
      },
    );
    expect(code).toBe(0);
    expect(stdout).toContain('The token is [redacted SERVICE_TOKEN].');
    const kept = ['data', 'logs']
      .flatMap((folder) => filesIn(join(place, folder)))
      .filter((file) => readFileSync(file).includes(secret));
    expect({ stdout, stderr, asked: asked(), kept }).toEqual({
      stdout: expect.not.stringContaining(secret),
      stderr: expect.not.stringContaining(secret),
      asked: expect.not.stringContaining(secret),
      kept: [],
    });
  });

  it('interrupted leaves no worktree and no program behind', async () => {
    const before = repository.state();
    const temporary = join(place, 'temporary');
    mkdirSync(temporary);
    const waiting = join(place, 'waiting.sh');
    writeFileSync(waiting, `#!/bin/sh\necho $$ > '${join(place, 'pid')}'\nexec sleep 600\n`, { mode: 0o755 });
    const running = new CliProcess(
      [...['commits', 'plan', '--goal', 'Faster', '--command', waiting], '--data', join(place, 'data')],
      { cwd: repository.directory, env: here({ TMPDIR: temporary }) },
    );
    await eventually(() => readdirSync(place)).toContain('pid');
    expect((await running.end('SIGINT')).code).toBe(130);
    expect(repository.state()).toBe(before);
    expect(readdirSync(temporary)).toEqual([]);
    const pid = Number(readFileSync(join(place, 'pid'), 'utf8'));
    await eventually(() => isRunning(pid)).toBe(false);
  });
});

describe('wayfold commits list, accept, reject', () => {
  it('an accepted plan becomes a task plan in one step, and is carried out', async () => {
    const { plan_id } = await planned();
    expect((await wayfold(['commits', 'list'])).stdout).toMatch(new RegExp(`${plan_id} +proposed`));
    const accepted = await wayfold(['commits', 'accept', plan_id, '--start-tasks']);
    expect(accepted).toMatchObject({ code: 0, stdout: `Accepted ${plan_id}: 3 tasks.\n` });
    expect(accepted.stderr).toContain(`wayfold tasks run --resume ${plan_id}`);
    expect((await wayfold(['commits', 'list'])).stdout).toMatch(new RegExp(`${plan_id} +accepted`));

    const run = await wayfold(['tasks', 'run', '--resume', plan_id, '--executor', 'echo']);
    expect(run.code).toBe(0);
    const shown = await wayfold(['tasks', 'show', plan_id, '--json']);
    expect(JSON.parse(shown.stdout)).toMatchObject({
      completed: true,
      tasks: [
        { description: expect.stringMatching(/^Measure\n/), status: 'Completed' },
        { description: expect.stringMatching(/^Cache\n/), status: 'Completed', dependsOn: [1] },
        { description: expect.stringMatching(/^Check the whole plan/), status: 'Completed' },
      ],
    });
  });

  it('a decision is final, and later plans see a rejected plan', async () => {
    const { plan_id } = await planned();
    const rejected = await wayfold(['commits', 'reject', plan_id, '--reason', 'No caches here']);
    expect(rejected).toMatchObject({ code: 0, stdout: `Rejected ${plan_id}.\n` });
    const late = await wayfold(['commits', 'accept', plan_id, '--start-tasks']);
    expect(late).toMatchObject({ code: 4, stderr: expect.stringContaining('[conflict]') });
    await planned();
    expect(asked()).toContain('rejected: Cache parsed headers (No caches here)');
  });

  it('an unknown plan is not found', async () => {
    await planned();
    const { code, stderr } = await wayfold(['commits', 'accept', 'plan-9']);
    expect(code).toBe(3);
    expect(stderr).toContain('[proposal-not-found]');
  });
});

describe('wayfold commits trajectory, cards', () => {
  const STEPS = 12_000;

  beforeEach(() => {
    repository.git('tag', 'v1');
    const commits = Array.from({ length: STEPS }, (_, i) =>
      [
        'commit refs/heads/main',
        `committer Ada <ada@example.org> ${1_700_000_100 + i} +0000`,
        `data ${`Step ${i + 1}`.length}`,
        `Step ${i + 1}`,
        ...(i === 0 ? [`from ${repository.git('rev-parse', 'main')}`] : []),
        '',
      ].join('\n'),
    );
    execFileSync('git', ['fast-import', '--quiet'], { cwd: repository.directory, input: commits.join('') });
  });

  it('rolls up a history of more than ten thousand commits', async () => {
    const { code, stdout } = await wayfold([
      'commits',
      'trajectory',
      '--base',
      'v1',
      '--tip',
      'main',
      '--json',
    ]);
    expect(code).toBe(0);
    const { meta, lines } = JSON.parse(stdout);
    expect(lines[0]).toMatch(/^unique_steps_count: 12000, lca: [0-9a-f]{12}$/);
    expect(meta).toMatchObject({
      uniqueStepsCount: STEPS,
      lca: repository.git('rev-parse', 'v1'),
      chunks: [
        { start: repository.git('rev-parse', 'v1'), end: repository.git('rev-parse', 'main~11992') },
        {},
        {},
      ],
      omitted: STEPS - 3 * 8 - meta.recent.length,
    });
  });

  it('gives the same result from cards in a file', async () => {
    const ends = ['--base', repository.git('rev-parse', 'v1'), '--tip', repository.git('rev-parse', 'main')];
    const file = join(place, 'cards.jsonl');
    expect((await wayfold(['commits', 'cards', '-o', file])).code).toBe(0);
    const [fromFile, fromGit] = [
      await wayfold(['commits', 'trajectory', ...ends, '--cards', file]),
      await wayfold(['commits', 'trajectory', ...ends]),
    ];
    expect(fromFile.stdout).toBe(fromGit.stdout);
  });
});

const PLAN_WIRE = {
  plan_summary: PLAN.plan_summary,
  steps: [{ id: 's1' }, { id: 's2', dependencies: ['s1'] }],
};

function filesIn(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
