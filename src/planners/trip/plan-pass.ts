import type { PlanContext } from '../../harness/planner.ts';
import type { Fact } from '../../journal/fact.ts';
import { DEFAULT_TRIP_CONFIG, type TripConfig } from './config.ts';
import type { TripEvent } from './facts.ts';
import type { Itinerary } from './itinerary/itinerary.ts';
import type { TripSession } from './trip-fold.ts';
import { TripConversation } from './turn/conversation.ts';
import type { PlannerInput } from './turn/turn.ts';

/** Host options of the trip planner. */
export interface TripPlannerOptions {
  /** Carries requests to the servers in a setup, within its own restrictions. */
  readonly fetch?: typeof fetch;
}

/** Responds to the messages and choices since the planner's last action. */
export async function planTrip(
  { session, facts }: { readonly session: TripSession; readonly facts: readonly Fact[] },
  { config = DEFAULT_TRIP_CONFIG, llm, signal, hud }: PlanContext<TripConfig>,
  { fetch }: TripPlannerOptions = {},
): Promise<readonly TripEvent[]> {
  const conversation = new TripConversation(session, {
    config,
    llm,
    signal,
    now: timeOf(facts),
    said: messageBefore(facts),
    tell: (what) => hud('planning', what),
    fetch,
  });
  conversation.followManualEdits(beforeManualEdits(session, facts));
  for (const input of unanswered(facts)) await conversation.hear(input);
  return conversation.facts;
}

/** The messages and choices since the planner's last action; none if a trip was imported or changed. */
function unanswered(facts: readonly Fact[]): readonly PlannerInput[] {
  const last = facts.findLastIndex(({ type }) => type === 'planner_action' || type === 'work_cancelled');
  const inputs = facts.slice(last + 1).flatMap(({ type, text, choose }): PlannerInput[] => {
    if (type !== 'user_input' && type !== 'user_answer') return [];
    return [
      {
        ...(typeof text === 'string' && { text }),
        ...(typeof choose === 'string' && { choose }),
      },
    ];
  });
  return inputs.length > 0 ? inputs : [{}];
}

/** The trip before the manual edits since the planner's last action; null if there are none. */
function beforeManualEdits({ past }: TripSession, facts: readonly Fact[]): Itinerary | null {
  const last = facts.findLastIndex(({ type }) => type === 'planner_action' || type === 'work_cancelled');
  const edits = facts
    .slice(last + 1)
    .filter(({ type, by }) => type === 'itinerary_mutated' && by === 'person');
  return edits.length === 0 ? null : (past.at(-edits.length)?.itinerary ?? null);
}

const CHANGES: ReadonlySet<string> = new Set([
  'trip_understood',
  'itinerary_generated',
  'itinerary_regenerated',
  'itinerary_mutated',
]);

/** The message that the planner answered last, where it changed the trip and nothing else did since. */
export function messageBefore(facts: readonly Fact[]): string | undefined {
  const answered = facts.findLastIndex(({ type }) => type === 'planner_action');
  const asked = facts.findLastIndex(({ type }, at) => at < answered && type === 'user_input');
  const text = facts[asked]?.text;
  const isChanged = facts.slice(asked, answered).some(({ type }) => CHANGES.has(type));
  const isLast = facts
    .slice(answered)
    .every(({ type, by }) => !CHANGES.has(type) || (type === 'itinerary_mutated' && by !== 'person'));
  return isChanged && isLast && typeof text === 'string' ? text : undefined;
}

/** The time of a pass is that of its trigger, so that repeating it gives the same result. */
function timeOf(facts: readonly Fact[]): string {
  return facts.at(-1)?.ts ?? new Date(0).toISOString();
}
