/**
 * @module
 * Plans trips, finds what is wrong with them and mends only that: places from an embedded gazetteer, stops at bearable
 * distances, things to do where the data has them. No network and no key is needed.
 *
 * ```ts
 * import { buildPlannerRequest, generateItinerary, plannerTurn } from 'wayfold/trip';
 *
 * const said = plannerTurn({ text: '3 day road trip from LA to Flagstaff via Las Vegas' }, {}, null);
 * console.log(said.action.type); // CONTINUE_PLAN
 *
 * const trip = generateItinerary(buildPlannerRequest(said.state));
 * console.log(trip.anchors.map(({ name }) => name).join(', '));
 *
 * const broken = { ...trip, anchors: trip.anchors.map((stop) => (stop.name === 'Las Vegas' ? { ...stop, lat: 95 } : stop)) };
 * const { action } = plannerTurn({}, said.state, broken);
 * if (action.type === 'SUGGEST_REPAIR') console.log(action.reason, action.options[0]?.label);
 * ```
 */

// Knowledge
export { type ActivitySource, embeddedActivities } from './activities/activity-source.ts';
export { embeddedThingsToDo, thingsToDoAt } from './activities/known-things-to-do.ts';
export { type IdeaStop, type IdeasQuery, withModelIdeas } from './activities/model-ideas.ts';
export { overpass } from './activities/overpass.ts';
export { wikivoyage } from './activities/wikivoyage.ts';
// Turns
export { answerTo, type ChatMessage, renderAction } from './chat.ts';
// In the harness
export { createTripConfigStore, DEFAULT_TRIP_CONFIG, TripConfig, type TripSeed } from './config.ts';
export { type ConversationSetting, TripConversation } from './conversation.ts';
export { embeddedPlaces } from './embedded-knowledge.ts';
// Errors
export { TRIP_ERROR_CODES, TripError, type TripErrorCode } from './error.ts';
export { evaluatePlannerState } from './evaluate.ts';
// Files
export {
  exportTrip,
  TRIP_EXPORT_FORMATS,
  type TripExportFormat,
  type TripExportOptions,
} from './exchange/export-trip.ts';
export { importTrip, TRIP_IMPORT_FORMATS, type TripImportFormat } from './exchange/import-trip.ts';
export { type TripEvent, tripEventOf, tripFacts, tripSessionFacts } from './facts.ts';
export { generateItinerary } from './generate/generate-itinerary.ts';
// The trip
export {
  type Activity,
  type Anchor,
  type Day,
  type Itinerary,
  type PlaceRef,
  TRANSIT,
  TRIP_MODES,
  type TripMode,
  type Validity,
} from './itinerary.ts';
export { tripModule } from './module.ts';
export {
  type AnchorPatch,
  applyMutation,
  type FixedPlace,
  type NewDay,
  type PlannerMutation,
  type PlannerMutationOp,
} from './mutation.ts';
export { NO_PLACES, type PlaceKnowledge } from './place-knowledge.ts';
export type { Corridor, PlaceAlong } from './places/corridor.ts';
export {
  embeddedPlaceResolver,
  isWithinRegion,
  nearestPlace,
  placesAlong,
  resolvePlace,
} from './places/embedded.ts';
export { GazetteerError, GeoServiceError, PLACES_ERROR_CODES, type PlacesErrorCode } from './places/error.ts';
export { distanceKm, drivingHours, drivingKm, greatCircle, type Point } from './places/geo.ts';
export type { GeoServiceOptions } from './places/geo-service.ts';
export { placesNamed } from './places/known-places.ts';
export { nominatim } from './places/nominatim.ts';
export { photon } from './places/photon.ts';
export type { PlaceCandidate, ResolveOptions } from './places/place-candidate.ts';
export type { PlaceResolver } from './places/place-resolver.ts';
export { createTripPlanner, type TripPlannerOptions, tripFamily, tripPlanner } from './planner.ts';
export type { PlannerContext } from './planner-context.ts';
export {
  type Advisory,
  CRITICAL_FIELDS,
  type CriticalField,
  EMPTY_STATE,
  type IssueTarget,
  type KnownFields,
  type PlannerAction,
  type PlannerIssue,
  type PlannerIssueRecord,
  type PlannerIssueType,
  type PlannerRepairOption,
  type PlannerState,
  QUESTION_FIELDS,
  type QuestionField,
  readState,
} from './planner-state.ts';
export { buildPlannerRequest, type PlannerRequest } from './request.ts';
export { osrm } from './routes/osrm.ts';
export { NO_ROADS, type Roads, roadsThrough } from './routes/roads.ts';
export { offlineRouter, type Route, type RouteLeg, type Router } from './routes/router.ts';
export { SOLVE_ERROR_CODES, type SolveErrorCode, TripProblemError } from './solve/error.ts';
// Several cities
export { type PlacedStay, solveTrip, type TripSolution } from './solve/solve-trip.ts';
export type {
  TripConnection,
  TripProblem,
  TripStay,
} from './solve/trip-problem.ts';
export type { ThingsToDo, ThingsToDoQuery, ThingToDo } from './things-to-do.ts';
export { readTripFile, type TripFile } from './trip-file.ts';
export { afterTripEvent, EMPTY_SESSION, foldTrip, MAX_UNDO, type TripSession } from './trip-fold.ts';
export { knowledgeOf } from './trip-knowledge.ts';
export { type MadeTripChange, type PlannerInput, type PlannerTurn, plannerTurn } from './turn.ts';
export { TripPreferences, TripWishes, type VisitWish } from './wishes.ts';
export { PLANNER_PHASES, type PlannerPhase } from './wizard.ts';
