import type { TravelMeans } from '../../requirements/constraints.ts';

/** A change of a stay: its length, a difference, or a factor. */
export interface StayChange {
  readonly nights?: number | undefined;
  readonly days?: number | undefined;
  readonly change?: number | undefined;
  readonly factor?: number | undefined;
  readonly bound?: 'least' | 'most' | undefined;
  /** Whether it gets or gives the days that the other stays leave, in a trip that is as long as it was. */
  readonly rest?: true | undefined;
  /** Whether the trip becomes longer or shorter by the change, so that the other stays keep theirs. */
  readonly grows?: true | undefined;
}

/** Where in the trip something goes. */
export interface StopPosition {
  readonly after?: string | undefined;
  readonly before?: string | undefined;
  readonly at?: 'start' | 'middle' | 'end' | undefined;
  /** Counts from 1; -1 is the last day. */
  readonly day?: number | undefined;
}

/** One edit of an existing trip. Names are as in the text. */
export type TripEdit =
  | ({
      readonly type: 'add';
      readonly place: string;
      readonly stay?: StayChange | undefined;
      readonly isDayTrip?: boolean | undefined;
      /** Whether they come back to it: it keeps the days that it has, and has others besides. */
      readonly again?: boolean | undefined;
    } & StopPosition)
  /** `to` gets the days that become free. */
  | {
      readonly type: 'remove';
      readonly place: string;
      readonly to?: string | undefined;
      /** Whether only the way back to it is not wanted. */
      readonly again?: boolean | undefined;
    }
  | { readonly type: 'remove-all'; readonly except: readonly string[] }
  | {
      readonly type: 'replace';
      readonly place: string;
      readonly by: string;
      readonly stay?: StayChange | undefined;
    }
  /** Another place like it: "something quieter instead of Hallstatt", "stop somewhere by a lake". */
  | ({ readonly type: 'suggest'; readonly place?: string | undefined; readonly like: string } & StopPosition)
  | { readonly type: 'swap'; readonly places: readonly [string, string] }
  | ({ readonly type: 'move'; readonly place: string } & StopPosition)
  | { readonly type: 'stay'; readonly place: string; readonly stay: StayChange }
  /** The place of this name that was meant: "the one in Alabama". */
  | { readonly type: 'which'; readonly place?: string | undefined; readonly within: string }
  | {
      readonly type: 'leg';
      readonly from?: string | undefined;
      readonly to?: string | undefined;
      readonly by: TravelMeans;
    }
  | {
      readonly type: 'lock';
      readonly place?: string | undefined;
      readonly days?: readonly [number, number] | undefined;
    }
  /** Without a place, everything is unlocked. */
  | { readonly type: 'unlock'; readonly place?: string | undefined }
  | {
      readonly type: 'activity';
      readonly what: 'add' | 'remove' | 'free';
      readonly title?: string | undefined;
      readonly day?: number | undefined;
      readonly part?: 'morning' | 'afternoon' | 'evening' | undefined;
    };
