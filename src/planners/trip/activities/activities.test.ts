import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { resolvePlace } from '../places/embedded.ts';
import { embeddedGazetteer } from '../places/gazetteer/gazetteer-file.ts';
import { distanceKm, isOnGlobe } from '../places/geo.ts';
import { kindsOfInterest } from './interests.ts';
import { embeddedThingsToDo, thingsToDoAt } from './known-things-to-do.ts';
import { SIGHT_KINDS } from './sight.ts';
import { sightsNear } from './sights-near.ts';

const FLAGSTAFF = { name: 'Flagstaff', lat: 35.2, lng: -111.65 };
const NOWHERE = { name: 'Point Nemo', lat: -48.88, lng: -123.39 };

const gazetteer = embeddedGazetteer();
const SIGHTS = Array.from({ length: gazetteer.size }, (_, index) => index).flatMap((index) => {
  const sight = gazetteer.sightAt(index);
  return sight === undefined
    ? []
    : [{ title: gazetteer.nameOf(index), ...sight, ...gazetteer.pointOf(index) }];
});

describe('the embedded sights', () => {
  it('include thousands, of every kind, many of them suitable for children', () => {
    expect(SIGHTS.length).toBeGreaterThanOrEqual(3000);
    expect(new Set(SIGHTS.map(({ kind }) => kind))).toEqual(new Set(SIGHT_KINDS));
    expect(SIGHTS.filter(({ isForChildren }) => isForChildren).length).toBeGreaterThanOrEqual(300);
  });

  test.each([
    'Los Angeles',
    'San Diego',
    'Las Vegas',
    'Kingman',
    'Flagstaff',
    'Grand Canyon National Park',
    'Albuquerque',
    'Santa Fe, NM',
    'Amarillo',
    'Oklahoma City',
    'Tulsa',
    'St. Louis',
    'Chicago',
    'Valencia',
    'Kraków',
    'Hanoi',
    'Nairobi',
    'Bogotá',
  ])('are at least two in %s', (name) => {
    const [place] = resolvePlace(name);
    expect(place && sightsNear(place).length).toBeGreaterThanOrEqual(2);
  });

  it('are in the table once each', () => {
    const seen = new Set(SIGHTS.map(({ title, lat, lng }) => `${title} ${lat.toFixed(1)} ${lng.toFixed(1)}`));
    expect(seen.size).toBe(SIGHTS.length);
  });
});

describe('sights near a point', () => {
  it('are sorted by renown within the town, then by distance', () => {
    const found = sightsNear(FLAGSTAFF, { withinKm: 45 });
    expect(found[0]?.title).toBe('Lowell Observatory');
    const remote = found.filter(({ km }) => km > 15).map(({ km }) => km);
    expect(remote).toEqual(remote.toSorted((a, b) => a - b));
    expect(found.every(({ km }) => km <= 45)).toBe(true);
  });

  it('are listed once under all their names, and a museum is not merged with its subject', () => {
    const titles = (lat: number, lng: number) => sightsNear({ lat, lng }).map(({ title }) => title);
    expect(titles(48.2, 16.37).filter((title) => /^Schönbrunn(?: Palace)?$/.test(title))).toHaveLength(1);
    expect(titles(43.77, 11.25).filter((title) => title.startsWith('Uffizi'))).toHaveLength(1);
    expect(titles(35.68, 139.7).filter((title) => title.startsWith('Meiji'))).toHaveLength(1);
    expect(titles(38.76, -9.1).filter((title) => title.includes('Ocean'))).toHaveLength(1);
    expect(titles(39.47, -0.38).filter((title) => title.includes('Central Market'))).toHaveLength(1);
    expect(titles(37.97, 23.73)).toEqual(expect.arrayContaining(['Acropolis', 'Acropolis Museum']));
  });

  it('can be sorted with one kind first', () => {
    const [first] = sightsNear(FLAGSTAFF, { kinds: ['NATURE'] });
    expect(first?.kind).toBe('NATURE');
  });

  it('can be sorted with those for children first', () => {
    const [valencia] = resolvePlace('Valencia, Spain');
    const [first] = valencia ? sightsNear(valencia, { forChildren: true }) : [];
    expect(first?.isForChildren).toBe(true);
  });

  it('are found in range and only there, whatever the point', () => {
    const coordinates = fc.double({ min: -200, max: 200 });
    // One that is told twice counts once, so what is found around the whole globe is all there is to find.
    const all = sightsNear({ lat: 0, lng: 0 }, { withinKm: 20_040 });
    fc.assert(
      fc.property(coordinates, coordinates, fc.integer({ min: 1, max: 500 }), (lat, lng, withinKm) => {
        const found = sightsNear({ lat, lng }, { withinKm });
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

  it('are real sights with coordinates', () => {
    const [first, ...more] = embeddedThingsToDo.near(FLAGSTAFF, asked);
    expect(first).toEqual({
      title: 'Lowell Observatory',
      kind: 'MUSEUM',
      place: { name: 'Lowell Observatory', lat: 35.2, lng: -111.66 },
    });
    expect(more).toHaveLength(2);
  });

  it('are empty where nothing is known', () => {
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
    expect(kindsOfInterest(['nature'])).toContain(first?.kind);
  });

  it('can come from a source that was queried beforehand', async () => {
    const source = {
      name: 'a source',
      near: async ({ lat }: { lat: number }) =>
        lat === NOWHERE.lat
          ? [{ title: 'A buoy', kind: 'LANDMARK', lat, lng: NOWHERE.lng, km: 0 } as const]
          : [],
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
  ])('match the interests: %j', (interests, kinds) => {
    expect(kindsOfInterest(interests)).toEqual(kinds);
    expect(kinds.every((kind) => SIGHT_KINDS.some((known) => known === kind))).toBe(true);
  });
});
