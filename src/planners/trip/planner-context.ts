import { embeddedThingsToDo } from './activities/known-things-to-do.ts';
import { type StopMemory, stopMemory } from './invariants/stop-memory.ts';
import { NO_PLACES, type PlaceKnowledge, withCache } from './knowledge/place-knowledge.ts';
import type { ThingsToDo } from './knowledge/things-to-do.ts';
import { NO_ROADS, type Roads } from './routes/roads.ts';
import type { PlannerPhase } from './turn/wizard.ts';

/** The knowledge of the planner. All of it is optional: on Node, the embedded knowledge is the default. */
export interface PlannerContext {
  readonly places?: PlaceKnowledge;
  readonly thingsToDo?: ThingsToDo;
  /** The roads between the stops; without them, the great circle with a factor. */
  readonly roads?: Roads;
  /**
   * The current time, ISO 8601. Default: the start of the program, so that two evaluations of the same trip are equal;
   * with a record, pass the time of the turn.
   */
  readonly now?: () => string;
  readonly phase?: PlannerPhase;
}

/** A complete context for one turn. */
export interface FullContext extends Required<PlannerContext> {
  readonly memory: StopMemory;
}

const STARTED_AT = new Date().toISOString();

/** Completes a context. Its place queries are cached for as long as the result is used. */
export function fullContext(
  { places, thingsToDo, roads, now, phase }: PlannerContext = {},
  defaults: Pick<PlannerContext, 'places'> = {},
): FullContext {
  return {
    places: places ? withCache(places) : (defaults.places ?? NO_PLACES),
    thingsToDo: thingsToDo ?? embeddedThingsToDo,
    roads: roads ?? NO_ROADS,
    now: now ?? (() => STARTED_AT),
    phase: phase ?? 'full',
    memory: stopMemory(),
  };
}
