/** A place to stay at for a while. */
export interface StayMention {
  readonly name: string;
  readonly days?: number;
  /** Whether the length was said in nights: where the trip ends, the day of leaving comes on top. */
  readonly isInNights?: boolean;
}

/** The places of a trip, by what was said. */
export interface PlaceMentions {
  origin?: string;
  destination?: string;
  /** Where the trip is flown into, which is not where one lives. */
  arrival?: string;
  /** Where it goes back to. */
  home?: string;
  via: StayMention[];
  /** Places that are not wanted. */
  skip: string[];
  /** One place in the place of another. */
  swaps: { readonly out: string; readonly in: string }[];
  /** Two places that change places with each other. */
  exchanges: (readonly [string, string])[];
  /** So many days more, or fewer, at a place. */
  changes: { readonly name: string; readonly days: number }[];
  /** Places that are named without saying what for. */
  visits: StayMention[];
  /** How long the visits take together. */
  total?: number;
  /** What nothing was read out of. */
  unread: string[];
}

/** Before anything was read. */
export function noMentions(): PlaceMentions {
  return { via: [], skip: [], swaps: [], exchanges: [], changes: [], visits: [], unread: [] };
}

/** Whether the text named a place of the trip, and not only one that is to go. */
export function namesPlaces({ origin, destination, arrival, home, via, visits }: PlaceMentions): boolean {
  const ends = [origin, destination, arrival, home];
  return ends.some((name) => name !== undefined) || via.length > 0 || visits.length > 0;
}
