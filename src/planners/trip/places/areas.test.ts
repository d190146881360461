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

describe('places that travellers name', () => {
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
  ])('%s is found in %s as a %s', (name, country, kind) => {
    expect(at(name)).toMatchObject({ country, kind });
  });

  test.each([
    ['Cologne', 'Cologne'],
    ['Toskana', 'Toskana'],
    ['munich, germany', 'Munich'],
    ['LAX', 'Los Angeles'],
    ['Flagstfaf', 'Flagstaff'],
  ])('%s is shown as %s', (name, shown) => {
    expect(at(name).shown).toBe(shown);
  });

  it('are the division where a whole country is called by its name too', () => {
    expect(areaNamed('England')).toMatchObject({ type: 'division', name: 'England', country: 'GB' });
    expect(placesOf('England').map(({ name }) => name)).not.toContain('Edinburgh');
    expect(areaNamed('Luxembourg')?.type).toBe('country');
    expect(areaNamed('Holland')).toMatchObject({ type: 'country', country: 'NL' });
  });

  it('are no towns in the corners around a large region', () => {
    expect(placesOf('Canadian Rockies').map(({ name }) => name)).not.toContain('Kelowna');
    expect(placesOf('Canadian Rockies').map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Banff', 'Jasper']),
    );
  });

  it('are several thousand beside the towns, on every continent', () => {
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

describe('names of one trip', () => {
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
  ])('%j are in %j', (names, countries) => {
    expect(resolveTogether(names).map((place) => place?.country)).toEqual(countries);
  });

  it('that are not known leave a gap', () => {
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
  ])('%s are its best known ones', (name, some) => {
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

  it('stay on this side of a border', () => {
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

  it('are none for a town', () => {
    expect(placesOf('Munich')).toEqual([]);
    expect(areaNamed('Munich')).toBeUndefined();
    expect(areaNamed('Provence')).toMatchObject({ type: 'region', country: 'FR' });
    expect(areaNamed('Texas')).toMatchObject({ type: 'division', country: 'US' });
  });

  it('can be asked for around a point', () => {
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
  ])('of %s and %s: %s', (from, to, sea) => {
    expect(seaBetween(at(from), at(to))).toBe(sea);
    expect(seaBetween(at(to), at(from))).toBe(sea);
  });

  it('is crossed by the lines that are told', () => {
    const { ferries, ferryHours } = crossing(at('Bangkok'), at('Ko Samui'));
    expect(ferries.at(-1)?.to.name).toBe('Ko Samui');
    expect(ferryHours).toBeGreaterThan(0);
  });

  it('makes the way by land as long as it is', () => {
    const direct = distanceKm(at('Barcelona'), at('Genoa'));
    expect(crossing(at('Barcelona'), at('Genoa')).drivingKm).toBeGreaterThan(direct * 1.3);
  });

  it('is not known where there is no land', () => {
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
])('%s is %s', (said, name) => {
  expect(areaNamed(said)?.name).toBe(name);
});
