import { expect, test } from 'vitest';
import { embeddedPlaces } from '../knowledge/embedded-knowledge.ts';
import { buildPlannerRequest } from '../requirements/planner-request.ts';
import { understand } from '../understand/understand.ts';
import { generateItinerary } from './generate-itinerary.ts';

const TODAY = new Date('2026-11-16T09:00:00.000Z');

function read(text: string) {
  const state = { requirements: {}, preferences: {}, asking: [] };
  return understand(text, { state, itinerary: null, places: embeddedPlaces, today: TODAY });
}

test.each([
  ['Lisbon to Porto along the coast, 6 days by car', 'coast'],
  ['Split to Dubrovnik by the coastal road, 5 days', 'coast'],
  ['6 Tage mit dem Auto von Lissabon nach Porto entlang der Küste', 'coast'],
  ['de Valencia a Barcelona por la costa en coche, 5 días', 'coast'],
  ['Denver to Santa Fe taking the scenic route, 5 days, car', 'scenic'],
])('reads the requested route: %s', (text, way) => {
  const { requirements, notUnderstood } = read(text);
  expect(requirements.constraints?.way).toBe(way);
  expect(notUnderstood).toEqual([]);
});

test.each([
  'Drive from Los Angeles to San Francisco along the coast in 5 days',
  'Lisbon to Porto along the coast, 6 days by car',
])('puts the stops of a coastal route by the sea: %s', (text) => {
  const trip = generateItinerary(buildPlannerRequest(read(text)));
  const between = trip.anchors.slice(1, -1);
  expect(between.length).toBeGreaterThan(1);
  expect(between.every((stop) => embeddedPlaces.isByTheSea?.(stop))).toBe(true);
});

test('takes no ferry on a drive along the coast', () => {
  const trip = generateItinerary(buildPlannerRequest(read('Split to Dubrovnik by the coastal road, 5 days')));
  expect(trip.anchors.map(({ by }) => by)).not.toContain('ferry');
});
