import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { GitRepository } from '../../../../../test/cli-stand-ins/git-repository.ts';
import { runCommits } from '../../../../../test/run-commits.ts';
import { openJournal } from '../../../../journal/index.ts';
import { commitsEventOf, commitsSessionFacts } from '../../../../planners/commits/facts.ts';
import { openStore, storeLocation } from '../../config/store-location.ts';

const SHOW = fileURLToPath(new URL('../../../../../examples/evolve/', import.meta.url));
const AGENT = ['--command', JSON.stringify([process.execPath, join(SHOW, 'agent.mjs')])];

let repository: GitRepository;
let data: string;

beforeEach(() => {
  repository = new GitRepository();
  const read = (name: string) => readFileSync(join(SHOW, name), 'utf8');
  repository.commit('Find duplicates', {
    'duplicates.mjs': read('duplicates.mjs'),
    'bench.mjs': read('bench.mjs'),
    'keys.mjs': `console.log(JSON.stringify({ keys: Object.keys(process.env).filter((name) => /KEY|PASSED/.test(name) && !name.startsWith('GIT_')).length }));`,
  });
  data = mkdtempSync(join(tmpdir(), 'wayfold-data-'));
});

afterEach(() => {
  repository.remove();
  rmSync(data, { recursive: true, force: true });
});

const SECRETS = {
  WORKER_PLANNING_EXTRA_ENV: '{"OPENAI_API_KEY":"sk-extra"}',
  WORKER_PLANNING_PASS_ENV: 'PASSED_TO_AGENTS',
  PASSED_TO_AGENTS: 'secret',
};
const run = (...args: readonly string[]) => runCommits(args, { data, env: SECRETS });
const begin = (...more: readonly string[]) => [
  ...['evolve', '--goal', 'Fewer reads', '--evaluate', 'node bench.mjs', '--evaluate', 'node keys.mjs'],
  ...['--minimize', 'reads', '--rounds', '1', '--candidates', '1', '--repo', repository.directory],
  ...more,
];
const usage = expect.objectContaining({ code: 'usage' });

const store = () => openStore(storeLocation({ data }), { create: false });

async function eventsOf(id: string) {
  const opened = await store();
  const facts = await openJournal(opened, id, { facts: commitsSessionFacts }).facts();
  await opened.close();
  return facts.flatMap((fact) => commitsEventOf(fact) ?? []);
}

test.each([
  [['--base', 'nowhere']],
  [['--measure', 'lines']],
  [['--protect', '.']],
  [['--memory-limit', '20', '--metric', 'ms=(']],
  [['--backend', 'model', '--model', 'offline']],
  [['--backend', 'gemini']],
])('what is refused leaves nothing behind: %j', async (given) => {
  const isNamed = given.includes('--backend');
  const args = begin(...given, ...(isNamed ? [] : AGENT));
  await expect(
    runCommits(args, { data, env: { WORKER_PLANNING_GEMINI_BIN: '/nonexistent' } }),
  ).rejects.toThrow();
  expect(existsSync(join(data, 'wayfold.db'))).toBe(false);
});

test('an evolution, how it goes on, and what a copy of it needs', async () => {
  const first = await run(...begin(...AGENT));
  const name = /^Evolution (\S+)\./m.exec(first.stderr)?.[1] ?? '';
  const id = `commits:${name}`;
  const events = await eventsOf(id);
  const base = events.find((event) => event.type === 'commit_evaluated');
  expect(base?.metrics).toContainEqual({ name: 'keys', value: 0 });
  expect(base?.protected?.toSorted()).toEqual(['bench.mjs', 'keys.mjs']);
  const offered = events.find((event) => event.type === 'best_offered');

  const opened = await run('open', offered?.branch ?? '', '--repo', repository.directory, '--json');
  expect(JSON.parse(opened.stdout)).toMatchObject({
    commitHash: offered?.commit,
    metrics: expect.arrayContaining([expect.objectContaining({ name: 'reads' })]),
    plan: { requestId: expect.any(String) },
  });

  const resume = ['evolve', '--resume', name, '--rounds', '2'];
  await expect(run(...resume)).rejects.toEqual(usage);
  for (const changed of [
    ['--candidates', '3'],
    ['--maximize', 'reads'],
    ['--base', 'HEAD~0'],
    ['--evaluate', 'node other.mjs'],
    ['--protect', 'other.mjs'],
    ['--repo', tmpdir()],
  ])
    await expect(run(...resume, ...AGENT, ...changed), changed.join(' ')).rejects.toThrow();
  expect(await eventsOf(id)).toEqual(events);

  const opening = await store();
  await openJournal(opening, id).fork(events.length, 'commits:copy');
  await opening.close();
  const copied = await eventsOf('commits:copy');
  await expect(run('evolve', '--resume', 'copy', ...AGENT)).rejects.toEqual(usage);
  expect(await eventsOf('commits:copy')).toEqual(copied);

  const further = await run(...resume, '--candidates', '1', '--evaluate', 'node bench.mjs', ...AGENT);
  expect(further.stderr).toContain('--rounds 2');
  const all = await eventsOf(id);
  expect(all.filter(({ type }) => type === 'plan_concluded')).toHaveLength(2);
}, 120_000);

test('a plan that is not carried out, or not measured, is told by the exit code', async () => {
  const planned = await run(
    'plan',
    '--goal',
    'Faster',
    '--backend',
    'codex',
    '--json',
    '--repo',
    repository.directory,
  );
  const { plan_id } = JSON.parse(planned.stdout);
  await run('accept', plan_id);
  const failing = await run('carry-out', plan_id, '--command', 'false');
  expect(failing.code).toBe(7);
  const unmeasured = await run(
    'carry-out',
    plan_id,
    '--command',
    'sh -c "echo x > x.txt"',
    '--evaluate',
    'false',
  );
  expect(unmeasured.code).toBe(7);
  const measured = ['--evaluate', `node -p '"{\\"ms\\":5}"'`];
  const done = await run('carry-out', plan_id, '--command', 'sh -c "echo y > x.txt"', ...measured, '--json');
  expect(done.code).toBe(0);
  const { commit } = (await eventsOf('commits')).findLast((event) => event.type === 'change_made') ?? {};
  repository
    .git('for-each-ref', '--format=%(refname)', 'refs/heads/wayfold-*')
    .split('\n')
    .map((ref) => repository.git('update-ref', '-d', ref));
  repository.git('reflog', 'expire', '--expire=now', '--all');
  repository.git('gc', '--quiet', '--prune=now');
  const opened = await run('open', commit ?? '', '--repo', repository.directory, '--json');
  expect(JSON.parse(opened.stdout)).toMatchObject({
    commitHash: commit,
    diff: expect.stringContaining('x.txt'),
    metrics: [{ name: 'ms', value: 5 }],
  });
}, 120_000);
