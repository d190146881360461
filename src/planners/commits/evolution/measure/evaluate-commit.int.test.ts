import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { GitRepository } from '../../../../../test/cli-stand-ins/git-repository.ts';
import { processStart } from '../../../../machine/process-family.ts';
import { type EvaluationRun, evaluateCommit } from './evaluate-commit.ts';

let repository: GitRepository;

beforeEach(() => {
  repository = new GitRepository();
});

afterEach(() => repository.remove());

const evaluated = (script: string, given: Partial<EvaluationRun> = {}) => {
  const commit = repository.commit('Add a benchmark', { 'bench.mjs': script, '.env': 'KEY=1\n' });
  return evaluateCommit({
    root: repository.directory,
    key: 'k1',
    commit,
    evaluators: ['node bench.mjs'],
    patterns: [],
    timeLimitSeconds: 20,
    env: { PATH: process.env.PATH },
    signal: new AbortController().signal,
    ...given,
  });
};

test('metrics are read from the last JSON object, and by patterns', async () => {
  const script =
    'console.log("took 12.5 ms"); console.log(JSON.stringify({ metrics: { kb: 3 }, objective: 7 }));';
  const { status, metrics } = await evaluated(script, {
    patterns: [{ name: 'ms', pattern: 'took ([0-9.]+) ms' }],
  });
  expect(status).toBe('measured');
  expect(metrics).toEqual([
    { name: 'objective', value: 7 },
    { name: 'kb', value: 3 },
    { name: 'ms', value: 12.5 },
  ]);
});

test('a pattern that never finishes, or matches no number, measures nothing', async () => {
  const script = 'console.log("ms=" + "1".repeat(60)); console.log("took  ms");';
  for (const pattern of ['ms=((.)+)+!', 'took ([0-9.]*) ms']) {
    const { metrics } = await evaluated(script, { patterns: [{ name: 'ms', pattern }] });
    expect(metrics).toEqual([]);
  }
});

test('an exit code, missing metrics and unknown keys are failures with a reason', async () => {
  expect(await evaluated('console.error("no"); process.exit(3);')).toMatchObject({
    status: 'failed',
    reason: expect.stringContaining('exit code 3'),
  });
  expect(await evaluated('console.log("fine");')).toMatchObject({ status: 'failed' });
  expect(await evaluated('', { evaluators: ['no-such-program-here x'] })).toMatchObject({
    status: 'failed',
    reason: expect.stringContaining('no-such-program-here'),
  });
  expect(await evaluated('console.log(JSON.stringify({ metrics: { ms: 1 }, odd: "x" }));')).toMatchObject({
    status: 'failed',
    reason: expect.stringContaining('odd'),
  });
});

test('time is limited, for child processes too', async () => {
  const script = 'setInterval(() => {}, 1000);';
  expect(await evaluated(script, { timeLimitSeconds: 0.5 })).toMatchObject({
    status: 'failed',
    reason: expect.stringContaining('0.5 s'),
  });
});

test.skipIf(process.platform !== 'linux')('memory is limited', async () => {
  const script = 'const held = []; setInterval(() => held.push(Buffer.alloc(50 * 1024 * 1024, 1)), 50);';
  expect(await evaluated(script, { memoryLimitMb: 200 })).toMatchObject({
    status: 'failed',
    reason: expect.stringContaining('200 MB'),
  });
});

test('an evaluator sees every committed file and no variable of Wayfold, and leaves nothing behind', async () => {
  process.env.WAYFOLD_SECRET_FOR_TEST = 'secret';
  const script = `import { existsSync, writeFileSync } from 'node:fs';
writeFileSync('left.txt', 'x');
console.log(JSON.stringify({ env: 'WAYFOLD_SECRET_FOR_TEST' in process.env ? 1 : 0, file: existsSync('.env') ? 1 : 0 }));`;
  const before = repository.git('worktree', 'list');
  const { metrics } = await evaluated(script);
  delete process.env.WAYFOLD_SECRET_FOR_TEST;
  expect(metrics).toEqual([
    { name: 'env', value: 0 },
    { name: 'file', value: 1 },
  ]);
  expect(repository.git('worktree', 'list').split('\n')).toHaveLength(before.split('\n').length);
  expect(repository.git('status', '--porcelain')).toBe('');
});

test('code that rewrites the benchmark while it runs changes nothing', async () => {
  const from = repository.commit('Measure', {
    'bench.mjs': 'await import("./code.mjs"); console.log(JSON.stringify({ ms: 9 }));',
  });
  const commit = repository.commit('Cheat', {
    'code.mjs': `import { writeFileSync } from 'node:fs';
writeFileSync('bench.mjs', 'console.log(JSON.stringify({ ms: 1 }))');`,
  });
  const guarded = { from, paths: ['bench.mjs'] };
  const run = { commit, repeat: 3, evaluators: ['node code.mjs', 'node bench.mjs'], protected: guarded };
  const { metrics } = await evaluated('console.log(JSON.stringify({ ms: 0 }));', run);
  expect(metrics).toEqual([{ name: 'ms', value: 9, spread: 0 }]);
});

const ofLinux = test.skipIf(process.platform !== 'linux');

ofLinux(
  'what an evaluator starts ends with it, in another session and without its environment too',
  async () => {
    const pids = join(repository.directory, '..', `${basename(repository.directory)}.pids`);
    const script = `import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
const sleep = 'echo $$ >> ${pids}; exec sleep 97';
for (const [file, ...args] of [['sh', '-c', sleep], ['env', '-i', 'PATH=/usr/bin:/bin', 'setsid', 'sh', '-c', sleep]])
  spawn(file, args, { stdio: 'ignore', detached: true }).unref();
setTimeout(() => { console.log(JSON.stringify({ ms: 1 })); if (process.argv[2]) setInterval(() => {}, 9); }, 600);`;
    const alive = () =>
      readFileSync(pids, 'utf8')
        .trim()
        .split('\n')
        .filter((pid) => processStart(Number(pid)) !== undefined);
    await evaluated(script);
    expect(alive()).toEqual([]);
    const slow = { evaluators: ['node bench.mjs slow'], timeLimitSeconds: 1.5 };
    expect(await evaluated(script, slow)).toMatchObject({ status: 'failed' });
    expect(readFileSync(pids, 'utf8').trim().split('\n')).toHaveLength(4);
    expect(alive()).toEqual([]);
    rmSync(pids);
  },
);

ofLinux('what a process that is gone left behind is ended and taken away', async () => {
  const commit = repository.commit('One', { 'v.txt': '1' });
  const parent = mkdtempSync(join(tmpdir(), 'wayfold-planning-'));
  const left = join(parent, 'worktree');
  const gone = spawnSync('true').pid;
  repository.git(
    'worktree',
    'add',
    '--detach',
    '--lock',
    '--reason',
    `wayfold old ${gone} ${hostname()} 1`,
    left,
  );
  const sleeping = spawn('sleep', ['96'], { cwd: left, detached: true, stdio: 'ignore' });
  const ended = once(sleeping, 'exit');
  await evaluated('console.log(JSON.stringify({ ms: 1 }));', { commit });
  await ended;
  expect(existsSync(parent)).toBe(false);
  expect(repository.git('worktree', 'list').split('\n')).toHaveLength(1);
});

test('a commit is measured repeatedly, alternating with its parent, after warming up', async () => {
  const log = join(repository.directory, '..', `${basename(repository.directory)}.log`);
  const script = (ms: number) => `import { appendFileSync } from 'node:fs';
appendFileSync(${JSON.stringify(log)}, process.env.COMMIT_HASH + '\\n');
console.log(JSON.stringify({ ms: ${ms} + Math.floor(Math.random() * 3) }));`;
  const against = repository.commit('Slow', { 'bench.mjs': script(100) });
  const given = { against, repeat: 3, warmUps: 1, evaluators: ['node -e 0', 'node bench.mjs'] };
  const { status, metrics, runs, ...found } = await evaluated(script(10), given);
  const order = readFileSync(log, 'utf8').trim().split('\n');
  rmSync(log);
  const commit = repository.git('rev-parse', 'HEAD');
  expect(status).toBe('measured');
  expect(metrics).toMatchObject([{ name: 'ms', value: expect.any(Number), spread: expect.any(Number) }]);
  expect(found.against).toMatchObject({ commit: against, metrics: [{ name: 'ms' }] });
  expect(order).toEqual([commit, against, against, commit, commit, against, against, commit]);
  expect(runs?.map((run) => run.commit)).toEqual(order.slice(2));
});

test('one failing run fails the candidate; a failing parent is ignored', async () => {
  const once = `import { existsSync, writeFileSync } from 'node:fs';
if (existsSync('seen')) process.exit(2);
writeFileSync('seen', '');
console.log(JSON.stringify({ ms: 1 }));`;
  const against = repository.commit('Broken', { 'bench.mjs': 'process.exit(1);' });
  expect(await evaluated(once, { repeat: 3 })).toMatchObject({
    status: 'failed',
    reason: expect.stringContaining('2 of 3'),
  });
  const fine = await evaluated('console.log(JSON.stringify({ ms: 1 }));', { repeat: 2, against });
  expect(fine).toMatchObject({ status: 'measured', metrics: [{ name: 'ms', value: 1, spread: 0 }] });
  expect(fine.against).toBeUndefined();
});
