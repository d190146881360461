import { subjectOf } from '../evaluate.ts';
import { newActivities, tastesOf } from '../fixes/new-activities.ts';
import { MIN_ACTIVITIES } from '../invariants/activity-density.ts';
import { queryOf, readingOf, type TripSubject, type ValidStop } from '../invariants/subject.ts';
import type { Activity, Itinerary } from '../itinerary/itinerary.ts';
import { bareName, isInArea } from '../itinerary/itinerary-view.ts';
import { applyMutation, type FixedPlace, type NewDay, type PlannerMutation } from '../itinerary/mutation.ts';
import { distanceKm, type Point } from '../places/geo.ts';
import type { FullContext } from '../planner-context.ts';
import type { PlannerState } from '../planner-state.ts';
import { plannedWith } from '../requirements/day-rates.ts';
import { type RequestedPlace, stayDays, type TripRequirements } from '../requirements/requirements.ts';

/** A change to the trip, and its reason. */
export interface Revision {
  readonly change: PlannerMutation;
  readonly why: string;
}

/** Farther from a stop, something to do does not belong to it. */
const AROUND_KM = 60;
/** A stop within this distance of a place with the given name is that place. */
const SAME_TOWN_KM = 3;

/** A trip that is being changed step by step, each step one mutation, together with its requirements. */
export class TripDraft {
  readonly context: FullContext;
  readonly revisions: Revision[] = [];
  /** What was asked for and could not be done, in whole sentences. */
  readonly notDone: string[] = [];
  /** Requested names that are not known places. */
  readonly unknown: string[] = [];
  /** The ids of the stops whose stay was named in this turn: they keep it. */
  readonly settled = new Set<string>();
  /** The names of places that an edit was about, so that the requirements that go with it change nothing once more. */
  readonly handled = new Set<string>();
  /** The ids of the stops that were named to be left out. */
  readonly dismissed = new Set<string>();
  /** Where the stops are that an edit added. */
  readonly added: Point[] = [];
  /** The id of the stop that gets or gives the days that are left over. */
  receiver: string | undefined;
  /** The names of locked stops that were to go. */
  readonly kept = new Set<string>();
  /** The only stop of the trip, where it was no longer wanted. */
  onlyStop: string | undefined;
  /** By how many days the trip becomes longer or shorter because stays that were named do. */
  growth = 0;
  /** By how many days stays become longer or shorter that were named and leave the trip as long as it is. */
  shifted = 0;
  /** The length that was asked for, where the stops and stays that were named need more. */
  tooShort: number | undefined;
  #state: PlannerState;
  #itinerary: Itinerary;
  #subject: TripSubject;

  constructor(itinerary: Itinerary, state: PlannerState, context: FullContext) {
    this.#itinerary = itinerary;
    this.#state = state;
    this.context = context;
    this.#subject = subjectOf(state, itinerary, context);
  }

  get state(): PlannerState {
    return this.#state;
  }

  get requirements(): TripRequirements {
    return this.#state.requirements;
  }

  get itinerary(): Itinerary {
    return this.#itinerary;
  }

  get stops(): readonly ValidStop[] {
    return this.reading.validStops;
  }

  get reading() {
    return readingOf(this.#subject);
  }

  /** Makes the requirements say what the trip is like now. */
  setRequirements(change: Partial<TripRequirements>): void {
    this.replaceRequirements({ ...this.#state.requirements, ...change });
  }

  replaceRequirements(requirements: TripRequirements): void {
    this.#state = { ...this.#state, requirements };
    this.#subject = { ...this.#subject, state: this.#state };
  }

  /** Makes a change; false when it cannot be made. */
  change(mutation: PlannerMutation, why: string): boolean {
    const itinerary = applyMutation(this.#itinerary, mutation);
    if (itinerary === this.#itinerary) return false;
    this.#itinerary = itinerary;
    this.#subject = { ...this.#subject, itinerary };
    this.revisions.push({ change: mutation, why });
    return true;
  }

  /** The stop that goes by this name, or by another name of the same place: "LA" is Los Angeles. */
  stopNamed(name: string): ValidStop | undefined {
    const key = bareName(name);
    const exact = this.stops.findLast((stop) => bareName(stop.name) === key);
    if (exact) return exact;
    const near = this.stops.map(({ point }) => point);
    const [found] = this.context.places.resolve(name, { limit: 1, typos: false, near });
    // The Colosseum is in Rome, and is not Rome.
    const isSight = found?.kind === 'sight' || found?.kind === 'landmark';
    const same =
      found && !isSight && this.stops.find(({ point }) => distanceKm(point, found) <= SAME_TOWN_KM);
    const inWords = this.stops.find((stop) => holdsWords(bareName(stop.name), key));
    return (same || undefined) ?? inWords ?? this.stopsIn(name)[0];
  }

  /** The stops in an area that the traveller named; none for the name of a single stop. */
  stopsIn(area: string): readonly ValidStop[] {
    if (this.stops.some((stop) => bareName(stop.name) === bareName(area))) return [];
    return this.stops.filter(({ anchor }) => isInArea(anchor, area));
  }

  daysAt(anchorId: string): number {
    return this.#itinerary.days.filter((day) => day.anchorId === anchorId).length;
  }

  /** Whether the trip ends at a stop, and with it the last night. */
  isLast({ index }: Pick<ValidStop, 'index'>): boolean {
    return index === this.#itinerary.anchors.length - 1 && !this.#itinerary.roundTrip;
  }

  /** The request for a stop, if the user named it. */
  requestedStopFor(stop: ValidStop): RequestedPlace | undefined {
    const { name, point } = stop;
    const own = this.#requested.filter((requested) => bareName(requested.name) === bareName(name));
    const visits = this.stops.filter((visit) => bareName(visit.name) === bareName(name));
    if (visits.length > 1 && own.length >= visits.length)
      return own.at(visits.findIndex(({ id }) => id === stop.id) - visits.length);
    if (own.length > 0) return own.find((requested) => stayDays(requested) !== undefined) ?? own[0];
    const area = this.requestedAreaFor(stop);
    // The stay in an area is the total of its stops.
    if (area) return { name: area.name };
    return this.#requested.find((requested) => {
      const [found] = this.context.places.resolve(queryOf(requested), {
        limit: 1,
        typos: false,
        near: point,
      });
      return found !== undefined && distanceKm(found, point) <= SAME_TOWN_KM;
    });
  }

  /** The request for the area of a stop, if the area has several stops. */
  requestedAreaFor({ anchor }: ValidStop): RequestedPlace | undefined {
    const own = this.#requested.filter(({ name }) => isInArea(anchor, name));
    return own.find((requested) => stayDays(requested) !== undefined) ?? own[0];
  }

  get #requested(): readonly RequestedPlace[] {
    const { via = [], origin, destination } = this.requirements;
    return [...(origin ? [origin] : []), ...via, ...(destination ? [destination] : [])];
  }

  /** A day at a place, with things to do that are not in the trip yet. */
  newDay(anchorId: string, place: FixedPlace): NewDay {
    const { rates } = tastesOf(this.requirements);
    return { activities: this.thingsToDo(anchorId, place, plannedWith(MIN_ACTIVITIES, rates)) };
  }

  /** Moves an anchor and replaces its activities: those of the old place would be out of reach. */
  replace(payload: Extract<PlannerMutation, { op: 'REPLACE_ANCHOR' }>['payload'], why: string): boolean {
    const { anchorId, place } = payload;
    if (!this.change({ op: 'REPLACE_ANCHOR', payload }, why)) return false;
    for (const { number } of this.#itinerary.days.filter((day) => day.anchorId === anchorId)) {
      this.#renewActivities(anchorId ?? '', number, place, why);
    }
    return true;
  }

  #renewActivities(anchorId: string, dayNumber: number, place: FixedPlace, why: string): void {
    const activities = this.#itinerary.days.find(({ number }) => number === dayNumber)?.activities ?? [];
    const gone = activities.filter(({ generic, locked, place: at }) => {
      if (locked) return false;
      if (generic) return true;
      const { lat, lng } = at ?? {};
      return (
        typeof lat === 'number' && typeof lng === 'number' && distanceKm({ lat, lng }, place) > AROUND_KM
      );
    });
    for (const { id } of gone) {
      this.change({ op: 'REMOVE_ACTIVITY', payload: { dayNumber, activityId: id } }, why);
    }
    const left = this.#itinerary.days.find(({ number }) => number === dayNumber)?.activities;
    const added = this.thingsToDo(anchorId, place, gone.length, left);
    if (added.length > 0) this.change({ op: 'ADD_ACTIVITY', payload: { dayNumber, activities: added } }, why);
  }

  /** Things to do at a place that are not in the trip yet, for a day that may have some already. */
  thingsToDo(
    anchorId: string,
    { name, lat, lng }: FixedPlace,
    limit: number,
    on: readonly Activity[] = [],
  ): Activity[] {
    return newActivities(anchorId, {
      itinerary: this.#itinerary,
      point: { lat, lng },
      name,
      limit,
      on,
      source: this.context.thingsToDo,
      tastes: tastesOf(this.requirements),
    });
  }
}

/** "Skye" is the Isle of Skye. */
function holdsWords(name: string, words: string): boolean {
  return words.length > 2 && ` ${name} `.includes(` ${words} `);
}
