import { describe, expect, it } from 'vitest';
import type { Fix, Proposal } from './action.ts';
import { createRepairEngine, type RepairState } from './engine.ts';
import type { Finding, IssueOutcome, IssueRecord } from './issue.ts';

/** A plan that lists what is wrong with it, by rule. A change puts another such plan in its place. */
interface Faulty {
  readonly first: readonly Finding[];
  readonly second: readonly Finding[];
}

const FINE: Faulty = { first: [], second: [] };

function finding(key: string, more: Partial<Finding> = {}): Finding {
  return { type: 'T', target: key, key, evidence: `as ${key}`, description: `${key} is wrong`, ...more };
}

function first(...keys: readonly string[]): Faulty {
  return { ...FINE, first: keys.map((key) => finding(key)) };
}

interface Ways {
  readonly auto?: readonly Fix<Faulty>[];
  readonly options?: readonly Proposal<Faulty>[];
}

/** Ways to mend an issue are given by its key. Findings whose type is `F` are fatal. */
function engineWith(ways: Readonly<Record<string, Ways>> = {}) {
  let tick = 0;
  return createRepairEngine<Faulty, string, unknown, Faulty>({
    invariants: [
      { name: 'first', check: (plan) => plan.first },
      { name: 'second', check: (plan) => plan.second },
    ],
    severity: ({ type }) => (type === 'F' ? 'FATAL' : 'LOCAL'),
    fixes: {
      auto: ({ target }) => ways[String(target)]?.auto ?? [],
      options: ({ target }) => ways[String(target)]?.options ?? [],
      reason: ({ description }) => description,
      question: (fatal) => ({ question: 'And now?', reason: fatal.map(({ id }) => id).join(' ') }),
      apply: (change) => change,
      size: () => 1,
    },
    gaps: () => undefined,
    next: () => ({ type: 'CONTINUE_PLAN' }),
    now: () => `t${++tick}`,
  });
}

type State = RepairState<Faulty, string, unknown, Faulty>;

function given(subject: Faulty, history: readonly IssueRecord[] = []): State {
  return { subject, issues: [], history };
}

function record(key: string, outcome: IssueOutcome, more: Partial<IssueRecord> = {}): IssueRecord {
  return { issueId: `T:${key}`, type: 'T', target: key, outcome, at: 't0', ...more };
}

function option(key: string, change: Faulty, more: Partial<Proposal<Faulty>> = {}): Proposal<Faulty> {
  return { key, label: `Do ${key}`, change, group: 0, ...more };
}

describe('the order of issues', () => {
  function order(subject: Faulty): string[] {
    return engineWith()
      .evaluate(given(subject))
      .map(({ id }) => id);
  }

  it('puts fatal issues first, even from a rule of lower priority later in the plan', () => {
    const fatal = finding('z', { type: 'F', position: 9 });
    expect(order({ first: [finding('a')], second: [finding('b'), fatal] })).toEqual(['F:z', 'T:a', 'T:b']);
  });

  it('then follows the priority of the rule, whatever the position', () => {
    expect(
      order({
        first: [finding('z', { position: 9 })],
        second: [finding('b', { position: 1 }), finding('a')],
      }),
    ).toEqual(['T:z', 'T:a', 'T:b']);
  });

  it('then follows the position; no position means the start', () => {
    const found = [finding('c', { position: 2 }), finding('d'), finding('b', { position: 1 }), finding('e')];
    expect(order({ ...FINE, first: found })).toEqual(['T:d', 'T:e', 'T:b', 'T:c']);
  });

  it('then follows the id, by code units', () => {
    expect(order(first('b', 'ä', 'a', 'B', 'c'))).toEqual(['T:B', 'T:a', 'T:b', 'T:c', 'T:ä']);
  });
});

describe('the order of options', () => {
  function order(...options: readonly Proposal<Faulty>[]): string[] {
    const { action } = engineWith({ x: { options } }).turn({}, given(first('x', 'y', 'z')));
    return action.type === 'SUGGEST_REPAIR' ? action.options.map(({ id }) => id.slice('T:x/'.length)) : [];
  }

  it('follows the group, then the number of remaining issues', () => {
    expect(
      order(
        option('late', FINE, { group: 1 }),
        option('two', first('y', 'z')),
        option('none', FINE),
        option('three', first('x', 'y', 'w')),
        option('one', first('y')),
      ),
    ).toEqual(['none', 'one', 'two', 'three', 'late']);
  });

  it('counts a waiver as one issue fewer', () => {
    const keep = option('keep', first('x', 'y', 'z'), { waives: true });
    expect(order(keep, option('all', FINE), option('same', first('x', 'y', 'w')))).toEqual([
      'all',
      'keep',
      'same',
    ]);
  });

  it('then follows the rank, number by number; a missing number is zero', () => {
    expect(
      order(
        option('a', FINE, { rank: [2] }),
        option('b', FINE, { rank: [1, 2] }),
        option('c', FINE, { rank: [1] }),
        option('e', FINE),
        option('d', FINE, { rank: [0, 0] }),
        option('f', FINE, { rank: [0, 1] }),
        option('g', FINE, { rank: [-1] }),
        option('h', FINE),
      ),
    ).toEqual(['g', 'd', 'e', 'h', 'f', 'c', 'b', 'a']);
  });

  it('then follows the key', () => {
    expect(order(option('c', FINE), option('a', FINE), option('d', FINE), option('b', FINE))).toEqual([
      'a',
      'b',
      'c',
      'd',
    ]);
  });
});

describe('an automatic fix', () => {
  const fix = (change: Faulty, justification: string): Fix<Faulty> => ({ change, justification });

  it('skips candidates that change nothing or make things worse', () => {
    const subject = first('x');
    const engine = engineWith({
      x: { auto: [fix(subject, 'nothing'), fix(first('x', 'y'), 'worse'), fix(FINE, 'good')] },
    });
    expect(engine.turn({}, given(subject)).action).toEqual({
      type: 'AUTO_FIX',
      change: FINE,
      justification: 'good',
    });
  });

  it('is made unless two fixes of the issue are recorded', () => {
    const engine = engineWith({ x: { auto: [fix(FINE, 'good')] } });
    const actionAfter = (...history: IssueRecord[]) =>
      engine.turn({}, given(first('x'), history)).action.type;
    expect(actionAfter(record('x', 'RESOLVED'), record('x', 'CHOSEN'), record('x', 'AUTO_FIXED'))).toBe(
      'AUTO_FIX',
    );
    expect(actionAfter(record('y', 'AUTO_FIXED'), record('y', 'UNDONE'), record('x', 'AUTO_FIXED'))).toBe(
      'AUTO_FIX',
    );
    expect(actionAfter(record('x', 'AUTO_FIXED'), record('x', 'AUTO_FIXED'))).toBe('SUGGEST_REPAIR');
  });

  it('follows a choice in the same turn, and both are reported', () => {
    const engine = engineWith({
      x: { options: [option('go', first('y'))] },
      y: { auto: [fix(FINE, 'y is easy')] },
    });
    const { action, applied, state } = engine.turn({ choose: 'T:x/go' }, given(first('x', 'y')));
    expect(action).toEqual({ type: 'AUTO_FIX', change: FINE, justification: 'y is easy' });
    expect(applied).toEqual([
      { change: first('y'), by: 'choice', issueId: 'T:x', why: 'Do go' },
      { change: FINE, by: 'auto-fix', issueId: 'T:y', why: 'y is easy' },
    ]);
    expect(state.history.map(({ issueId, outcome }) => [issueId, outcome])).toEqual([
      ['T:x', 'CHOSEN'],
      ['T:y', 'AUTO_FIXED'],
    ]);
  });
});

describe('the history of issues', () => {
  it('has one entry per fix, even after the next turn', () => {
    const engine = engineWith({ x: { auto: [{ change: FINE, justification: 'good' }] } });
    const { state } = engine.turn({}, given(first('x')));
    expect(state.history).toEqual([{ ...record('x', 'AUTO_FIXED'), at: 't2' }]);
    expect(engine.turn({}, state).state.history).toBe(state.history);
  });

  it('records the chosen option, and the evidence of a waived issue', () => {
    const engine = engineWith({
      x: { options: [option('go', FINE), option('keep', FINE, { waives: true })] },
    });
    const chosen = engine.turn({ choose: 'T:x/go' }, given(first('x')));
    expect(chosen.state.history).toStrictEqual([
      { issueId: 'T:x', type: 'T', target: 'x', outcome: 'CHOSEN', at: 't2', optionId: 'T:x/go' },
    ]);
    const waived = engine.turn({ choose: 'T:x/keep' }, given(first('x')));
    expect(waived.applied).toEqual([]);
    expect(waived.state.history).toMatchObject([
      { outcome: 'WAIVED', optionId: 'T:x/keep', evidence: 'as x' },
    ]);
  });

  it('does not record an option that changes nothing', () => {
    const subject = first('x');
    const engine = engineWith({ x: { options: [option('idle', subject)] } });
    const turn = engine.turn({ choose: 'T:x/idle' }, given(subject));
    expect(turn.state.history).toEqual([]);
    expect(turn.applied).toEqual([]);
    expect(turn.action.type).toBe('SUGGEST_REPAIR');
  });

  it('gets an entry for an issue that disappeared, and none for one that stays', () => {
    const engine = engineWith();
    const { state } = engine.turn({}, given(first('x', 'y')));
    expect(engine.turn({}, state).state.history).toEqual([]);
    const later = engine.turn({}, { ...state, subject: first('y') }).state;
    expect(later.history).toMatchObject([{ issueId: 'T:x', outcome: 'RESOLVED' }]);
    expect(later.issues.map(({ id }) => id)).toEqual(['T:y']);
  });

  it('does not count an issue whose fix was undone as settled', () => {
    const engine = engineWith();
    const { state } = engine.turn({}, given(first('x'), [record('x', 'AUTO_FIXED'), record('x', 'UNDONE')]));
    expect(engine.turn({}, { ...state, subject: FINE }).state.history.map(({ outcome }) => outcome)).toEqual([
      'AUTO_FIXED',
      'UNDONE',
      'RESOLVED',
    ]);
  });
});

describe('a suggestion', () => {
  it('is attached only to its issue', () => {
    const { action, state } = engineWith({ x: { options: [option('go', FINE)] } }).turn(
      {},
      given(first('x', 'y')),
    );
    expect(state.issues.map(({ id, suggestedFixes }) => [id, suggestedFixes])).toEqual([
      ['T:x', [action]],
      ['T:y', undefined],
    ]);
  });
});

describe('a waiver', () => {
  const bare = { ...FINE, first: [finding('x', { evidence: '' })] };

  it('counts only waivers, not other outcomes of the same issue', () => {
    expect(engineWith().evaluate(given(bare, [record('x', 'CHOSEN')]))).toHaveLength(1);
  });

  it('without evidence matches an issue without evidence', () => {
    expect(engineWith().evaluate(given(bare, [record('x', 'WAIVED')]))).toEqual([]);
    expect(engineWith().evaluate(given(first('x'), [record('x', 'WAIVED')]))).toHaveLength(1);
  });
});
