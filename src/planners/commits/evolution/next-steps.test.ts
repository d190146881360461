import { expect, test } from 'vitest';
import { planProposed } from '../../../../test/commits-journal.ts';
import type { ProposedFact } from '../../../journal/fact.ts';
import { CommitsConfig } from '../config.ts';
import type { CommitsEvent } from '../facts.ts';
import { applyFact, type CommitsState, NO_PLANS } from '../session-fold.ts';
import { bestOf } from './archive.ts';
import { candidatesOf, measuredUpTo } from './candidates.ts';
import { begin, goOn, latestEvolution } from './evolution-commands.ts';
import { EvolveInput } from './evolve-input.ts';
import { nextSteps } from './next-steps.ts';

/** An evolution in memory: what happens is recorded along with what follows from it, as reactors do it. */
class Story {
  state: CommitsState = NO_PLANS;
  head = 0;
  next: readonly CommitsEvent[] = [];

  constructor(given: Partial<EvolveInput> = {}) {
    const input = EvolveInput.parse({
      ...{ goal: 'Faster', evaluators: ['node bench.mjs'], metric: 'ms', rounds: 1, candidates: 2 },
      ...given,
    });
    const at = { state: this.state, head: 0, nativeFrom: 1 };
    const config = CommitsConfig.parse({ repository: '/repo' });
    this.#record(begin(at, input, { config, evolutionId: 'e', by: 'ada' }));
    const base = { type: 'commit_evaluated', evaluationId: 'e-base', evolutionId: 'e', commit: 'base' };
    this.happens({
      ...{ ...base, tree: 'tree-0', protected: ['bench.mjs'], status: 'measured', output: '', seconds: 1 },
      metrics: [{ name: 'ms', value: 100 }],
    });
  }

  /** Records something, and returns the types of what is to be done next, with their plans. */
  happens(...facts: readonly ProposedFact[]): readonly string[] {
    this.#record(facts);
    this.next = nextSteps(this.state, this.head);
    this.#record(this.next);
    return this.next.map((event) => `${event.type}${'requestId' in event ? ` ${event.requestId}` : ''}`);
  }

  goesOn(): readonly string[] {
    const next = goOn({ state: this.state, head: this.head, nativeFrom: 1 }, {}, 'ada');
    this.#record(next);
    return next.map(({ type }) => type);
  }

  planned(requestId: string): readonly string[] {
    const { plan, ...rest } = planProposed(requestId);
    return this.happens({ ...rest, plan, requestId });
  }

  changed(requestId: string, tree: string, given: object = {}): readonly string[] {
    const change = {
      agent: 'a',
      base: 'base',
      commit: `c-${requestId}`,
      ref: 'refs/x',
      summary: '',
      diff: '',
    };
    return this.happens({
      ...{ type: 'change_made', requestId, tree, files: [], touched: [], seconds: 1 },
      ...{ ...change, ...given },
    });
  }

  measured(requestId: string, ms: number, given: object = {}): readonly string[] {
    return this.happens({
      ...{ type: 'commit_evaluated', evaluationId: 'x', evolutionId: 'e', requestId, seconds: 1, output: '' },
      ...{ commit: `c-${requestId}`, status: 'measured', metrics: [{ name: 'ms', value: ms }], ...given },
    });
  }

  get evolution() {
    const evolution = latestEvolution(this.state);
    if (evolution === undefined) throw new Error('no evolution');
    return evolution;
  }

  get best(): string | undefined {
    const candidates = candidatesOf(this.evolution, this.state);
    return bestOf(measuredUpTo(this.evolution, candidates), this.evolution.setup)?.commit;
  }

  plan(requestId: string) {
    return this.state.plans.get(requestId);
  }

  #record(facts: readonly ProposedFact[]): void {
    for (const fact of facts) {
      this.head += 1;
      const envelope = { v: 1, ...fact, seq: this.head, id: `f${this.head}`, ts: '2026-01-01T00:00:00.000Z' };
      this.state = applyFact(this.state, envelope);
    }
  }
}

function worked(given: Partial<EvolveInput> = {}): Story {
  const story = new Story(given);
  story.planned('e-1-1');
  story.planned('e-1-2');
  return story;
}

test('a change that is being measured is not measured a second time', () => {
  const story = worked();
  expect(story.changed('e-1-1', 'tree-1')).toEqual(['evaluation_requested e-1-1']);
  expect(story.changed('e-1-2', 'tree-1')).toEqual([]);
  expect(story.measured('e-1-1', 50)).toEqual([
    'plan_concluded e-1-1',
    'plan_concluded e-1-2',
    'evolution_stopped',
  ]);
  expect(story.plan('e-1-2')).toMatchObject({ standing: 'unsuccessful', work: { evaluation: undefined } });
  expect(story.evolution.stopped).toBe('rounds');
});

test('a change that restores the base or touches a protected file is not measured', () => {
  const story = worked();
  expect(story.changed('e-1-1', 'tree-0')).toEqual(['plan_concluded e-1-1']);
  expect(story.changed('e-1-2', 'tree-2', { touched: ['bench.mjs'] })).toContain('plan_concluded e-1-2');
});

test('of equal candidates the kept one is the best', () => {
  const story = worked();
  story.changed('e-1-1', 'tree-1');
  story.changed('e-1-2', 'tree-2');
  story.measured('e-1-2', 50);
  story.measured('e-1-1', 50);
  expect(story.plan('e-1-2')?.standing).toBe('succeeded');
  expect(story.plan('e-1-1')?.standing).toBe('unsuccessful');
  expect(story.best).toBe('c-e-1-2');
});

test('protected files are restored from the base', () => {
  const story = worked();
  story.changed('e-1-1', 'tree-1');
  expect(story.next).toMatchObject([{ protected: { from: 'base', paths: ['bench.mjs'] } }]);
});

const failed = { type: 'plan_failed', expected: 'x', actual: 'y', fix: 'z' };

test('a host that cannot plan, carry out or measure stops the evolution without using up candidates', () => {
  const planning = new Story({ rounds: 5 });
  planning.planned('e-1-1');
  expect(planning.happens({ ...failed, requestId: 'e-1-2', code: 'backend-missing' })).toEqual([]);
  const change = { type: 'change_failed', requestId: 'e-1-1', code: 'cancelled', reason: 'x', seconds: 0 };
  expect(planning.happens(change)).toEqual(['evolution_stopped']);
  expect(planning.evolution.stopped).toBe('setup');
  expect(planning.goesOn()).toEqual(['evolution_resumed', 'change_requested', 'plan_requested']);
  expect(planning.plan('e-1-2-2')?.standing).toBe('requested');

  const carrying = worked();
  carrying.happens({ ...change, code: 'carry-out-refused' });
  carrying.happens({ ...change, requestId: 'e-1-2', code: 'carry-out-refused' });
  expect(carrying.evolution.stopped).toBe('setup');
  expect(carrying.goesOn()).toEqual(['evolution_resumed', 'change_requested', 'change_requested']);

  const measuring = new Story({ candidates: 1, parallel: 1 });
  measuring.planned('e-1-1');
  measuring.changed('e-1-1', 'tree-1');
  measuring.measured('e-1-1', 1, { status: 'failed', metrics: [], code: 'carry-out-refused' });
  expect(measuring.evolution.stopped).toBe('setup');
  expect(measuring.goesOn()).toEqual(['evolution_resumed', 'evaluation_requested']);
});

test('an interrupted attempt counts', () => {
  const story = worked({ maxSeconds: 60 });
  story.changed('e-1-1', 'tree-1');
  const begun = { type: 'evaluation_begun', evaluationId: 'e-1-1-evaluation', requestId: 'e-1-1' };
  const before = story.evolution.spent.seconds;
  story.happens({ ...begun, evolutionId: 'e', attempt: 2, cutOff: 'crash', seconds: 70 });
  expect(story.evolution.spent.seconds).toBe(before + 70);
});
