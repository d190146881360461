import type { Itinerary } from '../itinerary.ts';
import type { PlaceKnowledge } from '../place-knowledge.ts';
import type { PlannerState } from '../planner-state.ts';
import { type TripPreferences, TripWishes, wishedDays } from '../wishes.ts';
import { bareAnswer } from './bare-answer.ts';
import { takeDates } from './dates.ts';
import { takeDuration } from './durations.ts';
import { takeParty } from './party.ts';
import { placesSaid } from './places-said.ts';
import { reword } from './reworded.ts';
import { takeTransport } from './transport.ts';
import { commandOf, type StopsBetween, type TripCommand, takeStopsBetween } from './trip-command.ts';
import { wishedLength } from './wished-length.ts';
import { wishedPlaces } from './wished-places.ts';
import { WorkingText } from './working-text.ts';

/** What was understood of a text. */
export interface Understanding {
  /** All wishes, those from before included. */
  readonly wishes: TripWishes;
  readonly preferences: TripPreferences;
  readonly command?: TripCommand;
  /** Two stops between which more stops are wanted. */
  readonly between?: StopsBetween;
  /** Whether the text named places of the trip. */
  readonly namesPlaces: boolean;
  /** Whether the text said anything that was understood. */
  readonly isUnderstood: boolean;
}

/** What is known when a text is read. */
export interface UnderstandingContext {
  readonly state: Pick<PlannerState, 'wishes' | 'preferences' | 'asking'>;
  readonly itinerary: Itinerary | null;
  readonly places: PlaceKnowledge;
  /** Dates without a year lie ahead of it. */
  readonly today: Date;
}

/**
 * Understands a plain sentence by rules: the same text and state lead to the same wishes. One thing after the other is
 * taken out of the text, and what is left at the end is read for places.
 */
export function understand(text: string, context: UnderstandingContext): Understanding {
  const { state, itinerary, places, today } = context;
  const { wishes: before, preferences: preferred, asking } = state;
  const command = commandOf(text);
  if (command !== undefined) {
    const wishes = command === 'start-over' ? {} : before;
    return { wishes, preferences: preferred, command, namesPlaces: false, isUnderstood: true };
  }

  const working = new WorkingText(text);
  reword(working);
  const between = takeStopsBetween(working);
  const party = takeParty(working);
  const duration = takeDuration(working);
  const dates = takeDates(working, today);
  const { mode, roundTrip, preferences } = takeTransport(working);
  const said = placesSaid(working.text, places);
  const answer = bareAnswer({ asking, places, text, rest: working.text, said, via: before.via ?? [] });
  const known = wishedDays(before) ?? (itinerary?.days.length || undefined);

  const wishes = heldToSchema(before, {
    ...before,
    ...party,
    ...answer,
    ...(mode !== undefined && { mode }),
    ...(roundTrip !== undefined && { roundTrip }),
    ...wishedLength(duration, dates, known),
    ...wishedPlaces(said, { ...before, ...answer }, { text, places }),
  });
  const after = { wishes, preferences: { ...preferred, ...preferences } };
  return {
    ...after,
    ...(between && { between }),
    namesPlaces: namesPlaces(said) || namesPlaces(answer),
    isUnderstood:
      between !== undefined ||
      JSON.stringify(after) !== JSON.stringify({ wishes: before, preferences: preferred }),
  };
}

function namesPlaces({ origin, destination, via = [], visits = [] }: Naming): boolean {
  return origin !== undefined || destination !== undefined || via.length > 0 || visits.length > 0;
}

interface Naming {
  readonly origin?: unknown;
  readonly destination?: unknown;
  readonly via?: readonly unknown[] | undefined;
  readonly visits?: readonly unknown[];
}

/** Wishes that fit their schema: one that does not leaves what was wished before as it was. */
function heldToSchema(before: TripWishes, wishes: object): TripWishes {
  const present = Object.entries(wishes).filter(([, value]) => value !== undefined);
  const { data, error } = TripWishes.safeParse(Object.fromEntries(present));
  if (data !== undefined) return data;
  const wrong = new Set(error.issues.map(({ path }) => path[0]));
  const fitting = present.filter(([field]) => !wrong.has(field));
  return TripWishes.safeParse({ ...before, ...Object.fromEntries(fitting) }).data ?? before;
}
