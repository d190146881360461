import { describe, expect, it } from 'vitest';
import { embeddedPlaces } from '../knowledge/embedded-knowledge.ts';
import { EMPTY_STATE, type QuestionField } from '../planner-state.ts';
import type { PlaceWish, TripPreferences, TripWishes } from '../wishes/wishes.ts';
import { understand } from './understand.ts';

const today = new Date('2026-02-18T12:00:00Z');

interface Said {
  readonly wishes: TripWishes;
  readonly preferences: TripPreferences;
}

function heard(text: string, before: TripWishes = {}, asking: readonly QuestionField[] = []): Said {
  const state = { ...EMPTY_STATE, wishes: before, asking };
  return understand(text, { state, itinerary: null, places: embeddedPlaces, today });
}

/** Wishes in short: places as names with their stays, the budget, and what else was said beside the constraints. */
function short({ origin, destination, via, constraints, ...rest }: TripWishes): Record<string, unknown> {
  const stay = ({ name, days, nights }: PlaceWish) =>
    days === undefined ? (nights === undefined ? name : `${name} ${nights} nights`) : `${name} ${days}`;
  return {
    ...(origin && { from: stay(origin) }),
    ...(destination && { to: stay(destination) }),
    ...(via && { via: via.map(stay) }),
    ...(constraints?.budget && { budget: constraints.budget }),
    ...rest,
  };
}

const usd = (amount: number) => ({ amount, currency: 'USD', per: 'trip' });

describe('plain sentences', () => {
  it.each<[string, Record<string, unknown>]>([
    [
      '6 day road trip from LA to Chicago via Flagstaff and Amarillo in June',
      {
        from: 'LA',
        to: 'Chicago',
        via: ['Flagstaff', 'Amarillo'],
        days: 6,
        mode: 'road',
        startDate: '2026-06-01',
      },
    ],
    ['LA to Chicago in 6 days by car', { from: 'LA', to: 'Chicago', days: 6, mode: 'road' }],
    ['from la to chicago', { from: 'la', to: 'Chicago' }],
    ['I want to drive from Boston to Miami', { from: 'Boston', to: 'Miami', mode: 'road' }],
    ['Drive me from Paris to Nice', { from: 'Paris', to: 'Nice', mode: 'road' }],
    ['fly from London to Tokyo', { from: 'London', to: 'Tokyo', mode: 'flight' }],
    ['We would like to go to Rome', { to: 'Rome' }],
    ['a trip to Lisbon', { to: 'Lisbon' }],
    ['trip to Japan for two weeks', { to: 'Japan', days: 14 }],
    ['a week in Japan in April', { to: 'Japan', days: 7, startDate: '2026-04-01' }],
    ['10 days in Portugal', { to: 'Portugal', days: 10 }],
    ['ten days from Berlin to Barcelona', { from: 'Berlin', to: 'Barcelona', days: 10 }],
    ['a long weekend from Munich to Salzburg', { from: 'Munich', to: 'Salzburg', days: 3 }],
    ['weekend trip from London to Brighton', { from: 'London', to: 'Brighton', days: 2 }],
    ['5 days Tokyo, 3 days Kyoto, 2 days Osaka', { to: 'Osaka 2', via: ['Tokyo 5', 'Kyoto 3'], days: 10 }],
    ['start in Miami, then Key West, then back to Miami', { from: 'Miami', to: 'Key West', roundTrip: true }],
    ['a honeymoon in Bali for 2 weeks', { to: 'Bali', days: 14, travellers: 2 }],
    ['Oslo to Bergen, 5 nights', { from: 'Oslo', to: 'Bergen', days: 6 }],
    ['3 weeks and 2 days from Cairo to Cape Town', { from: 'Cairo', to: 'Cape Town', days: 23 }],
    ['starting in Denver, ending in Santa Fe', { from: 'Denver', to: 'Santa Fe' }],
    ['start from Munich, through Salzburg, to Vienna', { from: 'Munich', to: 'Vienna', via: ['Salzburg'] }],
    ['end in Chicago and start in Los Angeles', { from: 'Los Angeles', to: 'Chicago' }],
    ['to Chicago from Los Angeles', { from: 'Los Angeles', to: 'Chicago' }],
    ['between Hamburg and Munich, by car', { from: 'Hamburg', to: 'Munich', mode: 'road' }],
    ['LA to Las Vegas to Denver', { from: 'LA', to: 'Denver', via: ['Las Vegas'] }],
    ['from Kingman, AZ to Paris, Texas', { from: 'Kingman, AZ', to: 'Paris, Texas' }],
    ['Portland, Oregon to Portland, Maine', { from: 'Portland, Oregon', to: 'Portland, Maine' }],
    ['Stoke on Trent to Newcastle upon Tyne', { from: 'Stoke on Trent', to: 'Newcastle upon Tyne' }],
    ['from St. Louis to New Orleans', { from: 'St. Louis', to: 'New Orleans' }],
    ['von München nach Wien? from München to Wien', { from: 'München', to: 'Wien' }],
    ['from NYC to DC stopping in Philadelphia', { from: 'NYC', to: 'DC', via: ['Philadelphia'] }],
    [
      'from Madrid to Seville with stops in Toledo, Córdoba',
      { from: 'Madrid', to: 'Seville', via: ['Toledo', 'Córdoba'] },
    ],
    [
      'from Rome to Milan passing through Florence and Bologna',
      { from: 'Rome', to: 'Milan', via: ['Florence', 'Bologna'] },
    ],
    ['visit Paris, Rome and Athens in 10 days', { to: 'Athens', via: ['Paris', 'Rome'], days: 10 }],
    [
      '3 days in Rome, 2 in Florence and 3 in Venice, flying from New York',
      { from: 'New York', to: 'Venice 3', via: ['Rome 3', 'Florence 2'], days: 8, mode: 'flight' },
    ],
    [
      '10 days in Italy: 3 days in Rome, 2 days in Florence and 4 in Venice',
      { to: 'Venice 4', via: ['Rome 3', 'Florence 2'], days: 10 },
    ],
    ['5 days in Portugal from Lisbon to Porto', { from: 'Lisbon', to: 'Porto', days: 5 }],
    ['A week in Italy, starting in Rome and ending in Venice', { from: 'Rome', to: 'Venice', days: 7 }],
    [
      'fly from London to Rome (3 days), Florence for 2 days and Venice',
      { from: 'London', to: 'Venice', via: ['Rome 3', 'Florence 2'], mode: 'flight' },
    ],
    [
      'road trip from Denver to Las Vegas and back',
      { from: 'Denver', to: 'Las Vegas', mode: 'road', roundTrip: true },
    ],
    ['round trip from Oslo to Bergen', { from: 'Oslo', to: 'Bergen', roundTrip: true }],
    ['a loop from Reykjavik to Akureyri', { from: 'Reykjavik', to: 'Akureyri', roundTrip: true }],
    ['from Seattle to Portland and back to Seattle', { from: 'Seattle', to: 'Portland', roundTrip: true }],
    ['one way from Sydney to Melbourne', { from: 'Sydney', to: 'Melbourne', roundTrip: false }],
    [
      'Chicago to New Orleans, June 3 to June 9',
      { from: 'Chicago', to: 'New Orleans', startDate: '2026-06-03', endDate: '2026-06-09' },
    ],
    [
      'from June 3 to June 9 we drive from Chicago to Memphis',
      { from: 'Chicago', to: 'Memphis', startDate: '2026-06-03', endDate: '2026-06-09', mode: 'road' },
    ],
    [
      'leaving on 5 May 2026 from Athens to Delphi',
      { from: 'Athens', to: 'Delphi', startDate: '2026-05-05' },
    ],
    [
      'leaving in 2 weeks from Oslo to Bergen for 4 days',
      { from: 'Oslo', to: 'Bergen', days: 4, startDate: '2026-03-04' },
    ],
    ['tomorrow from Bonn to Trier', { from: 'Bonn', to: 'Trier', startDate: '2026-02-19' }],
    ['next summer from Nice to Naples', { from: 'Nice', to: 'Naples', startDate: '2026-07-01' }],
    ['in December from Quito to Lima', { from: 'Quito', to: 'Lima', startDate: '2026-12-01' }],
    ['2026-08-10, five days, Porto to Faro', { from: 'Porto', to: 'Faro', days: 5, startDate: '2026-08-10' }],
    ['Dublin to Galway with my wife', { from: 'Dublin', to: 'Galway', travellers: 2 }],
    ['we are a family of four going to Orlando', { to: 'Orlando', travellers: 4 }],
    ['2 adults and 3 kids to Billund', { to: 'Billund', travellers: 5 }],
    ['travelling alone to Kyoto', { to: 'Kyoto', travellers: 1 }],
    ['with 3 friends from Austin to Dallas', { from: 'Austin', to: 'Dallas', travellers: 4 }],
    ['from Lyon to Turin, budget $2,500', { from: 'Lyon', to: 'Turin', budget: usd(2500) }],
    [
      'under 900 euros from Graz to Split',
      { from: 'Graz', to: 'Split', budget: { amount: 900, currency: 'EUR', per: 'trip' } },
    ],
    [
      'from Bath to York for £1.5k? no, £1500',
      { from: 'Bath', to: 'York', budget: { amount: 1500, currency: 'GBP', per: 'trip' } },
    ],
    [
      'we love hiking and good food, from Geneva to Zermatt',
      { from: 'Geneva', to: 'Zermatt', interests: ['hiking', 'food'] },
    ],
    ['museums and history, a week in Rome', { to: 'Rome', days: 7, interests: ['museums', 'history'] }],
    [
      'national parks from Denver to Salt Lake City in an RV',
      { from: 'Denver', to: 'Salt Lake City', interests: ['national parks'], mode: 'road' },
    ],
    ['by train from Zurich to Milan', { from: 'Zurich', to: 'Milan', mode: 'mixed' }],
    ['fly and drive from Toronto to Vancouver', { from: 'Toronto', to: 'Vancouver', mode: 'mixed' }],
    ['from Qwxyzburg to Chicago', { from: 'Qwxyzburg', to: 'Chicago' }],
    [
      'I want to drive from San Francisco to Seattle with my wife for a week, starting June 3rd, budget $3000',
      {
        from: 'San Francisco',
        to: 'Seattle',
        days: 7,
        mode: 'road',
        travellers: 2,
        startDate: '2026-06-03',
        budget: usd(3000),
      },
    ],
    [
      'In June, with two friends, by car, 12 days, we go from Calgary via Banff and Jasper to Vancouver',
      {
        from: 'Calgary',
        to: 'Vancouver',
        via: ['Banff', 'Jasper'],
        days: 12,
        mode: 'road',
        travellers: 3,
        startDate: '2026-06-01',
      },
    ],
  ])('%s', (text, wishes) => {
    expect(short(heard(text).wishes)).toEqual(wishes);
  });
});

describe('odd but natural sentences', () => {
  it.each<[string, Record<string, unknown>]>([
    ['into Rome and out of Milan', { from: 'Rome', to: 'Milan', via: ['Rome'] }],
    [
      'fly into Rome and out of Milan, 8 days',
      { from: 'Rome', to: 'Milan', via: ['Rome'], days: 8, mode: 'flight' },
    ],
    [
      'we land in Lisbon and fly home from Porto',
      { from: 'Lisbon', to: 'Porto', via: ['Lisbon'], mode: 'flight' },
    ],
    ['start Munich, end Vienna, 4 nights, driving', { from: 'Munich', to: 'Vienna', days: 5, mode: 'road' }],
    ['Boston - New York - Washington', { from: 'Boston', to: 'Washington', via: ['New York'] }],
    ['Vienna > Budapest > Zagreb', { from: 'Vienna', to: 'Zagreb', via: ['Budapest'] }],
    ['LA → SF, 3 days driving', { from: 'LA', to: 'SF', days: 3, mode: 'road' }],
    ['Rome-Florence-Venice by train', { from: 'Rome', to: 'Venice', via: ['Florence'], mode: 'mixed' }],
    ['Winston-Salem to Baden-Baden', { from: 'Winston-Salem', to: 'Baden-Baden' }],
    ['San Francisco/Los Angeles in 5 days', { from: 'San Francisco', to: 'Los Angeles', days: 5 }],
    ['5d LAX-JFK roadtrip', { from: 'LAX', to: 'JFK', days: 5, mode: 'road' }],
    ['roadtrip SF to Portland, OR. 5 days', { from: 'SF', to: 'Portland, OR', days: 5, mode: 'road' }],
    ['Tulsa, OK to Gary, IN', { from: 'Tulsa, OK', to: 'Gary, IN' }],
    [
      'two weeks: Tokyo, Kyoto and Osaka, flying from Seattle',
      { from: 'Seattle', to: 'Osaka', via: ['Tokyo', 'Kyoto'], days: 14, mode: 'flight' },
    ],
    ['Rome in 5 days from Florence', { from: 'Florence', to: 'Rome', days: 5 }],
    [
      'Chicago by car from Nashville, back in 5 days',
      { from: 'Nashville', to: 'Chicago', days: 5, mode: 'road', roundTrip: true },
    ],
    [
      'Paris for 3 days, then Lyon for 2 and Nice for 4, starting in Brussels by plane',
      { from: 'Brussels', to: 'Nice 4', via: ['Paris 3', 'Lyon 2'], days: 9, mode: 'flight' },
    ],
    ['Oaxaca for a week then Mexico City for 3 days', { to: 'Mexico City 3', via: ['Oaxaca 7'], days: 10 }],
    ['from my home in Berlin to Prague', { from: 'Berlin', to: 'Prague' }],
    [
      "I'm in Toronto. Want to see Montreal, end in Halifax",
      { from: 'Toronto', to: 'Halifax', via: ['Montreal'] },
    ],
    ['home is Leeds; take us to York and Whitby', { from: 'Leeds', to: 'Whitby', via: ['York'] }],
    ['Pick me up in Austin and drop me in New Orleans', { from: 'Austin', to: 'New Orleans' }],
    [
      'leave Oslo on 3 July, arrive Bergen on 8 July',
      { from: 'Oslo', to: 'Bergen', startDate: '2026-07-03', endDate: '2026-07-08' },
    ],
    [
      'From the 3rd to the 9th of June: Bordeaux to Biarritz',
      { from: 'Bordeaux', to: 'Biarritz', startDate: '2026-06-03', endDate: '2026-06-09' },
    ],
    ['NYC to Boston over Memorial Day weekend', { from: 'NYC', to: 'Boston', days: 3 }],
    ['half a week from Krakow to Gdansk', { from: 'Krakow', to: 'Gdansk', days: 4 }],
    ['fortnight driving Cape Town to Durban', { from: 'Cape Town', to: 'Durban', days: 14, mode: 'road' }],
    ['Inverness with my wife and two kids from Perth', { from: 'Perth', to: 'Inverness', travellers: 4 }],
    ['me, my husband and our 3 children: Ghent to Bruges', { from: 'Ghent', to: 'Bruges', travellers: 5 }],
    [
      'not more than 300 km a day from Hamburg to Vienna by car',
      { from: 'Hamburg', to: 'Vienna', mode: 'road' },
    ],
    [
      'Bristol to Penzance, 3 days, driving no more than 4 hours a day',
      { from: 'Bristol', to: 'Penzance', days: 3, mode: 'road' },
    ],
    ['coast to coast, San Diego to Jacksonville FL', { from: 'San Diego', to: 'Jacksonville FL' }],
    ['Nashville to Memphis, we have a car', { from: 'Nashville', to: 'Memphis', mode: 'road' }],
    ['skip the flights: Zurich to Nice', { from: 'Zurich', to: 'Nice' }],
    ['400 days from Paris to Rome by car', { from: 'Paris', to: 'Rome', mode: 'road' }],
    ['from 東京 to 京都 by car', { from: '東京', to: '京都', mode: 'road' }],
  ])('%s', (text, wishes) => {
    expect(short(heard(text).wishes)).toEqual(wishes);
  });
});

const PLANNED: TripWishes = {
  origin: { name: 'LA' },
  destination: { name: 'Chicago' },
  via: [{ name: 'Flagstaff' }, { name: 'Amarillo' }],
  days: 6,
  mode: 'road',
  startDate: '2026-06-01',
};

describe('corrections change just those fields', () => {
  it.each<[string, Record<string, unknown>]>([
    ['make it 8 days', { days: 8 }],
    ['make that two weeks', { days: 14 }],
    ['8 days instead', { days: 8 }],
    ['two days longer', { days: 8 }],
    ['one more day', { days: 7 }],
    ['add 3 days', { days: 9 }],
    ['another day', { days: 7 }],
    ['a day shorter', { days: 5 }],
    ['2 fewer days', { days: 4 }],
    ['skip Amarillo', { via: ['Flagstaff'], skip: ['Amarillo'] }],
    ["I don't want to go through Amarillo", { via: ['Flagstaff'], skip: ['Amarillo'] }],
    ['leave out Flagstaff', { via: ['Amarillo'], skip: ['Flagstaff'] }],
    ['without Flagstaff and Amarillo', { via: undefined, skip: ['Flagstaff', 'Amarillo'] }],
    ['start in San Diego instead', { from: 'San Diego' }],
    ['actually, leave from Phoenix', { from: 'Phoenix' }],
    ['go to Milwaukee instead', { to: 'Milwaukee' }],
    ['change the destination to Detroit', { to: 'Detroit' }],
    ['end in St. Louis', { to: 'St. Louis' }],
    ['add Santa Fe', { via: ['Flagstaff', 'Amarillo', 'Santa Fe'] }],
    ['also visit Tulsa', { via: ['Flagstaff', 'Amarillo', 'Tulsa'] }],
    ['replace Amarillo with Lubbock', { via: ['Flagstaff', 'Lubbock'], skip: ['Amarillo'] }],
    ['instead of Amarillo go to Lubbock', { via: ['Flagstaff', 'Lubbock'], skip: ['Amarillo'] }],
    ['Lubbock instead of Amarillo', { via: ['Flagstaff', 'Lubbock'], skip: ['Amarillo'] }],
    ['let us fly', { mode: 'flight' }],
    ['make it a round trip', { roundTrip: true }],
    ['start on July 10 instead', { startDate: '2026-07-10' }],
    ['in September', { startDate: '2026-09-01' }],
    ['for three people', { travellers: 3 }],
    ['with a budget of 4k dollars', { budget: usd(4000) }],
    ['we like museums', { interests: ['museums'] }],
    ['stay 3 days in Flagstaff', { via: ['Flagstaff 3', 'Amarillo'] }],
  ])('%s', (text, changed) => {
    const expected = Object.fromEntries(
      Object.entries({ ...short(PLANNED), ...changed }).filter(([, value]) => value !== undefined),
    );
    expect(short(heard(text, PLANNED).wishes)).toEqual(expected);
  });

  it('a stop that is named again is wanted again', () => {
    const skipped = heard('skip Amarillo', PLANNED).wishes;
    expect(short(heard('add Amarillo after all', skipped).wishes)).toMatchObject({
      via: ['Flagstaff', 'Amarillo'],
    });
    expect(heard('add Amarillo after all', skipped).wishes.skip).toBeUndefined();
  });
});

describe('answers to a question', () => {
  it.each<[string, readonly QuestionField[], Record<string, unknown>]>([
    ['Chicago', ['destination'], { to: 'Chicago' }],
    ['Los Angeles', ['origin'], { from: 'Los Angeles' }],
    ['LA, Chicago', ['origin', 'destination'], { from: 'LA', to: 'Chicago' }],
    ['LA and Chicago', ['origin', 'destination'], { from: 'LA', to: 'Chicago' }],
    ['in Rome', ['destination'], { to: 'Rome' }],
    ['Qwxyzburg', ['destination'], { to: 'Qwxyzburg' }],
    ['6', ['days'], { days: 6 }],
    ['about ten', ['days'], { days: 10 }],
    ['a week', ['days'], { days: 7 }],
    ['by car', ['mode'], { mode: 'road' }],
    ['fly', ['mode'], { mode: 'flight' }],
    ['both', ['mode'], { mode: 'mixed' }],
    ['jazz bars and bookshops', ['interests'], { interests: ['jazz bars', 'bookshops'] }],
    ['nothing', ['interests'], { interests: [] }],
    ['Flagstaff and Amarillo', ['stops'], { via: ['Flagstaff', 'Amarillo'] }],
  ])('%s, when %s is asked for', (text, asking, wishes) => {
    expect(short(heard(text, {}, asking).wishes)).toEqual(wishes);
  });
});

describe('preferences', () => {
  it.each<[string, TripPreferences]>([
    ["I don't fly", { transport: 'road', avoid: ['flight'] }],
    ['no flights please', { transport: 'road', avoid: ['flight'] }],
    ["we can't drive", { transport: 'flight', avoid: ['road'] }],
    ['I prefer to drive', { transport: 'road' }],
    ['fix wrong places yourself', { autoRepairPlaces: true }],
  ])('%s', (text, preferences) => {
    expect(heard(text).preferences).toEqual(preferences);
    expect(heard(text).wishes).toEqual({});
  });
});

describe('commands', () => {
  it.each([
    ['undo', 'undo'],
    ['Undo that.', 'undo'],
    ['redo', 'redo'],
    ['start over', 'start-over'],
    ['the other way round', 'reverse'],
  ])('%s', (text, command) => {
    const state = { ...EMPTY_STATE, wishes: PLANNED };
    expect(understand(text, { state, itinerary: null, places: embeddedPlaces, today }).command).toBe(command);
  });
});

describe('what says nothing about a trip', () => {
  it.each(['', 'hello', 'thanks!', 'what can you do?', '???', 'I like it'])('%j changes nothing', (text) => {
    expect(heard(text, PLANNED).wishes).toEqual(PLANNED);
  });
});
