import { subjectOf } from '../evaluate.ts';
import { newActivities } from '../fixes/density-fixes.ts';
import { MIN_ACTIVITIES } from '../invariants/activity-density.ts';
import { readingOf, type TripSubject, type ValidStop } from '../invariants/subject.ts';
import type { Itinerary } from '../itinerary.ts';
import { applyMutation, type FixedPlace, type NewDay, type PlannerMutation } from '../mutation.ts';
import { distanceKm } from '../places/geo.ts';
import type { WholeContext } from '../planner-context.ts';
import type { PlannerState } from '../planner-state.ts';

/** A change that follows from what was said, and why. */
export interface Revision {
  readonly change: PlannerMutation;
  readonly why: string;
}

/** Farther from a stop, something to do does not belong to it. */
const AROUND_KM = 60;

/** A trip that is being changed step by step, each step one mutation. */
export class TripDraft {
  readonly state: PlannerState;
  readonly context: WholeContext;
  readonly revisions: Revision[] = [];
  /** What was asked for and could not be done, in whole sentences. */
  readonly notDone: string[] = [];
  #itinerary: Itinerary;
  #subject: TripSubject;

  constructor(itinerary: Itinerary, state: PlannerState, context: WholeContext) {
    this.#itinerary = itinerary;
    this.state = state;
    this.context = context;
    this.#subject = subjectOf(state, itinerary, context);
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

  /** Makes a change; false when it cannot be made. */
  change(mutation: PlannerMutation, why: string): boolean {
    const itinerary = applyMutation(this.#itinerary, mutation);
    if (itinerary === this.#itinerary) return false;
    this.#itinerary = itinerary;
    this.#subject = { ...this.#subject, itinerary };
    this.revisions.push({ change: mutation, why });
    return true;
  }

  /** A day at a place, with things to do that are not in the trip yet. */
  newDay(anchorId: string, place: FixedPlace): NewDay {
    return { activities: this.#activities(anchorId, place, MIN_ACTIVITIES) };
  }

  /** Puts an anchor elsewhere, and with it what there is to do: that of the old place would be out of reach. */
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
    const added = this.#activities(anchorId, place, gone.length);
    if (added.length > 0) this.change({ op: 'ADD_ACTIVITY', payload: { dayNumber, activities: added } }, why);
  }

  #activities(anchorId: string, { name, lat, lng }: FixedPlace, limit: number) {
    return newActivities(anchorId, {
      itinerary: this.#itinerary,
      point: { lat, lng },
      name,
      limit,
      source: this.context.thingsToDo,
      interests: this.state.wishes.interests ?? [],
    });
  }
}
