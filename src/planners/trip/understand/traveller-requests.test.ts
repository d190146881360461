import { describe, expect, it } from 'vitest';
import { embeddedPlaces } from '../knowledge/embedded-knowledge.ts';
import { EMPTY_STATE } from '../planner-state.ts';
import type { TripConstraints } from '../requirements/constraints.ts';
import type { RequestedPlace, TripRequirements } from '../requirements/requirements.ts';
import { type Understanding, understand } from './understand.ts';

const today = new Date('2026-11-16T09:00:00Z');

function understandingOf(text: string): Understanding {
  return understand(text, { state: EMPTY_STATE, itinerary: null, places: embeddedPlaces, today });
}

function stay({ name, days, nights }: RequestedPlace): string {
  return [
    name,
    ...(nights === undefined ? [] : [`${nights}n`]),
    ...(days === undefined ? [] : [`${days}d`]),
  ].join(' ');
}

/** Where it goes, in one line. */
function way({ origin, via = [], destination }: TripRequirements): string {
  const places = [...(origin ? [origin] : []), ...via, ...(destination ? [destination] : [])];
  return places.map(stay).join(' > ');
}

it.each([
  ['not more than 4 hotels', 4],
  ['at most three bases', 3],
  ['two hotels at most', 2],
  ['only 3 places to stay', 3],
])('%s', (limit, bases) => {
  const { requirements, notUnderstood } = understandingOf(`10 days in Costa Rica, ${limit}`);
  expect(requirements).toMatchObject({ days: 10, constraints: { bases } });
  expect(notUnderstood).toEqual([]);
});

it('a weekday of arrival that the dates say is understood', () => {
  const { requirements, notUnderstood } = understandingOf(
    'Copenhagen and Malmö, Friday 14 May to Sunday 16 May 2027, arriving Friday at 6pm',
  );
  expect(requirements).toMatchObject({ startDate: '2027-05-14', endDate: '2027-05-16' });
  expect(requirements.constraints?.arrival).toEqual({ time: '18:00' });
  expect(notUnderstood).toEqual([]);
});

describe('a rate is not the length of the trip', () => {
  it.each<[string, TripConstraints]>([
    ['no more than 5 hours driving a day', { driving: { hours: 5 } }],
    ['max 2.5 hrs a day', { driving: { hours: 2.5 } }],
    ['max 5h driving/day', { driving: { hours: 5 } }],
    ['not more than 3 hours behind the wheel per day', { driving: { hours: 3 } }],
    ['250 km a day is plenty', { driving: { km: 250 } }],
    ['300 km max per day', { driving: { km: 300 } }],
    ['100 miles a day', { driving: { km: 161 } }],
    ['$150 a day', { budget: { amount: 150, currency: 'USD', per: 'day' } }],
    ['under €120 a night', { budget: { amount: 120, currency: 'EUR', per: 'night' } }],
    ['35 usd/night', { budget: { amount: 35, currency: 'USD', per: 'night' } }],
    ['250 EUR each', { budget: { amount: 250, currency: 'EUR', per: 'person' } }],
    ['80 euro pp per day', { budget: { amount: 80, currency: 'EUR', per: 'person-day' } }],
    ['a rest day every 3 days', { rest: { every: 3 } }],
    ['every fourth day a rest day', { rest: { every: 4 } }],
    ['two rest days', { rest: { days: 2 } }],
    ['one of them free for doing nothing', { rest: { days: 1 } }],
  ])('%s', (rate, constraints) => {
    const { requirements } = understandingOf(`Denver to Santa Fe, 8 days, ${rate}`);
    expect(requirements.days).toBe(8);
    expect(requirements.constraints).toMatchObject(constraints);
    expect(way(requirements)).toBe('Denver > Santa Fe');
  });

  it('reads a number of museums a day as a constraint', () => {
    const { requirements } = understandingOf('One museum a day please! 6 days Paris');
    const constraints = { perDay: [{ what: 'museum', least: 1, most: 1 }] };
    expect(requirements).toMatchObject({ days: 6, constraints, destination: { name: 'Paris' } });
  });

  it('does not read an amount beside a date as part of it', () => {
    const { requirements } = understandingOf('Krakow, Fri 7 May to Sun 9 May, 250 EUR each');
    expect(requirements).toMatchObject({ startDate: '2027-05-07', endDate: '2027-05-09' });
    expect(requirements.constraints?.budget?.amount).toBe(250);
  });
});

describe('a length belongs to the trip or to the stop beside it', () => {
  it.each<[string, string, number | undefined]>([
    ['Seville 3 nights, Cordoba, Granada 2 nights', 'Seville 3n > Cordoba > Granada 2n', undefined],
    [
      'Two nights Durango, one night Mesa Verde, then Flagstaff',
      'Durango 2n > Mesa Verde 1n > Flagstaff',
      undefined,
    ],
    ['Tokyo 5 nights, Kyoto 5 nights', 'Tokyo 5n > Kyoto 5n', 11],
    ['Mykonos (2), Paros (3), Santorini (3)', 'Mykonos 2n > Paros 3n > Santorini 3n', 9],
    ['Istanbul 5 days', 'Istanbul', 5],
    ['Delhi Agra Jaipur 7 days', 'Delhi > Agra > Jaipur', 7],
    ['Rome, Florence and Venice for 10 days', 'Rome > Florence > Venice', 10],
    ['from Oslo to Bergen for 8 days', 'Oslo > Bergen', 8],
    [
      'Cambridge, Oxford and Bath from London, five days, one night in each',
      'London > Cambridge 1n > Oxford 1n > Bath 1n',
      5,
    ],
    ['Day 1-3 Hanoi, day 4-5 Hue, day 6-8 Hoi An', 'Hanoi 3d > Hue 2d > Hoi An 3d', 8],
    ['24 hours in Istanbul', 'Istanbul', 1],
    ['Zanzibar a week', 'Zanzibar', 7],
    ['Italy, 10 days: Rome, two nights in Florence, Venice', 'Rome > Florence 2n > Venice', 10],
    [
      'Morocco, 10 days: Marrakech, a night in the Sahara at Merzouga, Fes and Chefchaouen',
      'Marrakech > Merzouga 1n > Fes > Chefchaouen',
      10,
    ],
    [
      'Stockholm three nights, the boat to Turku, two nights there, train to Helsinki, four nights',
      'Stockholm 3n > Turku 2n > Helsinki 4n',
      10,
    ],
    ['We fly into Tokyo, 4 nights there, then Kyoto 4 nights', 'Tokyo 4n > Tokyo 4n > Kyoto 4n', 9],
    ['Train to Vienna, 3 nights there, then Graz 2 nights', 'Vienna 3n > Graz 2n', 6],
  ])('%s', (text, places, days) => {
    const { requirements } = understandingOf(text);
    expect(way(requirements)).toBe(places);
    expect(requirements.days).toBe(days);
  });

  it.each([
    ['Istanbul to Baku, 3 weeks, Tbilisi at least 4 nights', 'least'],
    ['Delhi, Agra, 12 days, avoid Delhi for more than 2 nights', 'most'],
  ])('%s', (text, bound) => {
    expect(understandingOf(text).requirements.via?.[0]).toMatchObject({ bound });
  });
});

describe('every named place is a stop, in the order of the text', () => {
  it.each([
    ['to Verona, Bologna, Siena and end in Rome from Munich', 'Munich > Verona > Bologna > Siena > Rome'],
    ['Amsterdam → Hamburg → Copenhagen', 'Amsterdam > Hamburg > Copenhagen'],
    ['inter rail trip berlin prague vienna budapest', 'Berlin > Prague > Vienna > Budapest'],
    ['Las Vegas, Page, Moab, back to Vegas. 8 days', 'Las Vegas > Page > Moab'],
    ['Windhoek - Swakopmund - Windhoek, 12 days', 'Windhoek > Swakopmund'],
    ['a trip to Birmingham, and then 2 days in London', 'Birmingham > London 2d'],
    ['commencing in Medford, to Portland', 'Medford > Portland'],
    ['We rent a car in Christchurch and visit Queenstown', 'Christchurch > Queenstown'],
  ])('%s', (text, places) => {
    expect(way(understandingOf(text).requirements)).toBe(places);
  });

  it.each([
    ['10 days in Italy: Rome, Florence and Venice', 'Italy', 'Rome > Florence > Venice'],
    ['Taiwan, 10 days, Hualien, Taitung, Tainan', 'Taiwan', 'Hualien > Taitung > Tainan'],
    ['A tour of Portugal, 12 days', 'Portugal', 'Portugal'],
    ['visiting 2 cities in Texas, from Denver', 'Texas', 'Denver > Texas'],
  ])('reads a country beside its places as their region: %s', (text, region, places) => {
    const { requirements } = understandingOf(text);
    expect(requirements.constraints?.region).toBe(region);
    expect(way(requirements)).toBe(places);
  });

  it('keeps an unknown name among known ones', () => {
    expect(way(understandingOf('Munich - Qwxyzsee - Verona, 5 days').requirements)).toBe(
      'Munich > Qwxyzsee > Verona',
    );
  });

  it('keeps the requested number of cities', () => {
    expect(understandingOf('4 cities in Texas in 9 days').requirements.constraints?.cities).toBe(4);
  });
});

describe('reads who travels', () => {
  it.each<[string, TripConstraints['party']]>([
    ['with my kids (6 and 9)', { children: [6, 9] }],
    ['2 adults and a teenager of 15', { adults: 2, children: [15] }],
    ['4 people: me, my wife, boys 12 and 14', { adults: 2, children: [12, 14] }],
    ['2 adults + baby (8 months)', { adults: 2, children: [0] }],
    ['a pair of travelers', { adults: 2 }],
    ['2 couples', { adults: 4 }],
    ['Four girls', { adults: 4 }],
    ['our honeymoon', { adults: 2 }],
    ['solo', { adults: 1 }],
  ])('%s', (who, party) => {
    expect(understandingOf(`Rome, 5 days, ${who}`).requirements.constraints?.party).toEqual(party);
  });
});

it('keeps rooms, house rules and cuisines, and says that it cannot plan by them', () => {
  const { requirements, assumed } = understandingOf(
    'Rome for 3 days, private room, pet-friendly, we like Italian and Thai food',
  );
  expect(requirements.constraints).toMatchObject({
    lodging: { room: 'private room', rules: ['pets'] },
    cuisines: ['italian', 'thai'],
  });
  expect(assumed).toHaveLength(1);
});

describe('the means of travel', () => {
  it.each<[string, TripConstraints['travelBy'], TripRequirements['mode']]>([
    ['by train', ['train'], 'mixed'],
    ['by ferry', ['ferry'], 'mixed'],
    ['in our old VW bus', ['car'], 'road'],
    ['by bike', ['bike'], 'road'],
    ['on foot', ['foot'], 'road'],
    ['bus and plane', ['bus', 'flight'], 'mixed'],
  ])('%s', (how, travelBy, mode) => {
    const { requirements } = understandingOf(`Hamburg to Munich, 6 days, ${how}`);
    expect(requirements.constraints?.travelBy).toEqual(travelBy);
    expect(requirements.mode).toBe(mode);
  });

  it('of one leg changes neither the start nor the other legs', () => {
    const { requirements } = understandingOf(
      'Vietnam, 12 days: Hanoi, Ha Long Bay, Hue and Hoi An. Take a flight from Hanoi to Hue, the rest by train',
    );
    expect(way(requirements)).toBe('Hanoi > Ha Long Bay > Hue > Hoi An');
    expect(requirements.constraints).toMatchObject({
      travelBy: ['train'],
      legs: [{ from: 'Hanoi', to: 'Hue', by: 'flight' }],
    });
    expect(requirements.interests).toBeUndefined();
  });

  it('of the onward journey is not a stop', () => {
    const { requirements } = understandingOf(
      'Fes, Chefchaouen, 6 days, ending in Tangier to take the ferry to Spain',
    );
    expect(way(requirements)).toBe('Fes > Chefchaouen > Tangier');
    expect(requirements.constraints?.travelBy).toBeUndefined();
  });

  it('is a car for a drive along the coast with ferries', () => {
    const { requirements } = understandingOf(
      "We'd like to drive the coast from Bergen to Tromsø in 12 days, with the ferries",
    );
    expect(requirements).toMatchObject({ mode: 'road', constraints: { travelBy: ['car', 'ferry'] } });
  });

  it('excludes what the user rejects', () => {
    const { requirements } = understandingOf('Bogotá, Medellín, 12 days. No buses.');
    expect(requirements.constraints).toMatchObject({ dislikes: ['buses'] });
    expect(requirements.constraints?.travelBy).toBeUndefined();
  });
});

describe('a request in another language', () => {
  it.each<[string, string, object]>([
    [
      'Von Hamburg nach München, 6 Tage, über Leipzig und Nürnberg',
      'Hamburg > Leipzig > Nürnberg > München',
      { days: 6 },
    ],
    [
      '3 Tage Wien, 2 Tage Bratislava, mit dem Zug ab München am 4. April',
      'München > Wien 3d > Bratislava 2d',
      { startDate: '2027-04-04' },
    ],
    [
      'Radtour von Dresden nach Magdeburg, 6 Tage, etwa 50 km am Tag',
      'Dresden > Magdeburg',
      { constraints: { driving: { km: 50 }, travelBy: ['bike'] } },
    ],
    [
      'De Lyon à Barcelone en voiture, 5 jours, pas plus de 3 heures de route par jour',
      'Lyon > Barcelone',
      { days: 5, constraints: { driving: { hours: 3 }, travelBy: ['car'] } },
    ],
    [
      'Portugal : Porto 3 nuits, Lisbonne 4 nuits, à partir du 10 mai',
      'Porto 3n > Lisbonne 4n',
      { startDate: '2027-05-10' },
    ],
    [
      'Une semaine dans la vallée de la Loire à deux, bons vins, en voiture de location',
      'Loire',
      { interests: ['wine'], constraints: { party: { adults: 2 }, travelBy: ['car'] } },
    ],
    ['De Madrid a Sevilla en tren, 6 días, parando en Córdoba', 'Madrid > Córdoba > Sevilla', { days: 6 }],
    [
      'Con mis hijos de 3 y 7 años a Menorca, una semana, tranquilo',
      'Menorca',
      { days: 7, constraints: { pace: 'slow', party: { children: [3, 7] } } },
    ],
  ])('%s', (text, places, requirements) => {
    const understood = understandingOf(text).requirements;
    expect(way(understood)).toBe(places);
    expect(understood).toMatchObject(requirements);
  });

  it.each(['Playa del Carmen and Isla Mujeres, 5 days', 'A week in San Cristóbal de las Casas'])(
    'is not assumed because of foreign names: %s',
    (text) => {
      expect(understandingOf(text).notUnderstood).toEqual([]);
    },
  );
});

it('reads an unknown activity as an interest, and says so', () => {
  const { requirements, assumed, notUnderstood } = understandingOf(
    'Chicago, 2 nights, blues bars and deep dish pizza',
  );
  expect(requirements.interests).toContain('deep dish pizza');
  expect(assumed.join()).toContain('deep dish pizza');
  expect(notUnderstood).toEqual([]);
});
