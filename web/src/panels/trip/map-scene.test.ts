import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Anchor, Itinerary } from '../../../../src/planners/trip/itinerary/itinerary.ts';
import { applyMutation } from '../../../../src/planners/trip/itinerary/mutation.ts';
import { distanceKm, wayKm } from '../../../../src/planners/trip/places/geo.ts';
import { bareScene, changeScene, sceneOf } from './map-scene.ts';
import { stopStatuses } from './stop-status.ts';

const TOKYO = stop('tokyo', 35.69, 139.69);
const LOS_ANGELES = stop('los-angeles', 34.05, -118.24);
const FLAGSTAFF = stop('flagstaff', 35.2, -111.65);
const CHICAGO = stop('chicago', 41.85, -87.65);

function stop(id: string, lat: number, lng: number, more: Partial<Anchor> = {}): Anchor {
  return { id, name: id, lat, lng, validity: 'VALID', ...more };
}

function trip(...anchors: readonly Anchor[]): Itinerary {
  return {
    mode: 'road',
    roundTrip: false,
    origin: { name: anchors[0]?.name ?? '' },
    destination: { name: anchors.at(-1)?.name ?? '' },
    anchors,
    days: anchors.map(({ id }, at) => ({ number: at + 1, anchorId: id, activities: [] })),
  };
}

describe('the map of a trip', () => {
  it('has a point for each stop and a line between each two', () => {
    const { stops, legs } = bareScene(trip(LOS_ANGELES, FLAGSTAFF, CHICAGO));
    expect(stops.map(({ number, name }) => `${number} ${name}`)).toEqual([
      '1 los-angeles',
      '2 flagstaff',
      '3 chicago',
    ]);
    expect(legs).toHaveLength(2);
  });

  it('goes the short way over the Pacific from Tokyo to Los Angeles', () => {
    const { legs } = bareScene(trip(TOKYO, LOS_ANGELES));
    const line = legs[0]?.line ?? [];
    expect(wayKm(line)).toBeCloseTo(distanceKm(TOKYO, LOS_ANGELES), 0);
    expect(line.every(({ lng }) => lng > 139 || lng < -118)).toBe(true);
  });

  it('never gives two things one key, whatever the stops are called', () => {
    const ids = fc.constantFrom('a', 'b', 'leg-1');
    fc.assert(
      fc.property(fc.array(ids, { maxLength: 8 }), (names) => {
        const before = bareScene(trip(...names.map((id, at) => stop(id, at, at + 1))));
        const { stops: both, legs: lines } = changeScene(before, bareScene(trip(CHICAGO, TOKYO)));
        for (const keys of [both.map(({ key }) => key), lines.map(({ key }) => key)]) {
          expect(new Set(keys).size).toBe(keys.length);
        }
      }),
    );
  });

  it('puts a stop without usable coordinates between its neighbours, and draws the way without it', () => {
    const { stops, legs } = bareScene(trip(LOS_ANGELES, stop('nowhere', 0, 0), CHICAGO));
    expect(stops[1]).toMatchObject({ guessed: true, anchorId: 'nowhere' });
    expect(stops[1]?.point.lng).toBeGreaterThan(-118);
    expect(stops[1]?.point.lng).toBeLessThan(-87);
    expect(legs).toHaveLength(1);
  });

  it('leaves a stop out when no stop says where it could be', () => {
    expect(bareScene(trip(stop('nowhere', Number.NaN, 4))).stops).toEqual([]);
  });

  it('shows by its colour whether a stop is broken, needs a look, or is fine', () => {
    const itinerary = trip(LOS_ANGELES, FLAGSTAFF, CHICAGO, stop('kept', 40, -90, { validity: 'INVALID' }));
    const issue = { id: 'i', description: '', detectedAt: '' };
    const standings = stopStatuses(itinerary, [
      { ...issue, type: 'ANCHOR_INVALID', severity: 'LOCAL', target: { anchorId: 'flagstaff' } },
      { ...issue, type: 'ACTIVITY_DENSITY_LOW', severity: 'LOCAL', target: { dayNumber: 3 } },
    ]);
    expect(sceneOf(itinerary, standings).stops.map(({ status }) => status)).toEqual([
      'good',
      'bad',
      'warn',
      'unchecked',
    ]);
    expect(sceneOf(itinerary, standings).legs.map(({ broken }) => broken)).toEqual([true, true, false]);
  });

  it('shows what goes and what comes with a change, and leaves the rest', () => {
    const before = trip(LOS_ANGELES, FLAGSTAFF, CHICAGO);
    const place = { name: 'Kingman', lat: 35.19, lng: -114.05 };
    const after = applyMutation(before, { op: 'REPLACE_ANCHOR', payload: { anchorId: 'flagstaff', place } });
    const { stops, legs } = changeScene(bareScene(before), bareScene(after));
    expect(stops.map(({ name, fate }) => `${name} ${fate}`)).toEqual([
      'flagstaff goes',
      'los-angeles stays',
      'Kingman comes',
      'chicago stays',
    ]);
    expect(legs.map(({ fate }) => fate)).toEqual(['goes', 'goes', 'comes', 'comes']);
  });
});
