import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { resolvePlace } from '../places/embedded.ts';
import { distanceKm, isOnGlobe } from '../places/geo.ts';
import { embeddedActivities } from './activity-source.ts';
import { kindsOfInterest } from './interests.ts';
import { embeddedThingsToDo, thingsToDoAt } from './known-things-to-do.ts';
import { SIGHT_KINDS } from './sight.ts';
import { AREAS, sightsNear } from './sights-near.ts';

const FLAGSTAFF = { name: 'Flagstaff', lat: 35.2, lng: -111.65 };
const NOWHERE = { name: 'Point Nemo', lat: -48.88, lng: -123.39 };

describe('the table of sights', () => {
  it('covers at least 80 areas with at least 250 sights', () => {
    expect(AREAS.length).toBeGreaterThanOrEqual(80);
    expect(AREAS.flatMap(({ sights }) => sights).length).toBeGreaterThanOrEqual(250);
  });

  test.each([
    'Los Angeles',
    'San Diego',
    'Las Vegas',
    'Kingman',
    'Flagstaff',
    'Grand Canyon National Park',
    'Albuquerque',
    'Santa Fe',
    'Amarillo',
    'Oklahoma City',
    'Tulsa',
    'St. Louis',
    'Chicago',
  ])('has at least two things to do in %s', (name) => {
    const found = AREAS.find((area) => area.name === name);
    expect(found?.sights.length).toBeGreaterThanOrEqual(2);
  });

  it('names areas as the gazetteer does, and its sights are not far from them', () => {
    for (const { name, admin1, country, sights } of AREAS) {
      const place = resolvePlace(name, { country, limit: 50 }).find((found) => found.admin1 === admin1);
      expect(place, `${name}, ${admin1}, ${country}`).toBeDefined();
      for (const sight of sights) {
        const km = place === undefined ? Number.NaN : distanceKm(place, sight);
        expect(km, `${sight.title} from ${name}`).toBeLessThan(80);
      }
    }
  });

  it('names no sight of an area twice', () => {
    for (const { name, sights } of AREAS) {
      expect(new Set(sights.map(({ title }) => title)).size, name).toBe(sights.length);
    }
  });
});

describe('sights near a point', () => {
  it('are those in town by renown, then the others by distance', () => {
    const found = sightsNear(FLAGSTAFF, { withinKm: 45 });
    expect(found[0]?.title).toBe('Lowell Observatory');
    const remote = found.filter(({ km }) => km > 15).map(({ km }) => km);
    expect(remote).toEqual(remote.toSorted((a, b) => a - b));
    expect(found.every(({ km }) => km <= 45)).toBe(true);
  });

  it('can be of a kind first', () => {
    const [first] = sightsNear(FLAGSTAFF, { kinds: ['NATURE'] });
    expect(first?.kind).toBe('NATURE');
  });

  it('come as a port as well', async () => {
    const [first] = await embeddedActivities.near(FLAGSTAFF, { limit: 1 });
    expect(first).toMatchObject({ title: 'Lowell Observatory', area: 'Flagstaff' });
  });

  it('are found in range and only there, whatever the point', () => {
    const coordinates = fc.double({ min: -200, max: 200 });
    fc.assert(
      fc.property(coordinates, coordinates, fc.integer({ min: 1, max: 500 }), (lat, lng, withinKm) => {
        const found = sightsNear({ lat, lng }, { withinKm });
        const all = AREAS.flatMap(({ sights }) => sights);
        const expected = isOnGlobe({ lat, lng })
          ? all.filter((sight) => distanceKm(sight, { lat, lng }) <= withinKm).length
          : 0;
        expect(found).toHaveLength(expected);
      }),
    );
  });
});

describe('things to do', () => {
  const asked = { name: 'Flagstaff', limit: 3 };

  it('are sights that exist, with their place', () => {
    const [first, ...more] = embeddedThingsToDo.near(FLAGSTAFF, asked);
    expect(first).toEqual({
      title: 'Lowell Observatory',
      kind: 'MUSEUM',
      place: { name: 'Lowell Observatory', lat: 35.2, lng: -111.66 },
    });
    expect(more).toHaveLength(2);
  });

  it('are none where nothing is known', () => {
    expect(embeddedThingsToDo.near(NOWHERE, asked)).toEqual([]);
  });

  it('do not repeat what is planned', () => {
    const besides = new Set(embeddedThingsToDo.near(FLAGSTAFF, asked).map(({ title }) => title));
    const more = embeddedThingsToDo.near(FLAGSTAFF, { ...asked, besides });
    expect(more).toHaveLength(3);
    expect(more.filter(({ title }) => besides.has(title))).toEqual([]);
  });

  it('suit the interests first', () => {
    const [first] = embeddedThingsToDo.near(FLAGSTAFF, { ...asked, interests: ['nature'] });
    expect(first?.kind).toBe('NATURE');
  });

  it('can come from a source that was asked beforehand', async () => {
    const source = {
      name: 'a source',
      near: async ({ lat }: { lat: number }) =>
        lat === NOWHERE.lat ? [{ title: 'A buoy', kind: 'LANDMARK', lat, lng: 0, km: 1 } as const] : [],
    };
    const known = await thingsToDoAt(source, [NOWHERE, FLAGSTAFF]);
    expect(known.near(NOWHERE, asked).map(({ title }) => title)).toEqual(['A buoy']);
    expect(known.near(FLAGSTAFF, asked)[0]?.title).toBe('Lowell Observatory');
  });

  test.each([
    [['museums'], ['MUSEUM']],
    [
      ['hiking', 'beaches'],
      ['NATURE', 'PARK', 'VIEWPOINT', 'BEACH'],
    ],
    [['local food'], ['MARKET', 'NEIGHBOURHOOD']],
    [['quantum chromodynamics'], []],
  ])('go by interests: %j', (interests, kinds) => {
    expect(kindsOfInterest(interests)).toEqual(kinds);
    expect(kinds.every((kind) => SIGHT_KINDS.some((known) => known === kind))).toBe(true);
  });
});
