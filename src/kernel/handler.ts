/**
 * Pure decision logic: no clock, no randomness, no input or output.
 *
 * `process` returns what a command leads to and has it applied to the handler itself, so that the handler equals the
 * fold of its log at any time. When it throws, nothing has changed.
 */
export interface Handler<Command, Event> {
  process(command: Command): Event[];
}

/**
 * Rebuilds a handler, or any other view, from its events. `from` is a state that `snapshot` returned earlier, and then
 * `events` are those after it: `fold(later, snapshot(fold(earlier)))` equals `fold([...earlier, ...later])`. It comes
 * frozen: build on it, do not change it.
 *
 * A fold sees every fact of the journal but bookkeeping, so it passes over types it does not know. Where a fact was
 * erased it sees `{ type: 'redacted', redactedType, redactedAt }`.
 */
export type Fold<Folded, Event, State = unknown> = (events: readonly Event[], from?: State) => Folded;

/**
 * A fold from the two things most folds are made of: where it starts, and what one event changes. Its result is its
 * own snapshot.
 */
export function fold<State, Event>(
  initial: State,
  evolve: (state: State, event: Event) => State,
): Fold<State, Event, State> {
  return (events, from = initial) => events.reduce(evolve, from);
}
