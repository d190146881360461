import type { Anchor, Itinerary } from '../../../../src/planners/trip/itinerary/itinerary.ts';
import type { PlannerIssue } from '../../../../src/planners/trip/planner-state.ts';

/** A stop that is named like its id. */
export const stop = (id: string, lat: number, lng: number, nights = 1): Anchor => ({
  id,
  name: id,
  lat,
  lng,
  nights,
});

/** Sets out from LA without a day there, stays two nights in Flagstaff, passes Tucumcari. */
export const TRIP: Itinerary = {
  mode: 'road',
  roundTrip: false,
  origin: { name: 'LA' },
  destination: { name: 'Chicago' },
  anchors: [
    stop('LA', 34.05, -118.24, 0),
    stop('Flagstaff', 35.2, -111.65, 2),
    stop('Tucumcari', 35.17, -103.72, 0),
    stop('Amarillo', 35.22, -101.83),
    stop('Chicago', 41.85, -87.65),
  ],
  days: ['Flagstaff', 'Flagstaff', 'Amarillo', 'Chicago'].map((anchorId, at) => ({
    number: at + 1,
    anchorId,
    activities: [{ id: `a${at}`, title: 'Walk', kind: 'NATURE' }],
  })),
};

/** Something that is wrong with a trip. */
export const issue = (type: PlannerIssue['type'], target: PlannerIssue['target']): PlannerIssue => ({
  id: `${type}:${target.anchorId ?? target.dayNumber ?? 'trip'}`,
  type,
  severity: 'LOCAL',
  target,
  description: 'wrong',
  detectedAt: '2026-01-01T00:00:00Z',
});
