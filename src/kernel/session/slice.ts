/** One part of a session's state: a list of values, changed by reducers only. Its name is its key in the session. */
export interface Slice<Value> {
  readonly name: string;
  /** Makes a value of what a journal kept of one. */
  readonly parse: (json: unknown) => Value;
  /** What a snapshot keeps of a value. Default: the value itself. */
  toJson?(value: Value): unknown;
  /** How many values it holds at most. Default: any number. */
  readonly most?: number;
}

/** What an event changes in a slice. Pure; returns the new values and leaves the old ones as they are. */
export type Reducer<Value, Event> = (values: readonly Value[], event: Event) => readonly Value[];

/**
 * A reducer for a slice of one value: `next` makes the new one from the latest, or returns the latest itself when the
 * event changes nothing.
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
