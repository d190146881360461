import { describe, expect, it, test } from 'vitest';
import {
  areaNamed,
  crossing,
  placesOf,
  resolvePlace,
  resolveTogether,
  seaBetween,
  worthVisiting,
} from './embedded.ts';
import { embeddedGazetteer } from './gazetteer/gazetteer-file.ts';
import { distanceKm } from './geo.ts';

function at(name: string) {
  const [found] = resolvePlace(name);
  if (found === undefined) throw new RangeError(`there is no ${name}`);
  return found;
}

describe('a place named by a traveller', () => {
  test.each([
    ['Andalusia', 'ES', 'region'],
    ['the Dolomites', 'IT', 'region'],
    ['Isle of Skye', 'GB', 'island'],
    ['Lake Como', 'IT', 'lake'],
    ['Comer See', 'IT', 'lake'],
    ['Big Bend', 'US', 'park'],
    ['Graceland', 'US', 'landmark'],
    ['Cliffs of Moher', 'IE', 'landmark'],
    ['Südfrankreich', 'FR', 'region'],
    ['lago Titicaca', 'PE', 'lake'],
    ['Wahiba Sands', 'OM', 'desert'],
    ['Hallstatt', 'AT', 'town'],
    ['Masai Mara', 'KE', 'park'],
    ['Northern Vietnam', 'VN', 'region'],
    ['the north of Vietnam', 'VN', 'region'],
    ['Südnorwegen', 'NO', 'region'],
    ['norte de Chile', 'CL', 'region'],
    ['sud du Maroc', 'MA', 'region'],
    ['Southern Utah', 'US', 'region'],
    ['Stubai', 'AT', 'region'],
    ['Orange River', 'NA', 'landmark'],
    ['Moskenes', 'NO', 'landmark'],
    ['Vic Falls', 'ZW', 'town'],
  ])('is found: %s in %s, as a %s', (name, country, kind) => {
    expect(at(name)).toMatchObject({ country, kind });
  });

  test.each([
    ['Cologne', 'Cologne'],
    ['Toskana', 'Toskana'],
    ['munich, germany', 'Munich'],
    ['LAX', 'Los Angeles'],
    ['Flagstfaf', 'Flagstaff'],
  ])('is shown under its usual name: %s as %s', (name, shown) => {
    expect(at(name).shown).toBe(shown);
  });

  it('is a part of the country if the country is also called that', () => {
    expect(areaNamed('England')).toMatchObject({ type: 'division', name: 'England', country: 'GB' });
    expect(placesOf('England').map(({ name }) => name)).not.toContain('Edinburgh');
    expect(areaNamed('Luxembourg')?.type).toBe('country');
    expect(areaNamed('Holland')).toMatchObject({ type: 'country', country: 'NL' });
  });

  it('has only places inside a large region, not in the corners around it', () => {
    expect(placesOf('Canadian Rockies').map(({ name }) => name)).not.toContain('Kelowna');
    expect(placesOf('Canadian Rockies').map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Banff', 'Jasper']),
    );
  });

  it('may be one of thousands of parks, lakes and landmarks on every continent', () => {
    const gazetteer = embeddedGazetteer();
    const wild = Array.from({ length: gazetteer.size }, (_, index) => index).filter((index) =>
      ['park', 'island', 'lake', 'mountain', 'coast', 'desert', 'region', 'landmark'].includes(
        gazetteer.kindOf(index),
      ),
    );
    expect(wild.length).toBeGreaterThan(4000);
    const countries = new Set(wild.map((index) => gazetteer.place(index).country));
    expect(countries.size).toBeGreaterThan(150);
  });
});

describe('the places of one trip', () => {
  test.each([
    [
      ['Reykjavik', 'Vik', 'Myvatn'],
      ['IS', 'IS', 'IS'],
    ],
    [
      ['Durango', 'Mesa Verde', 'Albuquerque'],
      ['US', 'US', 'US'],
    ],
    [
      ['Birmingham', 'Nashville'],
      ['US', 'US'],
    ],
    [
      ['Birmingham', 'York', 'Edinburgh'],
      ['GB', 'GB', 'GB'],
    ],
    [
      ['Naples', 'Key West', 'Miami'],
      ['US', 'US', 'US'],
    ],
    [
      ['Santiago', 'Havana', 'Trinidad'],
      ['CU', 'CU', 'CU'],
    ],
    [
      ['Georgia', 'Armenia'],
      ['GE', 'AM'],
    ],
    [['Valencia'], ['ES']],
  ])('are read in the countries that fit together: %j in %j', (names, countries) => {
    expect(resolveTogether(names).map((place) => place?.country)).toEqual(countries);
  });

  it('are undefined where a name is unknown', () => {
    expect(resolveTogether(['Paris', 'Qwxzzkj'])[1]).toBeUndefined();
    expect(resolveTogether([])).toEqual([]);
  });
});

describe('the places of an area', () => {
  test.each([
    ['Portugal', ['Lisbon', 'Porto', 'Sintra']],
    ['Tuscany', ['Florence', 'Siena', 'Pisa']],
    ['South Island', ['Queenstown', 'Christchurch', 'Kaikoura']],
    ['Cyclades', ['Mykonos', 'Naxos', 'Milos']],
    ['Balkans', ['Dubrovnik', 'Kotor', 'Sarajevo']],
    ['Lake Como', ['Bellagio', 'Como', 'Menaggio']],
  ])('are the best known ones: %s', (name, some) => {
    const found = placesOf(name).map((place) => place.name);
    expect(found).toEqual(expect.arrayContaining(some));
  });

  it('are in the area and apart from each other', () => {
    const found = placesOf('Japan', { limit: 20 });
    expect(found).toHaveLength(20);
    expect(found.every(({ country }) => country === 'JP')).toBe(true);
    for (const [i, a] of found.entries()) {
      for (const b of found.slice(i + 1)) expect(distanceKm(a, b)).toBeGreaterThan(5);
    }
  });

  it('end at the border of the country', () => {
    expect(placesOf('Alsace').every(({ country }) => country === 'FR')).toBe(true);
  });

  it('exist for every country that has a town', () => {
    const gazetteer = embeddedGazetteer();
    const countries = new Set(
      Array.from({ length: gazetteer.size }, (_, index) => gazetteer.place(index).country),
    );
    const names = new Intl.DisplayNames(['en'], { type: 'region' });
    const without = [...countries].filter((code) => {
      const name = names.of(code) ?? code;
      return areaNamed(name)?.type === 'country' && placesOf(name, { limit: 3 }).length === 0;
    });
    expect(without).toEqual([]);
  });

  it('do not exist for a town', () => {
    expect(placesOf('Munich')).toEqual([]);
    expect(areaNamed('Munich')).toBeUndefined();
    expect(areaNamed('Provence')).toMatchObject({ type: 'region', country: 'FR' });
    expect(areaNamed('Texas')).toMatchObject({ type: 'division', country: 'US' });
  });

  it('can be found around a point', () => {
    const found = worthVisiting(at('Florence'), { withinKm: 80, limit: 6 }).map(({ name }) => name);
    expect(found).toEqual(expect.arrayContaining(['Siena', 'Pisa', 'Lucca']));
  });
});

describe('the sea between two places', () => {
  test.each([
    ['London', 'Paris', 'none'],
    ['Oslo', 'Copenhagen', 'none'],
    ['Naples, FL', 'Key West', 'none'],
    ['Genoa', 'Nice', 'none'],
    ['San Francisco', 'Oakland', 'none'],
    ['Dublin', 'London', 'ferry'],
    ['Helsinki', 'Tallinn', 'ferry'],
    ['Split', 'Hvar', 'ferry'],
    ['Tangier', 'Malaga', 'ferry'],
    ['Dar es Salaam', 'Zanzibar', 'ferry'],
    ['Wellington', 'Christchurch', 'ferry'],
    ['Livorno', 'Bastia', 'ferry'],
    ['Sydney', 'Auckland', 'no-ferry'],
    ['Colombo', 'Malé', 'no-ferry'],
    ['Reykjavik', 'London', 'no-ferry'],
  ])('is recognized: %s and %s, %s', (from, to, sea) => {
    expect(seaBetween(at(from), at(to))).toBe(sea);
    expect(seaBetween(at(to), at(from))).toBe(sea);
  });

  it('names the ferries that cross it', () => {
    const { ferries, ferryHours } = crossing(at('Bangkok'), at('Ko Samui'));
    expect(ferries.at(-1)?.to.name).toBe('Ko Samui');
    expect(ferryHours).toBeGreaterThan(0);
  });

  it('lengthens the drive around it', () => {
    const direct = distanceKm(at('Barcelona'), at('Genoa'));
    expect(crossing(at('Barcelona'), at('Genoa')).drivingKm).toBeGreaterThan(direct * 1.3);
  });

  it('is unknown from a point in the open sea', () => {
    expect(crossing({ lat: 0, lng: -150 }, at('Paris')).type).toBe('unknown');
    expect(crossing({ lat: Number.NaN, lng: 0 }, at('Paris')).type).toBe('unknown');
  });
});

test.each([
  ['los Balcanes', 'Balkans'],
  ['la Bavière', 'Bavaria'],
  ['Südkalifornien', 'Southern California'],
  ['Western Canada', 'Western Canada'],
  ['le Cachemire', 'Kashmir'],
])('finds an area by its name in other languages: %s is %s', (query, name) => {
  expect(areaNamed(query)?.name).toBe(name);
});
