import type { TravelMeans } from '../wishes/constraints.ts';

/** How one travels. */
export type TripMode = 'road' | 'flight' | 'mixed';

/** All modes of travel. */
export const TRIP_MODES = ['road', 'flight', 'mixed'] as const satisfies readonly TripMode[];

/** Whether a stop can be what it says it is. */
export type Validity = 'VALID' | 'INVALID' | 'UNKNOWN';

/** A place as somebody named it; with coordinates it needs no looking up. */
export interface PlaceRef {
  readonly name: string;
  /** The GeoNames code of the first-order division: in the US the two letters of the state. */
  readonly admin1?: string | undefined;
  /** ISO 3166-1 alpha-2. */
  readonly country?: string | undefined;
  readonly lat?: number | undefined;
  readonly lng?: number | undefined;
}

/** A stop of the trip. */
export interface Anchor {
  readonly id: string;
  readonly name: string;
  readonly admin1?: string;
  readonly country?: string;
  /** The area that was named and that this stop is one of several in: "Tuscany". */
  readonly area?: string;
  readonly lat: number;
  readonly lng: number;
  /** Default: as many as there are days at this stop. */
  readonly nights?: number;
  /** How to get here from the previous stop; default: the trip's mode. */
  readonly by?: TravelMeans;
  /** The driving distance from the previous stop, if it leads around water. */
  readonly drive?: { readonly from: string; readonly km: number };
  /** Never changed by a repair. */
  readonly locked?: boolean;
  /** Computed by the evaluation. */
  readonly validity?: Validity;
  /** The ids of the issues that concern it. Computed by the evaluation. */
  readonly issues?: readonly string[];
}

/** Something to do. `TRANSIT` is being on the way and does not count as an activity. */
export interface Activity {
  readonly id: string;
  readonly title: string;
  readonly kind: string;
  readonly place?: PlaceRef;
  readonly locked?: boolean;
  /** A suggestion, and no place that is known to exist under this name. */
  readonly generic?: boolean;
  /** When on that day, where it was said. */
  readonly part?: 'morning' | 'afternoon' | 'evening';
  /** Set when a language model had the idea: nobody has looked whether it exists. */
  readonly by?: 'model';
}

/** One day, spent at its stop or on the way there. */
export interface Day {
  /** Counts from 1. Follows from its position in the list. */
  readonly number: number;
  /** `2026-06-01`. */
  readonly date?: string;
  readonly anchorId: string;
  /** Spent on the way: it needs no activities. */
  readonly travelOnly?: boolean;
  readonly activities: readonly Activity[];
}

/** A trip, day by day. */
export interface Itinerary {
  readonly id?: string;
  readonly mode: TripMode;
  readonly roundTrip: boolean;
  /** A tour of its stops: days need not come nearer to the destination. */
  readonly tour?: boolean;
  /** The named route that it follows: "Route 66". */
  readonly along?: string;
  readonly origin: PlaceRef;
  readonly destination: PlaceRef;
  readonly anchors: readonly Anchor[];
  readonly days: readonly Day[];
}

/** The kind of an activity that does not count as one. */
export const TRANSIT = 'TRANSIT';

/** The kind of an activity that keeps a part of a day free: nothing else is needed on it. */
export const FREE = 'FREE';
