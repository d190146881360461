import assert from 'node:assert/strict';
import { isPlannerModule, type PlannerModule } from '../harness/module/planner-module.ts';
import type { CommandCall } from '../harness/module/view-block.ts';
import type { ProposedFact } from '../journal/fact.ts';
import type { Handler } from '../kernel/handler.ts';
import { TestingError } from './error.ts';
import { type ModuleHandler, type ModuleSetting, moduleHandler } from './module-handler.ts';

/** How to identify a refusal: the `code` or class of its error, or some of its properties. */
export type Refusal =
  | string
  | (abstract new (
      ...args: never
    ) => Error)
  | { readonly code?: string; readonly message?: string | RegExp };

/** The facts so far, waiting for a command. */
export interface Given<Command, Event, H> {
  /** The command to try. */
  when(command: Command): When<Event, H>;
}

/** The command, waiting for its expected result. */
export interface When<Event, H> extends ThenState<H> {
  /** Asserts that the command leads to exactly these events. */
  then(events: readonly Event[]): ThenState<H>;
  /** Asserts that the command is refused. */
  thenFails(refusal: Refusal): void;
}

/** The handler after the command. */
export interface ThenState<H> {
  /** Asserts that `select` returns this, both for the live handler and for one folded again from the whole log. */
  thenState<Picked>(select: (handler: H) => Picked, expected: Picked): ThenState<H>;
}

/**
 * Tests a handler: given these facts, when a command comes, then these events follow.
 *
 * ```ts
 * given(Account.fold, [{ type: 'Deposited', amount: 5 }])
 *   .when({ type: 'Withdraw', amount: 3 })
 *   .then([{ type: 'Withdrawn', amount: 3 }])
 *   .thenState((account) => account.balance, 2);
 * ```
 */
export function given<Command, Event, H extends Handler<Command, Event>>(
  fold: (events: readonly Event[]) => H & Handler<Command, Event>,
  events?: readonly Event[],
): Given<Command, Event, H>;
/**
 * Tests a planner module by its commands: given these facts, when a command comes, then these facts follow.
 *
 * ```ts
 * given(minutes, [{ type: 'minutes_written', lines: ['one'] }])
 *   .when({ type: 'pin', line: 1 })
 *   .then([{ type: 'line_pinned', line: 1 }]);
 * ```
 */
export function given(
  module: PlannerModule,
  facts?: readonly ProposedFact[],
  setting?: ModuleSetting,
): Given<CommandCall, ProposedFact, ModuleHandler>;
export function given(
  tested: unknown,
  events: readonly unknown[] = [],
  setting: ModuleSetting = {},
): unknown {
  const fold = isPlannerModule(tested) ? moduleHandler(tested, setting) : tested;
  // The first argument decides the types of commands and events.
  const known = fold as (events: readonly unknown[]) => Handler<unknown, unknown>;
  return { when: (command: unknown) => tried(known, events, command) };
}

function tried<Command, Event, H extends Handler<Command, Event>>(
  fold: (events: readonly Event[]) => H,
  before: readonly Event[],
  command: Command,
): When<Event, H> {
  const handler = fold(before);
  const outcome = attempt(() => handler.process(command));
  const happened = (): Event[] => {
    if ('error' in outcome) throw outcome.error;
    return outcome.events;
  };
  const state: ThenState<H> = {
    thenState(select, expected) {
      const log = [...before, ...('events' in outcome ? outcome.events : [])];
      assert.deepEqual(select(handler), expected);
      assert.deepEqual(select(fold(log)), expected, 'the handler and a fold of its log differ');
      return state;
    },
  };
  return {
    ...state,
    // biome-ignore lint/suspicious/noThenProperty: given, when, then is what people call it
    then(events) {
      if (typeof events === 'function') throw awaited();
      assert.deepEqual(happened(), events);
      return state;
    },
    thenFails(refusal) {
      if ('events' in outcome) {
        assert.fail(`the command was not refused, it led to ${JSON.stringify(outcome.events)}`);
      }
      assertRefusal(outcome.error, refusal);
    },
  };
}

function attempt<Event>(run: () => Event[]): { events: Event[] } | { error: unknown } {
  try {
    return { events: run() };
  } catch (error) {
    return { error };
  }
}

function assertRefusal(error: unknown, refusal: Refusal): void {
  const expected = typeof refusal === 'string' ? { code: refusal } : refusal;
  assert.throws(() => {
    throw error;
  }, expected);
}

function awaited(): TestingError {
  return new TestingError('unfinished-test', {
    expected: 'then([...events]), thenFails(...) or thenState(...) after when(...)',
    actual: 'await, which calls then with a function',
    fix: 'Say what should happen; there is nothing to await.',
  });
}
