import { describe, expect, it } from 'vitest';
import { type Fact, REDACTED } from '../../journal/fact.ts';
import { acceptAll } from '../../kernel/projection/projection.ts';
import { isFromOutside, VisibleFacts } from './visible-facts.ts';

const T = '2026-01-01T00:00:00.000Z';
const fact = (seq: number, type: string, payload: object = {}): Fact => ({
  seq,
  id: `f-${seq}`,
  ts: T,
  v: 1,
  type,
  ...payload,
});
const claimed = { type: 'claimed', work: 'plan', target: 1, worker: 'w', until: T };
const settled = (outcome = 'committed') => ({ type: 'pass_settled', triggers: {}, outcome });
const rewound = (toSeq: number) => ({ type: 'rewound', toSeq });

type Given = string | (Readonly<Record<string, unknown>> & { readonly type: string });

/** A log of facts at seq 1, 2, …; a text is the type of a fact without payload. */
function log(...given: readonly Given[]): VisibleFacts {
  return more(new VisibleFacts({ keeps: ['trip_kept'] }), 1, ...given);
}

function more(one: VisibleFacts, from: number, ...given: readonly Given[]): VisibleFacts {
  return acceptAll(
    one,
    given.map((each, at) =>
      typeof each === 'string' ? fact(from + at, each) : fact(from + at, each.type, each),
    ),
  );
}
const typesIn = (one: VisibleFacts) => one.view().map(({ type }) => type);

describe('going back', () => {
  const INPUT = { type: 'user_input', text: 'go' };

  it.each([
    [0, ['user_input', 'TaskStarted']],
    [1, ['user_input', 'TaskStarted']],
    [3, ['user_input', 'tool_call', 'TaskStarted']],
    [9, ['user_input', 'tool_call', 'sleep', 'TaskStarted']],
  ])('to seq %i hides what passes committed after it, and nothing else', (toSeq, types) => {
    const one = log(INPUT, claimed, 'tool_call', 'sleep', settled(), 'TaskStarted', rewound(toSeq));
    expect([typesIn(one), one.last?.type]).toEqual([types, 'TaskStarted']);
  });

  it('hides the error that a pass ended with', () => {
    expect(typesIn(log(INPUT, claimed, 'planner_error', settled('error'), rewound(1)))).toEqual([
      'user_input',
    ]);
  });

  it('leaves what its family keeps', () => {
    expect(typesIn(log(INPUT, claimed, 'trip_kept', 'sleep', settled(), rewound(1)))).toEqual([
      'user_input',
      'trip_kept',
    ]);
  });

  it('leaves what nobody wrote in a pass, also right before a pass that committed nothing', () => {
    expect(typesIn(log('note', claimed, settled('empty'), 'sleep', rewound(0)))).toEqual(['note', 'sleep']);
  });

  it.each(['user_input', 'remote_received', 'session_renamed', 'compose_approved', 'send_failed'])(
    'takes no %s for what a pass committed, whatever stands beside it',
    (type) => {
      expect(typesIn(log(type, 'sleep', settled(), rewound(0)))).toEqual([type]);
    },
  );

  it('takes no file from outside for what a pass made', () => {
    const file = (origin: string) => ({ type: 'attachment_added', origin });
    expect(typesIn(log(file('user'), file('tool'), 'sleep', settled(), rewound(0)))).toEqual([
      'attachment_added',
    ]);
  });

  it('tells a pass from what was written before it at another time', () => {
    const before = { type: 'note', ts: '2025-01-01T00:00:00.000Z' };
    expect(typesIn(log(before, 'sleep', settled(), rewound(0)))).toEqual(['note']);
  });

  it('knows a pass whose end was erased', () => {
    const erased = { type: REDACTED, redactedType: 'pass_settled' };
    expect(typesIn(log(INPUT, claimed, 'sleep', erased, rewound(1)))).toEqual(['user_input']);
  });

  it('finds each of many passes', () => {
    const passes = Array.from({ length: 20 }, () => [claimed, 'sleep', settled(), 'note']).flat();
    expect(typesIn(log(...passes, rewound(40)))).toEqual([
      ...Array.from({ length: 10 }, () => ['sleep', 'note']).flat(),
      ...Array.from({ length: 10 }, () => 'note'),
    ]);
  });

  it('changes no log and no view that was handed out', () => {
    const first = log(INPUT, claimed, 'sleep', settled());
    const view = first.view();
    const second = more(first, 5, rewound(1), 'note');
    expect([view.map(({ type }) => type), typesIn(first), typesIn(second)]).toEqual([
      ['user_input', 'sleep'],
      ['user_input', 'sleep'],
      ['user_input', 'note'],
    ]);
  });
});

describe('a log', () => {
  it('has no last fact at first', () => {
    expect(log().last).toBeUndefined();
  });

  it('holds no bookkeeping, erased or not', () => {
    expect(typesIn(log(claimed, { type: REDACTED, redactedType: 'claimed' }, 'note'))).toEqual(['note']);
  });

  it('stays as it was when others are made of it', () => {
    const one = log('note');
    const [left, right] = [more(one, 2, 'left'), more(one, 2, 'right')];
    expect([one, left, right].map(typesIn)).toEqual([['note'], ['note', 'left'], ['note', 'right']]);
  });
});

it.each([
  [{ origin: 'user' }, true],
  [{ origin: 'remote' }, true],
  [{ origin: 'planner' }, false],
  [{ origin: undefined }, false],
  [{}, false],
])('a file with %j is from outside: %s', (attachment, outside) => {
  expect(isFromOutside(attachment)).toBe(outside);
});
