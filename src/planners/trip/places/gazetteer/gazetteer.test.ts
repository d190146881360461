import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { placesAlongIn } from '../corridor.ts';
import { GazetteerError } from '../error.ts';
import { distanceKm, offsetFromWay, type Point } from '../geo.ts';
import { nearestIn } from '../nearest-place.ts';
import { isWithinRegionIn } from '../resolve/region-fit.ts';
import { Gazetteer } from './gazetteer.ts';
import { embeddedGazetteer, readGazetteer } from './gazetteer-file.ts';
import { isSettlement } from './gazetteer-format.ts';
import { nameKey } from './name-key.ts';

const gazetteer = embeddedGazetteer();
const all = Array.from({ length: gazetteer.size }, (_, place) => place);
const isStay = (place: number) => isSettlement(gazetteer.kindOf(place)) || gazetteer.kindOf(place) === 'park';
const everywhere = all.filter(isStay).map((place) => gazetteer.pointOf(place));

const LOS_ANGELES = { lat: 34.05, lng: -118.24 };
const CHICAGO = { lat: 41.85, lng: -87.65 };
const KINGMAN = { lat: 35.19, lng: -114.05 };
const FIJI = { lat: -18.14, lng: 178.44 };
const SAMOA = { lat: -13.83, lng: -171.76 };

describe('the gazetteer file', () => {
  it('holds the towns of GeoNames, with attribution', () => {
    expect(gazetteer.size).toBeGreaterThan(130_000);
    expect(gazetteer.attribution).toContain('GeoNames');
    expect(gazetteer.attribution).toContain('CC BY 4.0');
  });

  it('is read in place at any byte offset', () => {
    const bytes = readGazetteer();
    const shifted = new Uint8Array(bytes.byteLength + 3);
    shifted.set(bytes, 3);
    const moved = new Gazetteer(shifted.subarray(3));
    expect(moved.place(0)).toEqual(gazetteer.place(0));
    expect(moved.names.find('tokyo')).toEqual(gazetteer.names.find('tokyo'));
  });

  test.each([
    ['empty', (bytes: Uint8Array) => bytes.subarray(0, 0)],
    ['not a gazetteer', () => new TextEncoder().encode('{"name":"something else entirely"}')],
    ['cut short in its header', (bytes: Uint8Array) => bytes.subarray(0, 200)],
    ['cut short at its end', (bytes: Uint8Array) => bytes.subarray(0, bytes.byteLength - 1000)],
    [
      'of another version',
      (bytes: Uint8Array) => {
        const copy = bytes.slice();
        copy[8] = 99;
        return copy;
      },
    ],
  ])('is refused when it is %s', (_, spoil) => {
    expect(() => new Gazetteer(spoil(readGazetteer()))).toThrow(GazetteerError);
  });

  it('has every place in its name index and in its tree', () => {
    fc.assert(
      fc.property(fc.nat(gazetteer.size - 1), (place) => {
        const key = nameKey(gazetteer.nameOf(place));
        const isNamed = gazetteer.kindOf(place) !== 'sight';
        if (isNamed) expect(gazetteer.names.find(key).map((found) => found.place)).toContain(place);
        const point = gazetteer.pointOf(place);
        const query = { withinKm: 0.1 };
        expect(isStay(place) ? gazetteer.near(point, query) : gazetteer.nearWild(point, query)).toContain(
          place,
        );
      }),
      { numRuns: 300 },
    );
  });
});

/** Letters missing, too many, exchanged, and neighbours swapped, each counted as one. */
function typos(a: string, b: string): number {
  const [from, to] = [Array.from(a), Array.from(b)];
  const table = from.concat('').map(() => new Array<number>(to.length + 1).fill(0));
  const at = (i: number, j: number) => table[i]?.[j] ?? 0;
  for (let i = 0; i <= from.length; i++) {
    for (let j = 0; j <= to.length; j++) {
      const row = table[i];
      if (row === undefined) continue;
      if (i === 0 || j === 0) row[j] = i + j;
      else {
        const same = from[i - 1] === to[j - 1];
        row[j] = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + (same ? 0 : 1));
        const swapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
        if (swapped) row[j] = Math.min(at(i, j), at(i - 2, j - 2) + 1);
      }
    }
  }
  return at(from.length, to.length);
}

describe('the search for names one typo away', () => {
  const names = fc.nat(gazetteer.size - 1).map((place) => nameKey(gazetteer.nameOf(place)));
  const edits = fc.record({
    at: fc.nat(40),
    letter: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'),
    type: fc.constantFrom('remove', 'add', 'exchange', 'swap'),
  });

  it('finds a name after any single edit', () => {
    fc.assert(
      fc.property(names, edits, (name, { at, letter, type }) => {
        fc.pre(/^[a-z ]{4,}$/.test(name) && gazetteer.names.find(name).length > 0);
        const i = at % name.length;
        const mistyped = {
          remove: name.slice(0, i) + name.slice(i + 1),
          add: name.slice(0, i) + letter + name.slice(i),
          exchange: name.slice(0, i) + letter + name.slice(i + 1),
          swap: name.slice(0, i) + name.slice(i + 1, i + 2) + name.charAt(i) + name.slice(i + 2),
        }[type];
        fc.pre(mistyped !== name);
        const found = gazetteer.names.findOneTypoAway(mistyped ?? '').map(({ key }) => key);
        expect(found).toContain(name);
      }),
      { numRuns: 500 },
    );
  });

  it('finds no name with two typos', () => {
    fc.assert(
      fc.property(names, (name) => {
        for (const { key } of gazetteer.names.findOneTypoAway(name)) expect(typos(name, key)).toBe(1);
      }),
      { numRuns: 200 },
    );
  });
});

describe('the nearest place', () => {
  const points: fc.Arbitrary<Point> = fc.record({
    lat: fc.double({ min: -90, max: 90, noNaN: true }),
    lng: fc.double({ min: -180, max: 180, noNaN: true }),
  });

  it('is the one that a full scan finds', () => {
    fc.assert(
      fc.property(points, (point) => {
        const scanned = everywhere.reduce((least, other) => Math.min(least, distanceKm(point, other)), 1e9);
        expect(nearestIn(gazetteer, point)?.km).toBeCloseTo(scanned, 1);
      }),
      { numRuns: 25 },
    );
  });

  it('may be on the other side of the antimeridian', () => {
    const found = nearestIn(gazetteer, { lat: -16.8, lng: -179.99 });
    expect(found?.country).toBe('FJ');
    expect(found?.km).toBeLessThan(100);
    expect(found?.lng).toBeGreaterThan(0);
  });

  it('respects a minimum population and a maximum distance', () => {
    expect(nearestIn(gazetteer, KINGMAN, { minPopulation: 500_000 })?.name).toBe('Las Vegas');
    expect(nearestIn(gazetteer, { lat: 0, lng: -150 }, { withinKm: 300 })).toBeUndefined();
  });

  test.each([
    [Number.NaN, 0],
    [95, 10],
    [0, 200],
    [Number.POSITIVE_INFINITY, 0],
  ])('does not exist for the invalid point %d, %d', (lat, lng) => {
    expect(nearestIn(gazetteer, { lat, lng })).toBeUndefined();
  });
});

describe('a corridor', () => {
  it('contains the places that a full scan finds, in travel order', () => {
    const corridor = { way: [LOS_ANGELES, CHICAGO], withinKm: 60, minPopulation: 20_000 };
    const scanned = everywhere.filter(
      (point, place) =>
        gazetteer.populationOf(place) >= 20_000 && offsetFromWay(point, corridor.way).offKm <= 60,
    );
    const found = placesAlongIn(gazetteer, corridor);
    expect(found).toHaveLength(scanned.length);
    expect(found.map(({ alongKm }) => alongKm)).toEqual(
      found.map(({ alongKm }) => alongKm).sort((a, b) => a - b),
    );
    expect(found.every(({ offKm, population }) => offKm <= 60 && population >= 20_000)).toBe(true);
  });

  it('crosses the antimeridian', () => {
    const found = placesAlongIn(gazetteer, { way: [FIJI, SAMOA], withinKm: 120, minPopulation: 1 });
    expect(new Set(found.map(({ country }) => country))).toEqual(new Set(['FJ', 'TO', 'WS', 'AS']));
  });

  it('keeps the most populous places up to its limit', () => {
    const found = placesAlongIn(gazetteer, { way: [LOS_ANGELES, CHICAGO], withinKm: 60, limit: 2 });
    expect(found.map(({ name }) => name)).toEqual(['Los Angeles', 'Chicago']);
  });

  test.each([
    ['no way', { way: [], withinKm: 50 }],
    ['no width', { way: [LOS_ANGELES, CHICAGO], withinKm: 0 }],
    ['a way off the globe', { way: [LOS_ANGELES, { lat: Number.NaN, lng: 0 }], withinKm: 50 }],
  ])('is empty with %s', (_, corridor) => {
    expect(placesAlongIn(gazetteer, corridor)).toEqual([]);
  });
});

describe('names of regions', () => {
  test.each(['US', 'CA', 'AU', 'DE', 'FR', 'GB', 'AT', 'CH'])('exist for every division of %s', (country) => {
    const index = gazetteer.regions.findCountries(country)[0] ?? -1;
    const nameless = everywhere.flatMap((_, place) => {
      if (!gazetteer.regions.isWithin(gazetteer.regionOf(place), { type: 'country', index })) return [];
      const { name, admin1, region } = gazetteer.place(place);
      return region === undefined ? [`${name}, ${admin1}`] : [];
    });
    expect(nameless).toEqual([]);
  });

  test.each([
    ['CA', 'Ontario', '08'],
    ['CA', 'BC', '02'],
    ['AU', 'Queensland', '04'],
    ['DE', 'Bayern', '02'],
    ['JP', 'Hokkaido', '12'],
    ['FR', 'Normandy', '28'],
    ['US', 'Arizona', 'AZ'],
    ['US', 'az', 'AZ'],
  ])('are found in %s: %s is %s', (country, name, code) => {
    expect(gazetteer.regions.codeOf(country, name)).toBe(code);
  });
});

describe('a point within a region', () => {
  test.each([
    ['its own state', KINGMAN, { country: 'US', admin1: 'AZ' }, true],
    ['its own state by name', KINGMAN, { country: 'United States', admin1: 'Arizona' }, true],
    ['a state across the border', KINGMAN, { country: 'US', admin1: 'NV' }, true],
    ['a state far away', KINGMAN, { country: 'US', admin1: 'KS' }, false],
    ['its country', KINGMAN, { country: 'US' }, true],
    ['a state without its country', KINGMAN, { admin1: 'Arizona' }, true],
    ['another country', KINGMAN, { country: 'FR' }, false],
    ['swapped coordinates', { lat: -114.05, lng: 35.19 }, { country: 'US', admin1: 'AZ' }, false],
    ['the open sea', { lat: 0, lng: -150 }, { country: 'US' }, false],
    ['a numbered division', { lat: 48.14, lng: 11.58 }, { country: 'DE', admin1: '02' }, true],
    ['a division of its namesake', { lat: 48.14, lng: 11.58 }, { country: 'DE', admin1: '16' }, false],
    ['a region that is not known', KINGMAN, { country: 'Narnia' }, undefined],
    ['a division that is not known', KINGMAN, { country: 'US', admin1: 'Narnia' }, undefined],
    ['no region', KINGMAN, {}, undefined],
  ])('%s', (_, point, region, expected) => {
    expect(isWithinRegionIn(gazetteer, point, region)).toBe(expected);
  });
});
