import assert from 'node:assert/strict';
import { describe, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { definePlanner } from '../harness/module/define-planner.ts';
import { refuse } from '../harness/module/refusal.ts';
import type { Handler } from '../kernel/handler.ts';
import { given } from './given-when-then.ts';

interface Add {
  readonly type: 'Add';
  readonly amount: number;
}
interface Added {
  readonly type: 'Added';
  readonly amount: number;
}

class TooMuch extends Error {
  readonly code = 'too-much';
}

class Sum implements Handler<Add, Added> {
  total = 0;
  readonly #forgetful: boolean;

  constructor(forgetful = false) {
    this.#forgetful = forgetful;
  }

  static fold(events: readonly Added[]): Sum {
    return Sum.filled(new Sum(), events);
  }

  static filled(sum: Sum, events: readonly Added[]): Sum {
    for (const { amount } of events) sum.total += amount;
    return sum;
  }

  process({ amount }: Add): Added[] {
    if (amount > 100) throw new TooMuch(`${amount} is too much`);
    if (amount === 0) return [];
    if (!this.#forgetful) this.total += amount;
    return [{ type: 'Added', amount }];
  }
}

const five: Added = { type: 'Added', amount: 5 };

describe('given/when/then', () => {
  it('passes when the command leads to exactly these events and this state', () => {
    given(Sum.fold, [five])
      .when({ type: 'Add', amount: 2 })
      .then([{ type: 'Added', amount: 2 }])
      .thenState((sum) => sum.total, 7)
      .thenState((sum) => sum.total > 5, true);
  });

  it('starts empty if nothing is given', () => {
    given(Sum.fold).when({ type: 'Add', amount: 0 }).then([]);
  });

  it('fails with both sides when the events differ', () => {
    const tried = given(Sum.fold, []).when({ type: 'Add', amount: 2 });
    assert.throws(() => tried.then([five]), /\+ {5}amount: 2,\n- {5}amount: 5/);
    assert.throws(() => tried.then([]), assert.AssertionError);
  });

  it('fails with the handler’s own error when events were expected', () => {
    assert.throws(() => given(Sum.fold).when({ type: 'Add', amount: 101 }).then([]), TooMuch);
  });

  it('identifies a refusal by its code, class, or properties', () => {
    const tried = given(Sum.fold).when({ type: 'Add', amount: 101 });
    tried.thenFails('too-much');
    tried.thenFails(TooMuch);
    tried.thenFails({ message: /is too much$/ });
    assert.throws(() => tried.thenFails('other'), assert.AssertionError);
    assert.throws(() => tried.thenFails(RangeError));
  });

  it('fails when a command that should be refused is not, and says what it led to', () => {
    const tried = given(Sum.fold).when({ type: 'Add', amount: 1 });
    assert.throws(() => tried.thenFails('too-much'), /led to \[{"type":"Added","amount":1}\]/);
  });

  it('checks that a refused command changed nothing', () => {
    given(Sum.fold, [five])
      .when({ type: 'Add', amount: 101 })
      .thenState((sum) => sum.total, 5);
  });

  it('detects a handler that does not apply its events', () => {
    const fold = (events: readonly Added[]) => Sum.filled(new Sum(true), events);
    const tried = given(fold, [five]).when({ type: 'Add', amount: 1 });
    assert.throws(() => tried.thenState((sum) => sum.total, 6), assert.AssertionError);
    assert.throws(() => tried.thenState((sum) => sum.total, 5), /a fold of its log differ/);
  });

  it('fails if it is awaited without an expectation', async () => {
    const unfinished: unknown = given(Sum.fold).when({ type: 'Add', amount: 1 });
    await assert.rejects(Promise.resolve(unfinished), { code: 'unfinished-test' });
  });

  it('takes its types from the handler', () => {
    const test = given(Sum.fold);
    expectTypeOf(test.when).parameter(0).toEqualTypeOf<Add>();
    expectTypeOf(test.when({ type: 'Add', amount: 1 }).then)
      .parameter(0)
      .toEqualTypeOf<readonly Added[]>();
  });
});

describe('given a planner module', () => {
  const notes = definePlanner({
    id: 'notes',
    title: 'Notes',
    description: 'Keeps notes.',
    config: z.strictObject({}),
    facts: { noted: { schema: z.strictObject({ text: z.string() }), kind: 'plan' } },
    state: {
      initial: [] as readonly string[],
      apply: (state, fact) => (fact.type === 'noted' ? [...state, fact.text] : state),
    },
    commands: {
      note: {
        title: 'Note',
        input: z.strictObject({ text: z.string() }),
        decide({ state, fact }, { text }) {
          if (state.includes(text)) throw refuse('That is noted already.');
          return [fact.noted({ text })];
        },
      },
    },
  });

  it('tries its commands', () => {
    given(notes, [{ type: 'noted', text: 'one' }])
      .when({ type: 'note', text: 'two' })
      .then([{ type: 'noted', text: 'two' }])
      .thenState(({ state }) => state, ['one', 'two']);
  });

  it('reports a refusal by its code', () => {
    given(notes, [{ type: 'noted', text: 'one' }])
      .when({ type: 'note', text: 'one' })
      .thenFails('refused');
  });
});
