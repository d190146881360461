import type { TravelMeans } from '../requirements/constraints.ts';
import {
  firstDate,
  inSequence,
  isSameList,
  movedTo,
  reflow,
  withActivityMoved,
  withActivityRenamed,
  withDay,
  withoutDay,
} from './day-changes.ts';
import type { Activity, Anchor, Day, Itinerary, PlaceRef, TripMode } from './itinerary.ts';

/** A place that a stop can be moved to. */
export interface FixedPlace {
  readonly name: string;
  readonly admin1?: string;
  readonly country?: string;
  readonly lat: number;
  readonly lng: number;
}

/** The content of a new day at a stop. */
export interface NewDay {
  readonly date?: string;
  readonly travelOnly?: boolean;
  readonly activities: readonly Activity[];
}

/** The fields of a stop that may be set one by one. */
export interface AnchorPatch {
  readonly name?: string;
  readonly admin1?: string;
  readonly country?: string;
  readonly lat?: number;
  readonly lng?: number;
  readonly nights?: number;
  readonly by?: TravelMeans;
  readonly locked?: boolean;
}

/** A change of a trip. It names what it changes; everything else stays the same. */
export type PlannerMutation =
  /** Removes a stop with its days and activities, or merges it into another stop, which gets its nights and days. */
  | {
      readonly op: 'REMOVE_ANCHOR';
      readonly payload: { readonly anchorId: string; readonly mergeInto?: string };
    }
  /**
   * The anchor keeps its id, nights and days, except for activities out of reach from there. With `endpoint`, the
   * trip starts or ends there too.
   */
  | {
      readonly op: 'REPLACE_ANCHOR';
      readonly payload: {
        readonly anchorId?: string;
        readonly endpoint?: 'origin' | 'destination';
        readonly place: FixedPlace;
      };
    }
  /** More nights append days to the stay, with the content of `days`; fewer remove its last days. */
  | {
      readonly op: 'UPDATE_ANCHOR';
      readonly payload: {
        readonly anchorId: string;
        readonly set: AnchorPatch;
        readonly days?: readonly NewDay[];
      };
    }
  | {
      readonly op: 'ADD_ACTIVITY';
      readonly payload: { readonly dayNumber: number; readonly activities: readonly Activity[] };
    }
  | {
      readonly op: 'REMOVE_ACTIVITY';
      /** A locked activity goes only if the traveller no longer wants it. */
      readonly payload: {
        readonly dayNumber: number;
        readonly activityId: string;
        readonly isUnwanted?: boolean | undefined;
      };
    }
  /** Inserts a stop at this index of the anchors, with a day for each of `days`. */
  | {
      readonly op: 'INSERT_ANCHOR';
      readonly payload: { readonly anchor: Anchor; readonly at: number; readonly days: readonly NewDay[] };
    }
  /** Moves a stop with its days to this index of the anchors. */
  | { readonly op: 'MOVE_ANCHOR'; readonly payload: { readonly anchorId: string; readonly to: number } }
  | {
      readonly op: 'SET_TRAVEL_ONLY';
      readonly payload: { readonly dayNumber: number; readonly travelOnly: boolean };
    }
  /** Spends a day at another stop. */
  | {
      readonly op: 'SET_DAY_ANCHOR';
      readonly payload: { readonly dayNumber: number; readonly anchorId: string };
    }
  | { readonly op: 'REMOVE_DAY'; readonly payload: { readonly dayNumber: number } }
  /** The activity keeps its id, unless the other day has one with that id. */
  | {
      readonly op: 'MOVE_ACTIVITY';
      readonly payload: { readonly dayNumber: number; readonly activityId: string; readonly to: number };
    }
  /** Gives the later of two activities with the same id a new one. */
  | {
      readonly op: 'RENAME_ACTIVITY';
      readonly payload: { readonly dayNumber: number; readonly activityId: string; readonly id: string };
    }
  /** Numbers the days from 1 in order, and dates them from this date, or from the first date they have. */
  | { readonly op: 'REFLOW_DAYS'; readonly payload: { readonly startDate?: string } }
  /** The mode of travel; with `by`, every stop that is not locked is reached like that. */
  | { readonly op: 'SET_MODE'; readonly payload: { readonly mode: TripMode; readonly by?: TravelMeans } };

/**
 * The trip after the change. The same object if there is nothing to change: what the mutation names is missing or
 * locked. Whatever the mutation does not name is the same object as before, except for the numbers and dates of
 * days, which follow from their order and the first date.
 */
export function applyMutation(itinerary: Itinerary, mutation: PlannerMutation): Itinerary {
  switch (mutation.op) {
    case 'REMOVE_ANCHOR':
      return mutation.payload.mergeInto === undefined
        ? withoutAnchor(itinerary, mutation.payload.anchorId)
        : merged(itinerary, mutation.payload.anchorId, mutation.payload.mergeInto);
    case 'REPLACE_ANCHOR':
      return withPlace(itinerary, mutation.payload);
    case 'UPDATE_ANCHOR':
      return updated(itinerary, mutation.payload);
    case 'ADD_ACTIVITY': {
      const { dayNumber, activities } = mutation.payload;
      if (activities.length === 0) return itinerary;
      return withDay(itinerary, dayNumber, (day) => ({
        ...day,
        activities: [...(day.activities ?? []), ...activities],
      }));
    }
    case 'REMOVE_ACTIVITY': {
      const { dayNumber, activityId, isUnwanted = false } = mutation.payload;
      return withDay(itinerary, dayNumber, (day) => {
        const kept = (day.activities ?? []).filter(
          ({ id, locked }) => id !== activityId || (locked && !isUnwanted),
        );
        return kept.length === day.activities?.length ? day : { ...day, activities: kept };
      });
    }
    case 'INSERT_ANCHOR':
      return inserted(itinerary, mutation.payload);
    case 'MOVE_ANCHOR':
      return moved(itinerary, mutation.payload);
    case 'SET_TRAVEL_ONLY': {
      const { dayNumber, travelOnly } = mutation.payload;
      return withDay(itinerary, dayNumber, (day) =>
        (day.travelOnly ?? false) === travelOnly ? day : { ...day, travelOnly },
      );
    }
    case 'SET_DAY_ANCHOR': {
      const { dayNumber, anchorId } = mutation.payload;
      if (!itinerary.anchors.some(({ id }) => id === anchorId)) return itinerary;
      return withDay(itinerary, dayNumber, (day) => (day.anchorId === anchorId ? day : { ...day, anchorId }));
    }
    case 'REMOVE_DAY':
      return withoutDay(itinerary, mutation.payload.dayNumber);
    case 'MOVE_ACTIVITY':
      return withActivityMoved(itinerary, mutation.payload);
    case 'RENAME_ACTIVITY':
      return withActivityRenamed(itinerary, mutation.payload);
    case 'REFLOW_DAYS': {
      const { startDate } = mutation.payload;
      const days = inSequence(itinerary);
      const reflowed = reflow(days, startDate ?? firstDate(days));
      return isSameList(reflowed, itinerary.days) ? itinerary : { ...itinerary, days: reflowed };
    }
    case 'SET_MODE':
      return withMode(itinerary, mutation.payload);
  }
}

/** How many nodes of the trip a mutation touches. Removing counts more than moving or correcting. */
export function mutationSize(itinerary: Itinerary, mutation: PlannerMutation): number {
  switch (mutation.op) {
    case 'REMOVE_ANCHOR': {
      const { anchorId, mergeInto } = mutation.payload;
      if (mergeInto !== undefined) return 2;
      const days = itinerary.days.filter((day) => day.anchorId === anchorId);
      return 1 + days.length + days.reduce((sum, { activities }) => sum + (activities?.length ?? 0), 0);
    }
    case 'INSERT_ANCHOR':
      return 1 + mutation.payload.days.length;
    case 'ADD_ACTIVITY':
      return mutation.payload.activities.length;
    case 'REPLACE_ANCHOR':
    case 'UPDATE_ANCHOR':
    case 'REMOVE_ACTIVITY':
    case 'MOVE_ANCHOR':
    case 'SET_TRAVEL_ONLY':
    case 'SET_DAY_ANCHOR':
    case 'MOVE_ACTIVITY':
    case 'RENAME_ACTIVITY':
    case 'REFLOW_DAYS':
    case 'SET_MODE':
      return 1;
    case 'REMOVE_DAY': {
      const day = itinerary.days.find(({ number }) => number === mutation.payload.dayNumber);
      return 1 + (day?.activities?.length ?? 0);
    }
  }
}

function withoutAnchor(itinerary: Itinerary, anchorId: string): Itinerary {
  const anchor = changeable(itinerary, anchorId);
  if (anchor === undefined) return itinerary;
  const gone = itinerary.days.filter((day) => day.anchorId === anchorId);
  if (gone.some((day) => day.activities?.some(({ locked }) => locked))) return itinerary;
  return {
    ...itinerary,
    anchors: itinerary.anchors.filter((other) => other !== anchor),
    days: reflow(
      itinerary.days.filter((day) => day.anchorId !== anchorId),
      firstDate(itinerary.days),
    ),
  };
}

function merged(itinerary: Itinerary, anchorId: string, into: string): Itinerary {
  const gone = changeable(itinerary, anchorId);
  const kept = changeable(itinerary, into);
  if (gone === undefined || kept === undefined || gone === kept) return itinerary;
  const nights = nightsOf(itinerary, kept) + nightsOf(itinerary, gone);
  return {
    ...itinerary,
    anchors: itinerary.anchors.flatMap((anchor) => {
      if (anchor === gone) return [];
      return anchor === kept ? [{ ...kept, nights }] : [anchor];
    }),
    days: itinerary.days.map((day) => (day.anchorId === anchorId ? { ...day, anchorId: into } : day)),
  };
}

function withPlace(
  itinerary: Itinerary,
  { anchorId, endpoint, place }: Extract<PlannerMutation, { op: 'REPLACE_ANCHOR' }>['payload'],
): Itinerary {
  const anchor = anchorId === undefined ? undefined : changeable(itinerary, anchorId);
  if (anchorId !== undefined && anchor === undefined) return itinerary;
  if (anchor === undefined && endpoint === undefined) return itinerary;
  return {
    ...itinerary,
    ...(endpoint && { [endpoint]: placeRef(place) }),
    anchors:
      anchor === undefined
        ? itinerary.anchors
        : itinerary.anchors.map((other) => (other === anchor ? replacedAnchor(anchor, place) : other)),
    days: itinerary.days.map((day) =>
      anchor !== undefined && day.anchorId === anchor.id ? movedTo(day, place) : day,
    ),
  };
}

/** The old name and region of the stop do not apply to the new place. */
function replacedAnchor(anchor: Anchor, place: FixedPlace): Anchor {
  const { admin1: _admin1, country: _country, area: _area, ...kept } = anchor;
  return { ...kept, ...placeFields(place) };
}

function placeRef(place: FixedPlace): PlaceRef {
  return placeFields(place);
}

function placeFields({ name, admin1, country, lat, lng }: FixedPlace): FixedPlace {
  return {
    name,
    ...(admin1 !== undefined && admin1 !== '' && { admin1 }),
    ...(country !== undefined && country !== '' && { country }),
    lat,
    lng,
  };
}

function updated(
  itinerary: Itinerary,
  { anchorId, set, days = [] }: Extract<PlannerMutation, { op: 'UPDATE_ANCHOR' }>['payload'],
): Itinerary {
  const anchor = itinerary.anchors.find(({ id }) => id === anchorId);
  const unlocks = set.locked === false && Object.keys(set).length === 1;
  if (anchor === undefined || (anchor.locked && !unlocks)) return itinerary;
  if (Object.keys(set).length === 0) return itinerary;
  const anchors = itinerary.anchors.map((other) => (other === anchor ? { ...anchor, ...set } : other));
  if (set.nights === undefined) return { ...itinerary, anchors };
  const more = set.nights - nightsOf(itinerary, anchor);
  const reflowed =
    more >= 0 ? extended(itinerary, anchorId, more, days) : shortened(itinerary, anchorId, -more);
  return reflowed === undefined ? itinerary : { ...itinerary, anchors, days: reflowed };
}

/** A stop without days gets them at its position on the route. */
function extended(
  itinerary: Itinerary,
  anchorId: string,
  more: number,
  brought: readonly NewDay[],
): readonly Day[] {
  const { days, anchors } = itinerary;
  if (days.length === 0 || more === 0) return days;
  const last = days.findLastIndex((day) => day.anchorId === anchorId);
  const passed = anchors.findIndex(({ id }) => id === anchorId);
  const at = last >= 0 ? last + 1 : dayIndexAt(itinerary, passed + 1);
  const added = Array.from({ length: more }, (_, i) => newDay(anchorId, brought[i] ?? { activities: [] }));
  return reflow(days.toSpliced(at, 0, ...added), firstDate(days));
}

/** Undefined if a day with a locked activity would be removed. */
function shortened({ days }: Itinerary, anchorId: string, fewer: number): readonly Day[] | undefined {
  const stay = days.filter((day) => day.anchorId === anchorId);
  const gone = new Set(stay.slice(Math.max(stay.length - fewer, 1)));
  for (const day of gone) if (day.activities?.some(({ locked }) => locked)) return undefined;
  return reflow(
    days.filter((day) => !gone.has(day)),
    firstDate(days),
  );
}

function inserted(
  itinerary: Itinerary,
  { anchor, at, days }: Extract<PlannerMutation, { op: 'INSERT_ANCHOR' }>['payload'],
): Itinerary {
  if (itinerary.anchors.some(({ id }) => id === anchor.id)) return itinerary;
  const index = clampIndex(at, itinerary.anchors.length);
  const added = days.map((day) => newDay(anchor.id, day));
  const before = dayIndexAt(itinerary, index);
  return {
    ...itinerary,
    anchors: itinerary.anchors.toSpliced(index, 0, anchor),
    days: reflow(itinerary.days.toSpliced(before, 0, ...added), firstDate(itinerary.days)),
  };
}

function moved(
  itinerary: Itinerary,
  { anchorId, to }: Extract<PlannerMutation, { op: 'MOVE_ANCHOR' }>['payload'],
): Itinerary {
  const anchor = changeable(itinerary, anchorId);
  if (anchor === undefined) return itinerary;
  const rest = itinerary.anchors.filter((other) => other !== anchor);
  const index = clampIndex(to, rest.length);
  if (itinerary.anchors[index] === anchor) return itinerary;
  const without = {
    ...itinerary,
    anchors: rest,
    days: itinerary.days.filter((day) => day.anchorId !== anchorId),
  };
  const own = itinerary.days.filter((day) => day.anchorId === anchorId);
  return {
    ...itinerary,
    anchors: rest.toSpliced(index, 0, anchor),
    days: reflow(without.days.toSpliced(dayIndexAt(without, index), 0, ...own), firstDate(itinerary.days)),
  };
}

/** The stop with this id, if it may be changed. */
function changeable({ anchors }: Itinerary, anchorId: string): Anchor | undefined {
  const anchor = anchors.find(({ id }) => id === anchorId);
  return anchor?.locked ? undefined : anchor;
}

/** The nights at a stop: its own number, or else its number of days. */
export function nightsOf({ days }: Pick<Itinerary, 'days'>, { id, nights }: Anchor): number {
  if (typeof nights === 'number' && Number.isFinite(nights)) return nights;
  return days.filter(({ anchorId }) => anchorId === id).length;
}

/** The index of the first day of a stop at this position: after the days of the stops before it. */
function dayIndexAt({ anchors, days }: Itinerary, index: number): number {
  const before = new Set(anchors.slice(0, index).map(({ id }) => id));
  return days.findLastIndex(({ anchorId }) => before.has(anchorId)) + 1;
}

function clampIndex(index: number, length: number): number {
  return Number.isFinite(index) ? Math.min(Math.max(Math.trunc(index), 0), length) : length;
}

function newDay(anchorId: string, { date, travelOnly, activities }: NewDay): Day {
  return {
    number: 0,
    ...(date !== undefined && { date }),
    anchorId,
    ...(travelOnly !== undefined && { travelOnly }),
    activities,
  };
}

function withMode(
  itinerary: Itinerary,
  { mode, by }: Extract<PlannerMutation, { op: 'SET_MODE' }>['payload'],
): Itinerary {
  const anchors = itinerary.anchors.map((anchor, at) => {
    const { by: before, ...rest } = anchor;
    if (anchor.locked || before === by || at === 0) return anchor;
    return by === undefined ? rest : { ...rest, by };
  });
  const isSame = itinerary.mode === mode && isSameList(anchors, itinerary.anchors);
  return isSame ? itinerary : { ...itinerary, mode, anchors };
}
