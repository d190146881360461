/** One part of a session's state: a list of values that only reducers change. Its name is its key in the session. */
export interface Slice<Value> {
  readonly name: string;
  /** Parses a value from a journal. */
  readonly parse: (json: unknown) => Value;
  /** Converts a value for a snapshot. Default: the value itself. */
  toJson?(value: Value): unknown;
  /** How many values it may hold. Default: any number. */
  readonly most?: number;
}

/** How an event changes a slice. Pure: it returns the new values and leaves the old ones unchanged. */
export type Reducer<Value, Event> = (values: readonly Value[], event: Event) => readonly Value[];

/**
 * A reducer for a slice with one value: `next` returns the new value, or the latest one if the event changes
 * nothing.
 */
export function replaceLatest<Value, Event>(
  next: (latest: Value | undefined, event: Event) => Value | undefined,
): Reducer<Value, Event> {
  return (values, event) => {
    const latest = values.at(-1);
    const value = next(latest, event);
    if (value === latest) return values;
    return value === undefined ? [] : [value];
  };
}
