/**
 * @module
 * Plans trips, finds their problems and repairs only those, with places, distances and sights from embedded data. It
 * needs no network and no key.
 *
 * ```ts
 * import { buildPlannerRequest, generateItinerary, plannerTurn } from 'wayfold/trip';
 *
 * const turn = plannerTurn({ text: '3 day road trip from LA to Flagstaff via Las Vegas' }, {}, null);
 * console.log(turn.action.type); // CONTINUE_PLAN
 *
 * const trip = generateItinerary(buildPlannerRequest(turn.state));
 * console.log(trip.anchors.map(({ name }) => name).join(', '));
 *
 * const broken = { ...trip, anchors: trip.anchors.map((stop) => (stop.name === 'Las Vegas' ? { ...stop, lat: 95 } : stop)) };
 * const { action } = plannerTurn({}, turn.state, broken);
 * if (action.type === 'SUGGEST_REPAIR') console.log(action.reason, action.options[0]?.label);
 * ```
 */

// Turns

export { evaluatePlannerState } from './evaluate.ts';
export { generateItinerary } from './generate/generate-itinerary.ts';
export { applyMutation, type PlannerMutation } from './itinerary/mutation.ts';
export type { PlannerAction, PlannerIssue, PlannerState } from './planner-state.ts';
export { buildPlannerRequest } from './requirements/planner-request.ts';
export { answerTo, renderAction } from './turn/chat.ts';
export { type PlannerTurn, plannerTurn } from './turn/turn.ts';

// The trip

export { exportTrip } from './exchange/export-trip.ts';
export { importTrip } from './exchange/import-trip.ts';
export { type Anchor, type Day, type Itinerary, TRANSIT } from './itinerary/itinerary.ts';

// Places, roads and things to do

export type { ActivitySource } from './activities/activity-source.ts';
export { thingsToDoAt } from './activities/known-things-to-do.ts';
export { overpass } from './activities/overpass.ts';
export { wikivoyage } from './activities/wikivoyage.ts';
export { nearestPlace, resolvePlace } from './places/embedded.ts';
export { placesNamed } from './places/gazetteer/known-places.ts';
export { drivingKm } from './places/geo.ts';
export type { PlaceCandidate } from './places/place-candidate.ts';
export type { PlaceResolver } from './places/place-resolver.ts';
export { nominatim } from './places/services/nominatim.ts';
export { photon } from './places/services/photon.ts';
export { osrm } from './routes/osrm.ts';
export { roadsThrough } from './routes/roads.ts';
export type { Router } from './routes/router.ts';

// Several cities

export { solveTrip, type TripSolution } from './solve/solve-trip.ts';
export type { TripProblem } from './solve/trip-problem.ts';

// In a journal

export { DEFAULT_TRIP_CONFIG, TripConfig } from './config.ts';
export { type TripEvent, tripEventOf } from './facts.ts';
export { tripFamily, tripPlanner } from './planner.ts';
export { foldTrip } from './trip-fold.ts';
