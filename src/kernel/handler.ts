/**
 * Pure decision logic: no clock, no randomness, no I/O.
 *
 * `process` returns the events that a command leads to and applies them to the handler, so that the handler always
 * equals the fold of its log. If it throws, nothing has changed.
 */
export interface Handler<Command, Event> {
  process(command: Command): Event[];
}

/**
 * Rebuilds a handler, or any other view, from its events. `from` is a state that `snapshot` returned earlier, and
 * then `events` are those after it: `fold(later, snapshot(fold(earlier)))` equals `fold([...earlier, ...later])`. It
 * is frozen: build on it, do not change it.
 *
 * A fold sees every fact of the journal but bookkeeping, so it must ignore types it does not know. For an erased fact
 * it sees `{ type: 'redacted', redactedType, redactedAt }`.
 */
export type Fold<Folded, Event, State = unknown> = (events: readonly Event[], from?: State) => Folded;

/** Builds a fold from an initial state and the change that one event makes. The state is its own snapshot. */
export function fold<State, Event>(
  initial: State,
  evolve: (state: State, event: Event) => State,
): Fold<State, Event, State> {
  return (events, from = initial) => events.reduce(evolve, from);
}
