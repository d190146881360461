import { JournalError } from '../../journal/error.ts';
import type { SessionEvent, SessionRolledBack } from './facts.ts';
import type { Reducer, Slice } from './slice.ts';

/** The values of every slice, by name. */
export type SliceValues = Readonly<Record<string, readonly unknown[]>>;

interface RegisteredSlice {
  readonly slice: Slice<unknown>;
  readonly reducers: Map<SessionEvent['type'], Reducer<unknown, SessionEvent>>;
  values: readonly unknown[];
}

/** A slice whose reducer threw at a past event, and the error. */
export interface PassedOver {
  readonly slice: string;
  readonly error: unknown;
}

/** How an event changes the slices. */
export type Outcome = readonly (readonly [RegisteredSlice, readonly unknown[]])[];

/** The slices of a session with their reducers. A new event changes all of them or, if a reducer throws, none. */
export class SliceRegistry {
  readonly #registered = new Map<string, RegisteredSlice>();
  #version = 0;

  get version(): number {
    return this.#version;
  }

  /** Whether the reducer is new. */
  register<Value, E extends SessionEvent>(
    slice: Slice<Value>,
    type: E['type'],
    reducer: Reducer<Value, E>,
  ): boolean {
    const registered = this.#registered.get(slice.name) ?? { slice, reducers: new Map(), values: [] };
    if (registered.reducers.has(type)) return false;
    // Values and events are what the slice and the type say; a map of all of them cannot express it.
    registered.reducers.set(type, reducer as Reducer<unknown, SessionEvent>);
    this.#registered.set(slice.name, registered);
    return true;
  }

  /** Resets all slices, to fold everything again. */
  reset(): void {
    for (const registered of this.#registered.values()) registered.values = [];
    this.#version = 0;
  }

  select<Value>(slice: Slice<Value>): readonly Value[] {
    return (this.#registered.get(slice.name)?.values ?? []) as readonly Value[];
  }

  values(): SliceValues {
    return Object.freeze(
      Object.fromEntries([...this.#registered].map(([name, registered]) => [name, keptValues(registered)])),
    );
  }

  /** How these events would change the slices, one after the other. Throws what a reducer throws; changes nothing. */
  outcomesOf(events: readonly SessionEvent[]): Outcome[] {
    const latest = new Map<RegisteredSlice, readonly unknown[]>();
    return events.map((event) =>
      [...this.#registered.values()].flatMap((registered) => {
        const before = latest.get(registered) ?? registered.values;
        const after = valuesAfter(registered, before, event);
        if (after === before) return [];
        latest.set(registered, after);
        return [[registered, after] as const];
      }),
    );
  }

  /** Applies an outcome to the slices. `version` is the session's version if it changes anything. */
  put(outcome: Outcome, version: number): void {
    for (const [registered, values] of outcome) registered.values = values;
    if (outcome.length > 0) this.#version = version;
  }

  /**
   * Applies an event from a journal. It has already happened, so a reducer that throws does not stop the others:
   * its slice skips the event. This happens after an erasure, or with facts that another program wrote.
   */
  replay(event: SessionEvent, version: number): PassedOver[] {
    const passed: PassedOver[] = [];
    const outcome = [...this.#registered.values()].flatMap((registered) => {
      try {
        const after = valuesAfter(registered, registered.values, event);
        return after === registered.values ? [] : [[registered, after] as const];
      } catch (error) {
        passed.push({ slice: registered.slice.name, error });
        return [];
      }
    });
    this.put(outcome, version);
    return passed;
  }
}

function valuesAfter(
  { slice, reducers }: RegisteredSlice,
  values: readonly unknown[],
  event: SessionEvent,
): readonly unknown[] {
  const after =
    event.type === 'SessionRolledBack' ? restored(slice, event) : reducers.get(event.type)?.(values, event);
  return Object.freeze(after ?? values);
}

/** The values of a slice for a snapshot. */
function keptValues({ slice, values }: RegisteredSlice): readonly unknown[] {
  return slice.toJson ? Object.freeze(values.map((value) => slice.toJson?.(value))) : values;
}

/** The values of a slice from a snapshot, if it names the slice. */
function restored(slice: Slice<unknown>, { slices }: SessionRolledBack): readonly unknown[] | undefined {
  const { name, most = Number.POSITIVE_INFINITY, parse } = slice;
  const kept = Object.hasOwn(slices, name) ? slices[name] : undefined;
  if (kept === undefined || kept.length <= most) return kept?.map((value) => parse(value));
  throw new JournalError('invalid-payload', {
    expected: `at most ${most} in the slice ${name}`,
    actual: `${kept.length}`,
    fix: 'Roll back to a snapshot as session.snapshot() made it.',
  });
}
