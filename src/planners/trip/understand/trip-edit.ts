import type { TravelMeans } from '../constraints.ts';

/** How long to stay, by what was said: so long, so much longer or shorter, or so many times as long. */
export interface SaidStay {
  readonly nights?: number;
  readonly days?: number;
  readonly change?: number;
  readonly factor?: number;
  readonly bound?: 'least' | 'most';
}

/** Where in the trip something goes. */
export interface SaidPosition {
  readonly after?: string;
  readonly before?: string;
  readonly at?: 'start' | 'middle' | 'end';
  /** Counts from 1; -1 is the last day. */
  readonly day?: number;
}

/** One thing that a text changes in a trip that is there. Names are as they were said. */
export type TripEdit =
  | ({
      readonly type: 'add';
      readonly place: string;
      readonly stay?: SaidStay;
      readonly isDayTrip?: boolean;
    } & SaidPosition)
  /** `to` gets the days that become free. */
  | { readonly type: 'remove'; readonly place: string; readonly to?: string }
  | { readonly type: 'remove-all'; readonly except: readonly string[] }
  | { readonly type: 'replace'; readonly place: string; readonly by: string; readonly stay?: SaidStay }
  /** Another place like it: "something quieter instead of Hallstatt", "stop somewhere by a lake". */
  | ({ readonly type: 'suggest'; readonly place?: string; readonly like: string } & SaidPosition)
  | { readonly type: 'swap'; readonly places: readonly [string, string] }
  | ({ readonly type: 'move'; readonly place: string } & SaidPosition)
  | { readonly type: 'stay'; readonly place: string; readonly stay: SaidStay }
  /** The place of this name that was meant: "the one in Alabama". */
  | { readonly type: 'which'; readonly place?: string; readonly within: string }
  | { readonly type: 'leg'; readonly from?: string; readonly to?: string; readonly by: TravelMeans }
  | { readonly type: 'lock'; readonly place?: string; readonly days?: readonly [number, number] }
  | {
      readonly type: 'activity';
      readonly what: 'add' | 'remove' | 'free';
      readonly title?: string;
      readonly day?: number;
      readonly part?: 'morning' | 'afternoon' | 'evening';
    };
