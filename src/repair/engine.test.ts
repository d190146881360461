import { describe, expect, it } from 'vitest';
import type { Fix, Proposal } from './action.ts';
import { createRepairEngine, type RepairState } from './engine.ts';
import type { Issue } from './issue.ts';

/** A shelf of jars: each has a label and a fill. A jar must have a label (fatal for the first) and hold 10 at most. */
interface Jar {
  readonly label: string;
  readonly fill: number;
}
interface Shelf {
  readonly jars: readonly Jar[];
  readonly owner?: string;
}
type Type = 'OVERFULL' | 'UNLABELLED';
type Target = { readonly at: number };
type Change = { readonly op: 'fill' | 'label' | 'keep' | 'drop'; readonly at: number; readonly to?: number };

interface Rules {
  readonly auto?: (issue: Issue<Type, Target>, shelf: Shelf) => readonly Fix<Change>[];
  readonly options?: (issue: Issue<Type, Target>, shelf: Shelf) => readonly Proposal<Change>[];
  readonly apply?: (change: Change, shelf: Shelf) => Shelf;
}

const keep = (at: number): Proposal<Change> => ({
  key: 'keep',
  label: 'Keep',
  change: { op: 'keep', at },
  group: 9,
  waives: true,
});

function engineWith(rules: Rules = {}) {
  let tick = 0;
  return createRepairEngine<Shelf, Type, Target, Change>({
    invariants: [
      {
        name: 'labelled',
        check: ({ jars }) =>
          jars.flatMap(({ label }, at) =>
            label === ''
              ? [
                  {
                    type: 'UNLABELLED',
                    target: { at },
                    key: `${at}`,
                    evidence: '',
                    description: 'no label',
                    position: at,
                  },
                ]
              : [],
          ),
      },
      {
        name: 'not overfull',
        check: ({ jars }) =>
          jars.flatMap(({ fill }, at) =>
            fill > 10
              ? [
                  {
                    type: 'OVERFULL',
                    target: { at },
                    key: `${at}`,
                    evidence: `${fill}`,
                    description: `holds ${fill}`,
                    position: at,
                  },
                ]
              : [],
          ),
      },
    ],
    severity: ({ type, target }) => (type === 'UNLABELLED' && target.at === 0 ? 'FATAL' : 'LOCAL'),
    fixes: {
      auto: rules.auto ?? (() => []),
      options: rules.options ?? (({ target }) => [keep(target.at)]),
      reason: ({ description }) => description,
      question: (fatal) => ({ question: 'What is it?', reason: `${fatal.length} fatal` }),
      apply: rules.apply ?? applied,
      size: ({ to = 0 }) => to,
    },
    gaps: ({ owner }) =>
      owner === undefined ? { question: 'Whose is it?', reason: 'It has no owner.' } : undefined,
    next: () => ({ type: 'CONTINUE_PLAN' }),
    now: () => `t${++tick}`,
  });
}

function applied({ op, at, to = 0 }: Change, shelf: Shelf): Shelf {
  const jar = shelf.jars[at];
  if (jar === undefined || op === 'keep') return shelf;
  if (op === 'drop') return { ...shelf, jars: shelf.jars.toSpliced(at, 1) };
  return {
    ...shelf,
    jars: shelf.jars.with(at, op === 'fill' ? { ...jar, fill: to } : { ...jar, label: 'x' }),
  };
}

function given(jars: readonly Jar[], owner?: string): RepairState<Shelf, Type, Target, Change> {
  return { subject: { jars, ...(owner !== undefined && { owner }) }, issues: [], history: [] };
}

const good: Jar = { label: 'salt', fill: 3 };

describe('evaluate', () => {
  it('orders issues by severity, then priority of the invariant, then position', () => {
    const state = given([
      { label: '', fill: 11 },
      { label: '', fill: 12 },
      { label: 'c', fill: 13 },
    ]);
    expect(
      engineWith()
        .evaluate(state)
        .map(({ id, severity }) => [id, severity]),
    ).toEqual([
      ['UNLABELLED:0', 'FATAL'],
      ['UNLABELLED:1', 'LOCAL'],
      ['OVERFULL:0', 'LOCAL'],
      ['OVERFULL:1', 'LOCAL'],
      ['OVERFULL:2', 'LOCAL'],
    ]);
  });

  it('keeps the time at which an issue was first seen', () => {
    const engine = engineWith();
    const first = engine.turn({}, given([good, { label: 'b', fill: 11 }], 'me')).state;
    expect(engine.evaluate(first)).toMatchObject([{ detectedAt: 't1' }]);
  });
});

describe('turn', () => {
  it('asks one question about everything fatal, and does nothing else', () => {
    const state = given([
      { label: '', fill: 99 },
      { label: 'b', fill: 99 },
    ]);
    const { action, state: after } = engineWith().turn({}, state);
    expect(action).toEqual({ type: 'ASK_USER', question: 'What is it?', reason: '1 fatal' });
    expect(after.subject).toBe(state.subject);
  });

  it('asks for missing information once nothing is wrong, and continues once nothing is missing', () => {
    expect(engineWith().turn({}, given([good])).action).toMatchObject({ question: 'Whose is it?' });
    expect(engineWith().turn({}, given([good], 'me')).action).toEqual({ type: 'CONTINUE_PLAN' });
  });

  it('picks the fix that leaves the fewest issues, then the one that changes the least', () => {
    const engine = engineWith({
      auto: ({ target: { at } }) =>
        [12, 9, 4, 7].map((to) => ({ change: { op: 'fill', at, to }, justification: `to ${to}` })),
    });
    const { action, state, applied } = engine.turn({}, given([good, { label: 'b', fill: 40 }], 'me'));
    expect(action).toEqual({
      type: 'AUTO_FIX',
      change: { op: 'fill', at: 1, to: 4 },
      justification: 'to 4',
    });
    expect(state.subject.jars).toEqual([good, { label: 'b', fill: 4 }]);
    expect(state.subject.jars[0]).toBe(good);
    expect(applied).toMatchObject([{ by: 'auto-fix', issueId: 'OVERFULL:1' }]);
  });

  it('fixes the same issue at most twice, then suggests', () => {
    const engine = engineWith({
      auto: ({ target: { at } }, { jars }) => [
        { change: { op: 'fill', at, to: (jars[at]?.fill ?? 0) + 1 }, justification: 'no use' },
      ],
    });
    let state = given([{ label: 'a', fill: 11 }], 'me');
    const actions = Array.from({ length: 50 }, () => {
      const turn = engine.turn({}, state);
      state = turn.state;
      return turn.action;
    });
    expect(actions.slice(0, 3).map(({ type }) => type)).toEqual(['AUTO_FIX', 'AUTO_FIX', 'SUGGEST_REPAIR']);
    expect(new Set(actions.slice(2).map((action) => JSON.stringify(action))).size).toBe(1);
  });

  it('skips a fix that changes nothing or makes things worse', () => {
    const engine = engineWith({
      auto: ({ target: { at } }) => [
        { change: { op: 'keep', at }, justification: 'nothing' },
        { change: { op: 'fill', at, to: 3 }, justification: 'breaks the next' },
      ],
      apply: (change, shelf) => {
        const after = applied(change, shelf);
        return after === shelf
          ? shelf
          : { ...after, jars: [...after.jars, { label: '', fill: 11 }, { label: '', fill: 11 }] };
      },
    });
    expect(engine.turn({}, given([good, { label: 'b', fill: 11 }], 'me')).action.type).toBe('SUGGEST_REPAIR');
  });

  it('leaves out options that raise the number of issues, and orders the rest', () => {
    const engine = engineWith({
      options: ({ target: { at } }) => [
        keep(at),
        { key: 'drop', label: 'Drop', change: { op: 'drop', at }, group: 5 },
        { key: 'b', label: 'Second', change: { op: 'fill', at, to: 2 }, group: 0, rank: [1, 5] },
        { key: 'a', label: 'Third', change: { op: 'fill', at, to: 3 }, group: 0, rank: [1, 9] },
        { key: 'c', label: 'First', change: { op: 'fill', at, to: 1 }, group: 0, rank: [0] },
        { key: 'd', label: 'Does not help', change: { op: 'fill', at, to: 11 }, group: 0, rank: [0] },
        { key: 'e', label: 'Makes it worse', change: { op: 'label', at }, group: 0 },
      ],
      apply: (change, shelf) =>
        change.op === 'label'
          ? { ...shelf, jars: [...shelf.jars, { label: '', fill: 0 }] }
          : applied(change, shelf),
    });
    const { action, state } = engine.turn({}, given([good, { label: 'b', fill: 11 }], 'me'));
    expect(action.type === 'SUGGEST_REPAIR' && action.options.map(({ label }) => label)).toEqual([
      'First',
      'Second',
      'Third',
      'Does not help',
      'Drop',
      'Keep',
    ]);
    expect(state.issues[0]?.suggestedFixes).toEqual([action]);
  });

  it('applies a chosen option to its own node only', () => {
    const engine = engineWith({
      options: ({ target: { at } }) => [
        { key: 'less', label: 'Less', change: { op: 'fill', at, to: 2 }, group: 0 },
      ],
    });
    const { action, state, applied } = engine.turn(
      { choose: 'OVERFULL:1/less' },
      given([good, { label: 'b', fill: 11 }], 'me'),
    );
    expect(action).toEqual({ type: 'CONTINUE_PLAN' });
    expect(state.subject.jars).toEqual([good, { label: 'b', fill: 2 }]);
    expect(state.history).toMatchObject([{ issueId: 'OVERFULL:1', outcome: 'CHOSEN' }]);
    expect(applied).toMatchObject([{ by: 'choice' }]);
  });

  it('changes nothing for an outdated option, not even with an automatic fix', () => {
    const engine = engineWith({
      auto: ({ target: { at } }) => [{ change: { op: 'fill', at, to: 1 }, justification: 'less' }],
    });
    const state = given([good, { label: 'b', fill: 11 }], 'me');
    for (const choose of ['OVERFULL:7/less', '', 'nonsense', 'OVERFULL:1/gone']) {
      const turn = engine.turn({ choose }, state);
      expect(turn.state.subject).toBe(state.subject);
      expect(turn.action.type).toBe('SUGGEST_REPAIR');
    }
  });

  it('keeps a waiver as long as the evidence is unchanged', () => {
    const engine = engineWith();
    const waived = engine.turn({ choose: 'OVERFULL:1/keep' }, given([good, { label: 'b', fill: 11 }], 'me'));
    expect(waived.action).toEqual({ type: 'CONTINUE_PLAN' });
    expect(waived.state.history).toMatchObject([{ outcome: 'WAIVED', evidence: '11' }]);
    const changed = { ...waived.state, subject: { jars: [good, { label: 'b', fill: 12 }], owner: 'me' } };
    expect(engine.evaluate(changed)).toMatchObject([{ id: 'OVERFULL:1' }]);
  });

  it('never offers or takes a choice for a fatal issue', () => {
    const turn = engineWith().turn({ choose: 'UNLABELLED:0/keep' }, given([{ label: '', fill: 1 }], 'me'));
    expect(turn.action.type).toBe('ASK_USER');
    expect(turn.state.history).toEqual([]);
  });

  it('does not repeat a fix that was undone', () => {
    const engine = engineWith({
      auto: ({ target: { at } }) => [{ change: { op: 'fill', at, to: 1 }, justification: 'less' }],
    });
    const state = given([good, { label: 'b', fill: 11 }], 'me');
    const undone = {
      issueId: 'OVERFULL:1',
      type: 'OVERFULL' as const,
      target: { at: 1 },
      outcome: 'UNDONE' as const,
      at: 't0',
    };
    expect(engine.turn({}, { ...state, history: [undone] }).action.type).toBe('SUGGEST_REPAIR');
  });

  it('records an issue that disappeared by itself', () => {
    const engine = engineWith();
    const { state } = engine.turn({}, given([good, { label: 'b', fill: 11 }], 'me'));
    const mended = { ...state, subject: { jars: [good], owner: 'me' } };
    expect(engine.turn({}, mended).state.history).toMatchObject([
      { issueId: 'OVERFULL:1', outcome: 'RESOLVED' },
    ]);
  });
});
