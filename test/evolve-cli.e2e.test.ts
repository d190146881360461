import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import type { Envelope } from '../src/journal/fact.ts';
import { openJournal, sqliteStore } from '../src/journal/index.ts';
import { commitsEventOf } from '../src/planners/commits/facts.ts';
import { CliProcess, runWayfold } from './cli-process.ts';
import { GitRepository } from './cli-stand-ins/git-repository.ts';
import { eventually } from './eventually.ts';

const SHOW = fileURLToPath(new URL('../examples/evolve/', import.meta.url));

let repository: GitRepository;
let place: string;

beforeAll(() => {
  repository = new GitRepository();
  const read = (name: string) => readFileSync(join(SHOW, name), 'utf8');
  const files = { 'duplicates.mjs': read('duplicates.mjs'), 'bench.mjs': read('bench.mjs') };
  repository.commit('Find duplicates', files);
  place = mkdtempSync(join(tmpdir(), 'wayfold-evolve-'));
});

afterAll(() => {
  repository.remove();
  rmSync(place, { recursive: true, force: true });
});

const log = () => join(place, 'agent.log');
const asked = () => (existsSync(log()) ? readFileSync(log(), 'utf8').trim().split('\n') : []);

const options = () => ({
  cwd: repository.directory,
  env: { LOGS_BASE_DIR: place, WORKER_PLANNING_EXTRA_ENV: JSON.stringify({ EVOLVE_LOG: log() }) },
});

const AGENT = ['--command', JSON.stringify([process.execPath, join(SHOW, 'agent.mjs')])];
const begin = [
  ...['commits', 'evolve', '--goal', 'Find duplicates with fewer reads', '--evaluate', 'node bench.mjs'],
  ...['--minimize', 'reads', '--rounds', '1', '--candidates', '1'],
];

it('an evolution survives a kill at every fact, repeats nothing, and finds, keeps and explains the best', async () => {
  const data = ['--data', join(place, 'data')];
  const store = sqliteStore(join(place, 'data', 'wayfold.db'));
  const seen = new Set<string>();
  let name = '';
  let lastCode: number | null = null;
  while (lastCode === null) {
    const args = name === '' ? begin : ['commits', 'evolve', '--resume', name];
    const running = new CliProcess([...args, ...AGENT, ...data], { ...options(), input: '' });
    const ended = running.end().then(() => true);
    if (name === '') await eventually(() => running.stderr).toMatch(/^Evolution \S+\./m);
    name = /^Evolution (\S+)\./m.exec(running.stderr)?.[1] ?? name;
    const journal = openJournal(store, `commits:${name}`);
    for (;;) {
      const fresh = stepsIn(await journal.facts()).filter((step) => !seen.has(step));
      const isBegun = seen.size > 0 || fresh.some((step) => step.startsWith('evolution_started'));
      if (isBegun && fresh.length > 0) {
        for (const step of fresh) seen.add(step);
        running.child.kill('SIGKILL');
        break;
      }
      if (await Promise.race([ended, setTimeout(5, false)])) break;
    }
    await running.end();
    lastCode = running.child.exitCode;
  }
  const facts: readonly Envelope[] = await openJournal(store, `commits:${name}`).facts();
  const events = facts.flatMap((fact) => commitsEventOf(fact) ?? []);
  await store.close();
  expect(seen.size).toBeGreaterThan(20);

  const ids = (type: string) =>
    events.flatMap((event) => (event.type === type && 'requestId' in event ? [event.requestId] : []));
  for (const type of ['plan_requested', 'plan_proposed', 'change_made', 'commit_evaluated', 'plan_concluded'])
    expect([type, ids(type)]).toEqual([type, [...new Set(ids(type))]]);
  expect(ids('plan_concluded')).toHaveLength(1);
  // Each measurement was cut off once, was begun once more, and says why.
  const begins = events.flatMap((event) => (event.type === 'evaluation_begun' ? [event] : []));
  expect(begins.map(({ attempt, cutOff }) => [attempt, cutOff])).toEqual(
    [1, 2].flatMap(() => [
      [1, undefined],
      [2, 'crash'],
    ]),
  );
  // An agent is asked again only where a kill cut it off.
  expect(new Set(asked()).size).toBe(2);
  expect(asked().length).toBeLessThanOrEqual(4);
  expect(events.filter(({ type }) => type === 'evolution_stopped')).toHaveLength(1);
  expect(events.find(({ type }) => type === 'evolution_stopped')).toMatchObject({ reason: 'rounds' });
  const offered = events.find((event) => event.type === 'best_offered');
  expect(repository.git('rev-parse', offered?.branch ?? '')).toBe(offered?.commit);
  expect(repository.git('status', '--porcelain')).toBe('');
  expect(repository.git('worktree', 'list').split('\n')).toHaveLength(1);

  const opened = await runWayfold(
    ['commits', 'open', offered?.commit ?? '', '--journal', `commits:${name}`, ...data],
    options(),
  );
  expect(opened.stdout).toContain('+');
  expect(opened.stdout).toContain('reads');
  // The last one was not killed: everything is done, and there is nothing to go on with.
  expect(lastCode).toBe(4);
}, 240_000);

const Claim = z.object({ type: z.literal('claimed'), work: z.string(), target: z.int() });

/** What happened, each step once: what begins again after a kill, and who holds it, are no new steps. */
function stepsIn(facts: readonly Envelope[]): readonly string[] {
  const again = new Set<number>();
  return facts.flatMap((fact) => {
    const event = commitsEventOf(fact);
    if (event?.type === 'evaluation_begun' && event.attempt > 1) again.add(fact.seq);
    const claim = Claim.safeParse(fact).data;
    if (again.has(claim?.target ?? fact.seq) || fact.type === 'reaction_settled') return [];
    return [claim ? `claimed ${claim.work} ${claim.target}` : `${fact.type} ${fact.seq}`];
  });
}

it('names missing input before it starts', async () => {
  const data = ['--data', join(place, 'none')];
  const { code } = await runWayfold(['commits', 'evolve', '--goal', 'Faster', ...data], options());
  expect(code).toBe(2);
});
