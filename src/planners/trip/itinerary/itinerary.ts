import type { TravelMeans } from '../requirements/constraints.ts';

/** The mode of travel. */
export type TripMode = 'road' | 'flight' | 'mixed';

/** All modes of travel. */
export const TRIP_MODES = ['road', 'flight', 'mixed'] as const satisfies readonly TripMode[];

/** Whether a stop can be at its location. */
export type Validity = 'VALID' | 'INVALID' | 'UNKNOWN';

/** A place as somebody named it. With coordinates it is not looked up. */
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
  /** The named area that it is one of several stops in: "Tuscany". */
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

/** An activity. `TRANSIT` is travelling and does not count. */
export interface Activity {
  readonly id: string;
  readonly title: string;
  readonly kind: string;
  readonly place?: PlaceRef;
  readonly locked?: boolean;
  /** A general suggestion, and not a place that is known to exist. */
  readonly generic?: boolean;
  /** The requested time of day. */
  readonly part?: 'morning' | 'afternoon' | 'evening';
  /** Suggested by a language model: nobody has checked whether it exists. */
  readonly by?: 'model';
}

/** One day, spent at its stop or on the way there. */
export interface Day {
  /** From 1, by position in the list. */
  readonly number: number;
  /** `2026-06-01`. */
  readonly date?: string;
  readonly anchorId: string;
  /** A day for travelling only: it needs no activities. */
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

/** The kind of activity that does not count as one. */
export const TRANSIT = 'TRANSIT';

/** The kind of activity that takes one out of town for a day: the day needs nothing else. */
export const EXCURSION = 'EXCURSION';

/** The kind of activity that keeps part of a day free: the day needs nothing else. */
export const FREE = 'FREE';
