import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { GitRepository } from '../../../../test/cli-stand-ins/git-repository.ts';
import { runReactors } from '../../../host/run-reactors.ts';
import type { Envelope, ProposedFact } from '../../../journal/fact.ts';
import { type Journal, openJournal } from '../../../journal/journal.ts';
import { memoryStore } from '../../../journal/memory-store.ts';
import { commandBackend } from '../../../machine/agents/command.ts';
import { commitsReactors } from '../commits-reactors.ts';
import { CommitsConfig } from '../config.ts';
import { commitsEventOf, commitsSessionFacts } from '../facts.ts';
import { evaluationFromNotes } from '../history/evaluation.ts';
import { applyFact, type CommitsState, NO_PLANS } from '../session-fold.ts';
import { settingsFromEnv } from '../settings.ts';
import { bestOf, sampledFrom } from './archive.ts';
import { candidatesOf, measuredUpTo } from './candidates.ts';
import { begin, goOn, latestEvolution, stop } from './evolution-commands.ts';
import { evolutionBlocks } from './evolution-view.ts';
import { EvolveInput } from './evolve-input.ts';

const SHOW = fileURLToPath(new URL('../../../../examples/evolve/', import.meta.url));
const EVALUATOR = 'node bench.mjs';

let repository: GitRepository;
let directory: string;
let log: string;

beforeEach(() => {
  repository = new GitRepository();
  const files = Object.fromEntries(
    ['duplicates.mjs', 'bench.mjs'].map((name) => [name, readFileSync(join(SHOW, name), 'utf8')]),
  );
  repository.commit('Find duplicates', files);
  directory = mkdtempSync(join(tmpdir(), 'wayfold-evolve-'));
  log = join(directory, 'agent.log');
});

afterEach(() => {
  repository.remove();
  rmSync(directory, { recursive: true, force: true });
});

const input = (given: Partial<EvolveInput> = {}): EvolveInput =>
  EvolveInput.parse({
    goal: 'Find duplicates with fewer reads',
    evaluators: [EVALUATOR],
    metric: 'reads',
    rounds: 2,
    candidates: 3,
    parallel: 2,
    timeLimitSeconds: 30,
    ...given,
  });

type EvolutionJournal = Journal<Envelope>;

function journalIn(store = memoryStore(), id = 'commits:evolve'): EvolutionJournal {
  return openJournal(store, id, { facts: commitsSessionFacts }) as unknown as EvolutionJournal;
}

async function stateOf(journal: EvolutionJournal): Promise<CommitsState> {
  return (await journal.facts()).reduce<CommitsState>((state, fact) => applyFact(state, fact), NO_PLANS);
}

const config = () => CommitsConfig.parse({ repository: repository.directory, backend: 'command' });

async function started(journal: EvolutionJournal, given: Partial<EvolveInput> = {}): Promise<void> {
  const at = { state: NO_PLANS, head: 0, nativeFrom: 1 };
  const facts = begin(at, input(given), { config: config(), evolutionId: 'e1', by: 'ada' });
  await journal.append(facts as readonly ProposedFact[]);
}

function reactors() {
  const settings = settingsFromEnv({ LOGS_BASE_DIR: directory, PATH: process.env.PATH });
  const env = { PATH: process.env.PATH, EVOLVE_LOG: log };
  const backend = commandBackend({ command: [process.execPath, join(SHOW, 'agent.mjs')], env });
  return commitsReactors({
    settings,
    backend,
    roots: [repository.directory],
    evaluators: [EVALUATOR],
    progress: () => {},
  });
}

/** Runs until nothing is left to do, or until this many facts of the planner are there: then it ends amid whatever it does. */
async function run(journal: EvolutionJournal, until = Number.POSITIVE_INFINITY): Promise<void> {
  const running = await runReactors(journal, reactors(), { worker: `worker-${until}`, isGone: () => true });
  const { promise: reached, resolve } = Promise.withResolvers<void>();
  let count = 0;
  const unfollow = journal.subscribe({ from: 1, onError: () => {} }, (facts) => {
    count += facts.filter(isOwn).length;
    if (count >= until) resolve();
  });
  await Promise.race([running.idle(), reached]);
  unfollow();
  await running.close();
}

const isOwn = (fact: Envelope) => commitsEventOf(fact) !== undefined;

const agentLog = () => readFileSync(log, 'utf8').trim().split('\n');

describe('a complete evolution', () => {
  test('finds, keeps and explains the best, and does not touch the work tree', async () => {
    const journal = journalIn();
    const before = repository.git('status', '--porcelain=v1', '--branch');
    await started(journal, { measures: ['lines=0..20/4'] });
    await run(journal);

    const state = await stateOf(journal);
    const evolution = latestEvolution(state);
    if (evolution === undefined) throw new Error('no evolution');
    expect(evolution.stopped).toBe('rounds');
    const candidates = candidatesOf(evolution, state);
    const ends = candidates.map(({ plan }) => [
      plan.proposal?.plan.plan_summary,
      plan.standing,
      plan.conclusion?.note,
    ]);
    expect(ends.map(([summary, standing]) => [summary, standing])).toEqual([
      ['Look only at what comes after', 'succeeded'],
      ['Return at once', 'unsuccessful'],
      ['Sort a copy and compare neighbours', 'succeeded'],
      ['Make the benchmark do less', 'unsuccessful'],
      ['Remember what was seen in a set', expect.any(String)],
      ['Leave it as it is', 'unsuccessful'],
    ]);
    expect(ends[1]?.[2]).toContain('exit code 1');
    expect(ends[3]?.[2]).toContain('bench.mjs');
    const best = bestOf(measuredUpTo(evolution, candidates), evolution.setup);
    expect(best?.objective).toBe(200);
    expect(evolution.offered?.commit).toBe(best?.commit);
    expect(repository.git('rev-parse', evolution.offered?.branch ?? '')).toBe(best?.commit);
    expect(await evaluationFromNotes(repository.directory, best?.commit ?? '')).toMatchObject({
      metrics: expect.arrayContaining([
        expect.objectContaining({ name: 'reads', value: 200, higherIsBetter: false }),
      ]),
      objective: 200,
      measures: { lines: expect.any(Number) },
      summary: expect.any(String),
    });

    // Only what plans may begin with or be shown when it goes on keeps a name.
    const refs = repository.git('for-each-ref', '--format=%(objectname)', 'refs/wayfold').split('\n');
    const used = sampledFrom(measuredUpTo(evolution, candidates), evolution.setup).map(
      ({ commit }) => commit,
    );
    expect(refs.toSorted()).toEqual(used.filter((commit) => commit !== evolution.base?.commit).toSorted());

    expect(repository.git('status', '--porcelain=v1', '--branch')).toBe(before);
    expect(repository.git('worktree', 'list').split('\n')).toHaveLength(1);
    const blocks = evolutionBlocks(evolution, state);
    expect(blocks.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['progress', 'fields', 'chart', 'table', 'diff']),
    );
  }, 120_000);

  test('samples the same commits for the same seed', async () => {
    const requests = async () => {
      const journal = journalIn();
      await started(journal, { parallel: 1, seed: 7 });
      await run(journal);
      return (await journal.facts()).flatMap((fact) => {
        const event = commitsEventOf(fact);
        if (event?.type !== 'plan_requested') return [];
        const subject = (hash: string) => repository.git('log', '-1', '--format=%s', hash);
        return [[event.requestId, subject(event.base), event.inspirations.map(subject)]];
      });
    };
    expect(await requests()).toEqual(await requests());
  }, 120_000);
});

test('a kill after any fact repeats no recorded work', async () => {
  const journal = journalIn();
  await started(journal);
  let kills = 0;
  while (latestEvolution(await stateOf(journal))?.stopped === undefined && kills < 100) {
    await run(journal, (await journal.facts()).filter(isOwn).length + 1);
    kills += 1;
  }
  expect(kills).toBeGreaterThan(10);
  const state = await stateOf(journal);
  expect(latestEvolution(state)?.stopped).toBe('rounds');
  const events = (await journal.facts()).flatMap((fact) => commitsEventOf(fact) ?? []);
  const once = (type: string) =>
    events.flatMap((event) => (event.type === type && 'requestId' in event ? [event.requestId] : []));
  for (const type of ['plan_requested', 'plan_proposed', 'change_made', 'plan_concluded']) {
    const ids = once(type);
    expect([type, ids]).toEqual([type, [...new Set(ids)]]);
  }
  expect(once('plan_concluded')).toHaveLength(6);
  // What was recorded was asked of the agent once; only what a kill cut off was asked again.
  expect(new Set(agentLog()).size).toBe(12);
}, 240_000);

describe('a measurement interrupted by a crash', () => {
  const begun = { type: 'evaluation_begun', evaluationId: 'e1-base', evolutionId: 'e1' };
  const crashed = async (journal: EvolutionJournal, begins: readonly object[]) => {
    await started(journal, { rounds: 1, candidates: 1 });
    await journal.append(begins.map((each) => ({ ...begun, ...each })));
    const target = (await journal.facts()).at(-1)?.seq ?? 0;
    const until = new Date(Date.now() + 60_000).toISOString();
    await journal.append([{ type: 'claimed', work: 'commits.measure', target, worker: 'dead', until }]);
    await run(journal);
    const events = (await journal.facts()).flatMap((fact) => commitsEventOf(fact) ?? []);
    return {
      begins: events.flatMap((event) =>
        event.type === 'evaluation_begun' && event.requestId === undefined ? [event] : [],
      ),
      results: events.flatMap((event) =>
        event.type === 'commit_evaluated' && event.requestId === undefined ? [event] : [],
      ),
    };
  };

  test('is started once more, with the reason', async () => {
    const { begins, results } = await crashed(journalIn(), [{ attempt: 1 }]);
    expect(begins).toMatchObject([{ attempt: 1 }, { attempt: 2, cutOff: 'crash' }]);
    expect(results).toMatchObject([{ status: 'measured' }]);
  }, 60_000);

  test('fails when it crashes again and again', async () => {
    const again = { cutOff: 'crash' };
    const begins = [{ attempt: 1 }, { attempt: 2, ...again }, { attempt: 3, ...again }];
    const { results } = await crashed(journalIn(), begins);
    expect(results).toMatchObject([{ status: 'failed' }]);
  }, 60_000);
});

test('a gain within the noise is not offered as the best', async () => {
  const journal = journalIn();
  const log = join(directory, 'runs.log');
  repository.commit('Measure by the clock', {
    'bench.mjs': `import { appendFileSync, existsSync, readFileSync } from 'node:fs';
const log = ${JSON.stringify(log)};
const runs = existsSync(log) ? readFileSync(log, 'utf8').length : 0;
appendFileSync(log, '.');
console.log(JSON.stringify({ reads: 100 + [3, -4, 0, 5, -5][runs % 5] }));`,
  });
  await started(journal, { repeat: 3, warmUps: 1, rounds: 5, patience: 1 });
  await run(journal);
  const state = await stateOf(journal);
  const evolution = latestEvolution(state);
  if (evolution === undefined) throw new Error('no evolution');
  expect(evolution).toMatchObject({ stopped: 'patience', offered: undefined });
  expect(evolution.base?.runs).toHaveLength(3);
  const evaluations = candidatesOf(evolution, state).flatMap(({ plan }) => plan.work?.evaluation ?? []);
  expect(evaluations).toHaveLength(3);
  for (const { runs, against } of evaluations) {
    expect(runs).toHaveLength(6);
    expect(against?.commit).toBe(evolution.base?.commit);
  }
}, 120_000);

test('a stop ends the work, and a resume continues it', async () => {
  const journal = journalIn();
  await started(journal, { parallel: 1 });
  await run(journal, 12);
  const stopped = await stateOf(journal);
  await journal.append([{ type: 'work_cancelled' }, ...stop(stopped)] as readonly ProposedFact[]);
  await run(journal);
  const halted = await stateOf(journal);
  expect(latestEvolution(halted)?.stopped).toBe('person');
  const head = (await journal.facts()).at(-1)?.seq ?? 0;
  await journal.append(goOn({ state: halted, head, nativeFrom: 1 }, {}, 'ada') as readonly ProposedFact[]);
  await run(journal);
  const state = await stateOf(journal);
  const evolution = latestEvolution(state);
  expect(evolution?.stopped).toBe('rounds');
  expect(
    evolution && bestOf(measuredUpTo(evolution, candidatesOf(evolution, state)), evolution.setup)?.objective,
  ).toBe(200);
}, 120_000);

test('a fork at any fact continues independently of the original', async () => {
  const store = memoryStore();
  const journal = journalIn(store);
  await started(journal, { rounds: 1 });
  await run(journal);
  const facts = await journal.facts();
  const steps = facts.filter(isOwn).map(({ seq }) => seq);
  for (const [i, seq] of steps.filter((_, at) => at % 5 === 1).entries()) {
    const copy = (await journal.fork(seq, `commits:fork-${i}`)) as EvolutionJournal;
    await run(copy);
    const { nativeFrom = 1 } = (await copy.describe()) ?? {};
    const head = (await copy.facts()).at(-1)?.seq ?? 0;
    await copy.append(
      goOn({ state: await stateOf(copy), head, nativeFrom }, {}, 'ada') as readonly ProposedFact[],
    );
    await run(copy);
    const state = await stateOf(copy);
    expect([seq, latestEvolution(state)?.stopped, state.plans.size]).toEqual([seq, 'rounds', 3]);
  }
  expect(await journal.facts()).toEqual(facts);
}, 240_000);

test('a budget holds, and can be raised', async () => {
  const journal = journalIn();
  await started(journal, { parallel: 1, maxSeconds: 0.001 });
  await run(journal);
  const state = await stateOf(journal);
  expect(latestEvolution(state)).toMatchObject({ stopped: 'seconds', base: { status: 'measured' } });
  expect(state.plans.size).toBe(0);
  const head = (await journal.facts()).at(-1)?.seq ?? 0;
  const more = goOn({ state, head, nativeFrom: 1 }, { maxSeconds: 600, rounds: 1 }, 'ada');
  await journal.append(more as readonly ProposedFact[]);
  await run(journal);
  expect(latestEvolution(await stateOf(journal))?.stopped).toBe('rounds');
}, 120_000);

test('it stops at its target, and continues with a better one', async () => {
  const journal = journalIn();
  await started(journal, { parallel: 1, target: 20_000 });
  await run(journal);
  const state = await stateOf(journal);
  expect(latestEvolution(state)?.stopped).toBe('target');
  expect(state.plans.size).toBe(1);
  const head = (await journal.facts()).at(-1)?.seq ?? 0;
  const at = { state, head, nativeFrom: 1 };
  expect(() => goOn(at, {}, 'ada')).toThrow(expect.objectContaining({ code: 'refused' }));
  await journal.append(goOn(at, { target: 200 }, 'ada') as readonly ProposedFact[]);
  await run(journal);
  expect(latestEvolution(await stateOf(journal))?.stopped).toBe('target');
}, 120_000);

test('an evaluator that the host does not allow is not run', async () => {
  const journal = journalIn();
  await started(journal, { evaluators: ['touch pwned'] });
  await run(journal);
  expect(latestEvolution(await stateOf(journal))).toMatchObject({
    stopped: 'base',
    base: { status: 'failed', reason: expect.stringContaining('touch pwned') },
  });
}, 60_000);
