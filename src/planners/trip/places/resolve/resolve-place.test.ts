import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { resolvePlace } from '../embedded.ts';

const DALLAS = { lat: 32.78, lng: -96.8 };
const BOSTON = { lat: 42.36, lng: -71.06 };
const LOS_ANGELES = { lat: 34.05, lng: -118.24 };
const FLAGSTAFF = { lat: 35.2, lng: -111.65 };

function firstOf(query: string, options = {}): string {
  const [first] = resolvePlace(query, options);
  return first === undefined ? 'nothing' : `${first.name}, ${first.admin1}, ${first.country}`;
}

describe('resolving a place', () => {
  test.each([
    ['Kingman, AZ', 'Kingman, AZ, US'],
    ['Kingman, KS', 'Kingman, KS, US'],
    ['Kingman, Arizona, USA', 'Kingman, AZ, US'],
    ['kingman az', 'Kingman, AZ, US'],
    ['Springfield Illinois', 'Springfield, IL, US'],
    ['Springfield, MO', 'Springfield, MO, US'],
    ['Paris, Texas', 'Paris, TX, US'],
    ['paris tx usa', 'Paris, TX, US'],
    ['Paris, France', 'Paris, 11, FR'],
    ['Paris, FR', 'Paris, 11, FR'],
    ['Portland (Maine)', 'Portland, ME, US'],
    ['Portland - Maine', 'Portland, ME, US'],
    ['portland or', 'Portland, OR, US'],
    ['London, Ontario', 'London, 08, CA'],
    ['Khovsgol lake', 'Khövsgöl, 13, MN'],
    ['Garda lake', 'Lake Garda, 20, IT'],
    ['Sinai desert', 'Sinai, 26, EG'],
    ['London ON', 'London, 08, CA'],
    ['Sydney NSW', 'Sydney, 02, AU'],
    ['Perth, Scotland', 'Perth, SCT, GB'],
    ['Perth, WA', 'Perth, 08, AU'],
    ['San José, Costa Rica', 'San José, 08, CR'],
    ['Munich, Bavaria', 'Munich, 02, DE'],
    ['München, Bayern, Deutschland', 'Munich, 02, DE'],
    ['Hollywood, Los Angeles', 'Hollywood, CA, US'],
    ['Santa Monica, LA', 'Santa Monica, CA, US'],
  ])('finds %s: %s', (query, expected) => {
    expect(firstOf(query)).toBe(expected);
  });

  test.each([
    ['München', 'Munich, 02, DE'],
    ['Muenchen', 'Munich, 02, DE'],
    ['Wien', 'Vienna, 09, AT'],
    ['Köln', 'Cologne, 07, DE'],
    ['Cologne', 'Cologne, 07, DE'],
    ['Koln', 'Cologne, 07, DE'],
    ['Geneva', 'Geneva, GE, CH'],
    ['Roma', 'Rome, 07, IT'],
    ['Bombay', 'Mumbai, 16, IN'],
    ['Kiev', 'Kyiv, 12, UA'],
    ['東京', 'Tokyo, 40, JP'],
    ['Токио', 'Tokyo, 40, JP'],
    ['도쿄', 'Tokyo, 40, JP'],
    ['طوكيو', 'Tokyo, 40, JP'],
    ['टोक्यो', 'Tokyo, 40, JP'],
    ['โตเกียว', 'Tokyo, 40, JP'],
    ['Αθήνα', 'Athens, ESYE31, GR'],
    ['القاهرة', 'Cairo, 11, EG'],
    ['München ', 'Munich, 02, DE'],
  ])('finds %s by another name', (query, expected) => {
    expect(firstOf(query)).toBe(expected);
  });

  test.each([
    ['LA', 'Los Angeles, CA, US'],
    ['L.A.', 'Los Angeles, CA, US'],
    ['SF', 'San Francisco, CA, US'],
    ['Vegas', 'Las Vegas, NV, US'],
    ['Philly', 'Philadelphia, PA, US'],
    ['DC', 'Washington, D.C., DC, US'],
    ['Washington', 'Washington, D.C., DC, US'],
    ['NOLA', 'New Orleans, LA, US'],
    ['NYC', 'New York City, NY, US'],
    ['New York', 'New York City, NY, US'],
    ['New York, NY', 'New York City, NY, US'],
    ['JFK', 'New York City, NY, US'],
    ['LHR', 'London, ENG, GB'],
    ['Rio', 'Rio de Janeiro, 21, BR'],
    ['Bali', 'Bali, 02, ID'],
  ])('finds %s by its everyday name', (query, expected) => {
    expect(firstOf(query)).toBe(expected);
  });

  test.each([
    ['St. Louis', 'St. Louis, MO, US'],
    ['Saint Louis, Missouri', 'St. Louis, MO, US'],
    ['ST LOUIS MO', 'St. Louis, MO, US'],
    ['Mt. Vernon, WA', 'Mount Vernon, WA, US'],
    ['Ft. Worth', 'Fort Worth, TX, US'],
    ['winston salem', 'Winston-Salem, NC, US'],
    ["coeur d'alene", "Coeur d'Alene, ID, US"],
    ['the Hague', 'The Hague, 11, NL'],
    ['City of Chicago', 'Chicago, IL, US'],
    ['downtown Los Angeles', 'Los Angeles, CA, US'],
    ['île de Hvar', 'Hvar, 15, HR'],
    ['the island of Hvar', 'Hvar, 15, HR'],
    ["l'île de Ré", 'Île de Ré, 75, FR'],
    ['Altstadt von Salzburg', 'Salzburg, 05, AT'],
    ['San Francisco Bay Area', 'San Francisco, CA, US'],
    ['Flagstaff City', 'Flagstaff, AZ, US'],
    ['Salt Lake', 'Salt Lake City, UT, US'],
    ['Quebec City', 'Québec, 10, CA'],
    ['sao paulo', 'São Paulo, 27, BR'],
    ['Lodz', 'Łódź, 74, PL'],
  ])('finds %s however it is spelled', (query, expected) => {
    expect(firstOf(query)).toBe(expected);
  });

  test.each([
    ['Grand Canyon National Park', 'Grand Canyon National Park, AZ, US'],
    ['Yosemite', 'Yosemite National Park, CA, US'],
    ['Zion', 'Zion National Park, UT, US'],
    ['富士山', 'Mount Fuji, 46, JP'],
  ])('finds the landmark %s', (query, expected) => {
    expect(firstOf(query)).toBe(expected);
  });

  it('prefers the larger of two places with one name', () => {
    expect(resolvePlace('Kingman').map(({ admin1 }) => admin1)).toEqual(['AZ', 'KS']);
    expect(firstOf('Paris')).toBe('Paris, 11, FR');
  });

  it('prefers the nearer of two places with one name', () => {
    expect(firstOf('Paris', { near: DALLAS })).toBe('Paris, TX, US');
    expect(firstOf('Portland', { near: BOSTON })).toBe('Portland, ME, US');
    expect(resolvePlace('Paris', DALLAS)[0]?.reason).toBe('exact name; 152 km from the point given');
  });

  it('prefers a distant capital to a nearby hamlet', () => {
    expect(firstOf('Paris', { near: LOS_ANGELES })).toBe('Paris, 11, FR');
  });

  it('ignores an article in the name of a place beside the route', () => {
    expect(firstOf('Pinnacles')).toBe('Pinnacles National Park, CA, US');
    const australia = {
      near: [
        { lat: -31.95, lng: 115.86 },
        { lat: -27.7, lng: 114.17 },
      ],
    };
    expect(firstOf('Pinnacles', australia)).toBe('Nambung, 08, AU');
  });

  it('prefers the place beside the route', () => {
    const [first] = resolvePlace('Williams', { near: [LOS_ANGELES, FLAGSTAFF], country: 'US' });
    expect(first).toMatchObject({ name: 'Williams', admin1: 'AZ' });
    expect(first?.reason).toMatch(/km from the route given$/);
  });

  it('ranks a name before an alternate name that is not much better known', () => {
    const found = resolvePlace('Birmingham', { limit: 50 });
    const [exact, alternate] = [
      found.findLastIndex(({ match, population }) => match === 'name' && population > 10_000),
      found.findIndex(({ match }) => match === 'alternate'),
    ];
    expect(alternate).toBeGreaterThan(exact);
  });

  it('finds places only in the requested country', () => {
    expect(new Set(resolvePlace('Paris', { country: 'us' }).map(({ country }) => country))).toEqual(
      new Set(['US']),
    );
    expect(firstOf('Paris', { country: 'Canada' })).toBe('Paris, 08, CA');
    expect(resolvePlace('Paris', { country: 'ZZ' })).toEqual([]);
  });

  it('finds nothing if the region has no such place', () => {
    expect(resolvePlace('Chicago, TX')).toEqual([]);
  });

  it('returns at most the requested number', () => {
    expect(resolvePlace('Springfield')).toHaveLength(10);
    expect(resolvePlace('Springfield', { limit: 3 })).toHaveLength(3);
    expect(resolvePlace('Springfield', { limit: 0 })).toEqual([]);
  });

  it('reports what kind of name matched', () => {
    const [munich] = resolvePlace('München');
    expect(munich).toMatchObject({
      name: 'Munich',
      region: 'Bavaria',
      population: 1_260_391,
      timezone: 'Europe/Berlin',
      match: 'alternate',
      reason: '“München” is another name of Munich',
    });
    expect(resolvePlace('Munich')[0]).toMatchObject({ match: 'name', reason: 'exact name' });
    expect(resolvePlace('LA')[0]?.reason).toBe('“LA” is what Los Angeles is called');
    expect(resolvePlace('LHR')[0]?.reason).toBe('“LHR” is the code of an airport or a station of London');
  });

  it('reports an unknown qualifier, and uses the rest', () => {
    expect(resolvePlace('Paris, Narnia')[0]).toMatchObject({
      country: 'FR',
      reason: 'exact name; “Narnia” is no place that is known',
    });
  });

  it('returns the seat of government for a country or a state, and says so', () => {
    expect(resolvePlace('Japan')[0]).toMatchObject({
      name: 'Tokyo',
      match: 'region',
      reason: 'the seat of government of Japan',
    });
    expect(resolvePlace('California')[0]).toMatchObject({ name: 'Sacramento', match: 'region' });
    expect(resolvePlace('Ontario, Canada')[0]).toMatchObject({ name: 'Toronto', match: 'region' });
    expect(resolvePlace('Washington state')[0]).toMatchObject({ name: 'Olympia', match: 'region' });
    expect(resolvePlace('USA')[0]).toMatchObject({ name: 'Washington, D.C.', match: 'region' });
  });
});

describe('a single typo', () => {
  test.each([
    ['a letter missing', 'Chicgo', 'Chicago, IL, US'],
    ['a letter too much', 'Albuquerrque', 'Albuquerque, NM, US'],
    ['another letter', 'Amarollo', 'Amarillo, TX, US'],
    ['two letters swapped', 'Flagstfaf, AZ', 'Flagstaff, AZ, US'],
    ['the first letter', 'Zhicago', 'Chicago, IL, US'],
    ['before a state without comma', 'Kingmn Arizona', 'Kingman, AZ, US'],
    ['in another script', 'Лондн', 'London, ENG, GB'],
  ])('is forgiven: %s', (_, query, expected) => {
    expect(firstOf(query)).toBe(expected);
  });

  it('is reported with the name that matched', () => {
    expect(resolvePlace('Chicgo')[0]).toMatchObject({
      match: 'typo',
      reason: 'one letter off: “Chicgo” may be “chicago”',
    });
  });

  it('is not searched for if the name matches', () => {
    expect(resolvePlace('Paris', { limit: 1000 }).filter(({ match }) => match === 'typo')).toEqual([]);
  });

  it('is not searched for if typos are turned off', () => {
    expect(resolvePlace('Chicgo', { typos: false })).toEqual([]);
    expect(resolvePlace('Chicago', { typos: false })[0]).toMatchObject({ name: 'Chicago', match: 'name' });
  });

  it('is not searched for in three letters', () => {
    expect(resolvePlace('Pa5')).toEqual([]);
  });
});

describe('an invalid query', () => {
  it.each([null, undefined, 7, {}, []])('finds nothing: %j', (query) => {
    expect(resolvePlace(query as unknown as string)).toEqual([]);
  });

  it.each([null, { near: null }, { near: { lat: Number.NaN, lng: 1 } }, { country: 7 }])(
    'ignores the options %j',
    (options) => {
      expect(resolvePlace('Lisbon', options as unknown as object)[0]).toMatchObject({ country: 'PT' });
    },
  );
});

describe('resolving any text', () => {
  it('gives the same result each time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (query) => {
        expect(resolvePlace(query)).toEqual(resolvePlace(query));
      }),
      { numRuns: 200 },
    );
  });

  it('returns only valid places for text that looks like places', () => {
    const words = fc.constantFrom(
      'Paris',
      'New',
      'York',
      ',',
      '(',
      ')',
      'TX',
      'or',
      'St.',
      'city',
      'the',
      '-',
      'USA',
      '',
    );
    fc.assert(
      fc.property(fc.array(words, { maxLength: 12 }), (query) => {
        for (const { reason, lat, lng } of resolvePlace(query.join(' '))) {
          expect(reason).not.toBe('');
          expect(Math.abs(lat)).toBeLessThanOrEqual(90);
          expect(Math.abs(lng)).toBeLessThanOrEqual(180);
        }
      }),
      { numRuns: 300 },
    );
  });

  test.each([
    ['', []],
    ['   ', []],
    ['!?', []],
    [',,,', []],
    ['('.repeat(10_000), []],
    ['\0', []],
  ])('finds nothing for %j', (query, expected) => {
    expect(resolvePlace(query)).toEqual(expected);
  });

  it('ignores points that are not on the globe', () => {
    const near = [
      { lat: Number.NaN, lng: 0 },
      { lat: 95, lng: 0 },
    ];
    expect(resolvePlace('Paris', { near })).toEqual(resolvePlace('Paris'));
  });
});
