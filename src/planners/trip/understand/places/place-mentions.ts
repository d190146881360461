import type { StopPosition } from '../edits/trip-edit.ts';

/** How long to stay, as it was said. */
export interface StayLength {
  readonly days?: number;
  readonly nights?: number;
  readonly bound?: 'least' | 'most';
}

/** A place that was named, and for how long. */
export interface StayMention extends StayLength {
  readonly name: string;
  /** What stood before it: `to` leads to it, `via` passes it, `visit` only names it. */
  readonly cue: 'to' | 'via' | 'visit';
  /** Names that were said in one breath have the same. */
  readonly group: number;
  /** Where in the text it was named. */
  readonly at: number;
  /** Whether it was named before a colon, as what the places behind it lie in. */
  readonly isHeading?: boolean;
  /** Where in the trip it was said to come. */
  readonly position?: StopPosition;
  /** Whether nobody wants to sleep there. */
  readonly isDayTrip?: boolean;
  /** Whether the way leads to it right from the place before: "Oban to Mull". */
  readonly isChained?: boolean;
  /** Whether it has what is left of the trip: "the rest in Lecce". */
  readonly isRest?: boolean;
  /** Whether it was named as what a tour goes through: "across Norway". */
  readonly isCrossed?: boolean;
}

/** The places of a trip, by what was said. */
export interface PlaceMentions {
  origin?: string;
  /** Where in the text the origin was named, if it was named like a stop. */
  originAt?: number;
  /** How long to stay where it starts. */
  originStay?: StayLength;
  /** Where it was said to end. */
  end?: string;
  /** Where the trip is flown into, which is not where one lives. */
  arrival?: string;
  /** Where it goes back to. */
  home?: string;
  /** How long to stay there after that. */
  homeStay?: StayLength;
  /** Where one lives: the start, unless another was said. */
  residence?: string;
  /** All other places, in the order in which they were said. */
  stops: StayMention[];
  /** Sights that are no stops of their own. */
  sights: string[];
  /** Places that are not wanted. */
  skip: string[];
  /** One place in the place of another. */
  swaps: { readonly out: string; readonly in: string }[];
  /** Two places that change places with each other. */
  exchanges: (readonly [string, string])[];
  /** So many days more, or fewer, at a place. */
  changes: { readonly name: string; readonly days: number }[];
  /** How long the trip takes, where that was said. */
  total?: StayLength;
  /** The words of that length, where nothing says that it is the whole trip's. */
  totalWords?: string;
  /** How long each stop takes that nothing else was said about. */
  each?: StayLength;
  /** What nothing was read out of. */
  unread: string[];
}

/** Before anything was read. */
export function noMentions(): PlaceMentions {
  return { stops: [], sights: [], skip: [], swaps: [], exchanges: [], changes: [], unread: [] };
}

/** Whether the text named a place of the trip, and not only one that is to go. */
export function namesPlaces({ origin, end, arrival, home, stops }: PlaceMentions): boolean {
  return [origin, end, arrival, home].some((name) => name !== undefined) || stops.length > 0;
}
