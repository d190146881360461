import { JournalError } from '../../journal/error.ts';
import type { SessionEvent, SessionRolledBack } from './facts.ts';
import type { Reducer, Slice } from './slice.ts';

/** The values of every slice, by its name. */
export type SliceValues = Readonly<Record<string, readonly unknown[]>>;

interface Shelf {
  readonly slice: Slice<unknown>;
  readonly reducers: Map<SessionEvent['type'], Reducer<unknown, SessionEvent>>;
  values: readonly unknown[];
}

/** A slice whose reducer threw at an event that had happened, and what it threw. */
export interface PassedOver {
  readonly slice: string;
  readonly error: unknown;
}

/** The slices of a session with their reducers. A new event changes all of them or, if a reducer throws, none. */
export class SliceBook {
  readonly #shelves = new Map<string, Shelf>();
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
    const shelf = this.#shelves.get(slice.name) ?? { slice, reducers: new Map(), values: [] };
    if (shelf.reducers.has(type)) return false;
    // Values and events are what the slice and the type say; a map of all of them cannot express it.
    shelf.reducers.set(type, reducer as Reducer<unknown, SessionEvent>);
    this.#shelves.set(slice.name, shelf);
    return true;
  }

  /** Back to the beginning, to fold everything again. */
  reset(): void {
    for (const shelf of this.#shelves.values()) shelf.values = [];
    this.#version = 0;
  }

  select<Value>(slice: Slice<Value>): readonly Value[] {
    return (this.#shelves.get(slice.name)?.values ?? []) as readonly Value[];
  }

  values(): SliceValues {
    return Object.freeze(Object.fromEntries([...this.#shelves].map(([name, { values }]) => [name, values])));
  }

  /** Throws what a reducer would throw at these events, one after the other, and changes nothing. */
  check(events: readonly SessionEvent[]): void {
    for (const shelf of this.#shelves.values()) {
      let { values } = shelf;
      for (const event of events) values = valuesAfter({ ...shelf, values }, event);
    }
  }

  /** `version` is the book's version if this event changes anything. */
  apply(event: SessionEvent, version: number): void {
    this.#put(this.#reduce(event), version);
  }

  /**
   * Applies an event that stands in a journal. It has happened, so a reducer that throws at it stops no other: its
   * slice passes the event over. That is what is left to do after an erased fact, or one that a foreign hand wrote.
   */
  replay(event: SessionEvent, version: number): PassedOver[] {
    const passed: PassedOver[] = [];
    const changes: Change[] = [];
    for (const shelf of this.#shelves.values()) {
      try {
        changes.push([shelf, valuesAfter(shelf, event)]);
      } catch (error) {
        passed.push({ slice: shelf.slice.name, error });
      }
    }
    this.#put(changes, version);
    return passed;
  }

  #reduce(event: SessionEvent): Change[] {
    return [...this.#shelves.values()].map((shelf) => [shelf, valuesAfter(shelf, event)]);
  }

  #put(changes: readonly Change[], version: number): void {
    for (const [shelf, values] of changes) {
      if (values === shelf.values) continue;
      shelf.values = Object.freeze(values);
      this.#version = version;
    }
  }
}

type Change = readonly [Shelf, readonly unknown[]];

function valuesAfter({ slice, reducers, values }: Shelf, event: SessionEvent): readonly unknown[] {
  if (event.type === 'SessionRolledBack') return restored(slice, event) ?? values;
  return reducers.get(event.type)?.(values, event) ?? values;
}

/** What a snapshot has of a slice, if it names it. */
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
