/** The length of a stay, as in the text. */
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
  /** The same for names in one phrase. */
  readonly group: number;
  /** Where in the text it was named. */
  readonly at: number;
  /** Whether it was named before a colon, as what the places behind it lie in. */
  readonly isHeading?: boolean;
  /** Whether nobody wants to sleep there. */
  readonly isDayTrip?: boolean;
  /** Whether the way leads to it right from the place before: "Oban to Mull". */
  readonly isChained?: boolean;
  /** Whether it takes the remaining days: "the rest in Lecce". */
  readonly isRest?: boolean;
  /** Whether it was named as what a tour goes through: "across Norway". */
  readonly isCrossed?: boolean;
}

/** The places of a trip, as read from a text. */
export interface PlaceMentions {
  origin?: string;
  /** Where in the text the origin was named, if it was named like a stop. */
  originAt?: number;
  /** How long to stay where it starts. */
  originStay?: StayLength;
  /** The stated end. */
  end?: string;
  /** Where the trip is flown into, which is not the home. */
  arrival?: string;
  /** Where it goes back to. */
  home?: string;
  /** How long to stay there after that. */
  homeStay?: StayLength;
  /** The home: the start, unless another is given. */
  residence?: string;
  /** All other places, in the order of the text. */
  stops: StayMention[];
  /** Sights that are no stops of their own. */
  sights: string[];
  /** Places that are not wanted. */
  skip: string[];
  /** One place in the place of another. */
  swaps: { readonly out: string; readonly in: string }[];
  /** The stated length of the trip. */
  total?: StayLength;
  /** The words of that length, where nothing says that it is the whole trip's. */
  totalWords?: string;
  /** The stay at each stop without a length of its own. */
  each?: StayLength;
  /** What nothing was read out of. */
  unread: string[];
}

/** Before anything was read. */
export function noMentions(): PlaceMentions {
  return { stops: [], sights: [], skip: [], swaps: [], unread: [] };
}

/** Whether the text named a place of the trip, and not only one that is to go. */
export function namesPlaces({ origin, end, arrival, home, stops }: PlaceMentions): boolean {
  return [origin, end, arrival, home].some((name) => name !== undefined) || stops.length > 0;
}
