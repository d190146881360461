import { describe, expect, it } from 'vitest';
import { generateItinerary } from '../generate/generate-itinerary.ts';
import { embeddedPlaces } from '../knowledge/embedded-knowledge.ts';
import { EMPTY_STATE } from '../planner-state.ts';
import { plannerTurn } from '../turn/turn.ts';
import { buildPlannerRequest } from '../wishes/request.ts';
import type { TripWishes } from '../wishes/wishes.ts';
import { type Understanding, understand } from './understand.ts';

const today = new Date('2026-11-16T09:00:00Z');
const now = () => today.toISOString();

function heard(text: string): Understanding {
  return understand(text, { state: EMPTY_STATE, itinerary: null, places: embeddedPlaces, today });
}

describe('who does not drive', () => {
  it.each(['no self-driving', "we don't want to do any self-driving", 'without a rental car'])(
    '%s',
    (text) => {
      const { preferences, wishes } = heard(`3 days from Seattle to Portland, ${text}`);
      expect(preferences.avoid).toEqual(['road']);
      expect(wishes.mode).not.toBe('road');
    },
  );
});

describe('a request as it is typed', () => {
  it.each<[string, object]>([
    ['Tuscany, 2 wks', { days: 14 }],
    [
      'Andalusia: Seville 3 nights, Cordoba, Granada',
      { via: [{ name: 'Seville', nights: 3 }, { name: 'Cordoba' }], destination: { name: 'Granada' } },
    ],
    ['Brittany: 2 nights Saint-Malo, Dinan, Quimper', { via: [{ name: 'Saint-Malo', nights: 2 }, {}] }],
    [
      'Kandy 2 nights Ella 3 nights Mirissa 4 nights',
      { via: [{ nights: 2 }, { nights: 3 }], destination: { name: 'Mirissa', nights: 4 } },
    ],
    ['Denver, Moab, Las Vegas: 9 days', { days: 9, via: [{ name: 'Denver' }, { name: 'Moab' }] }],
    ['a long weekend in Rome, 4 days', { days: 4 }],
    ['from Lima to Cusco by bus, 2 weeks, with 3 nights in Arequipa', { days: 14 }],
    [
      'Cape Town to Johannesburg in 3 weeks, garden route, kruger 4 nights',
      { destination: { name: 'Johannesburg' }, via: [{ name: 'Garden Route' }, { nights: 4 }] },
    ],
    [
      'We only have Friday to Monday. Fly Dublin to Krakow on 9 April, back on the 12th. Salt mine, no nightclubs.',
      { destination: { name: 'Krakow' }, startDate: '2027-04-09', endDate: '2027-04-12' },
    ],
    ['Zadar, Split, Dubrovnik, je 3 Nächte, ab 5. September', { via: [{ nights: 3 }, { nights: 3 }] }],
    [
      'Seattle to Portland, 3 days, smoking must be allowed, pets have to be welcome, no parties',
      { constraints: { lodging: { rules: ['pets', 'smoking', 'no parties'] } } },
    ],
    [
      'Miami, 5 days, non-smoking rooms, no children under 10',
      { constraints: { lodging: { rules: ['no smoking', 'no children under 10'] } } },
    ],
    ['Oahu 3n, Kauai 4n', { via: [{ name: 'Oahu', nights: 3 }], destination: { name: 'Kauai', nights: 4 } }],
    ['Crete, 8 days, 2A 2C (12 & 15)', { constraints: { party: { adults: 2, children: [12, 15] } } }],
    [
      'Me, hubby, 3 boys 6/9/12. Cornwall, 8 days',
      { constraints: { party: { adults: 2, children: [6, 9, 12] } } },
    ],
    ['me and 7 mates, Prague, 3 days', { constraints: { party: { adults: 8 } } }],
    ['Mum, dad and nan, Seville, 5 days', { constraints: { party: { adults: 3 } } }],
    [
      'Petra, 5 days, no more than 150 jod per day',
      { constraints: { budget: { currency: 'JOD', per: 'day' } } },
    ],
    [
      'Kerala for a week, Kochi, Munnar',
      { destination: { name: 'Munnar' }, constraints: { region: 'Kerala' } },
    ],
    ['Algarve, 6 nights, I am 6 months pregnant', { days: 7 }],
    ['Seville, 25-30 March, then 3 nights Cádiz', { destination: { name: 'Cádiz', nights: 3 } }],
    ['Rome, 9 days starting on 10/04/2027 (april)', { startDate: '2027-04-10' }],
    ['seward - homer - denali, 9 days', { origin: { name: 'Seward' }, via: [{ name: 'Homer' }] }],
    ['Mongolia, 9 days, nadaam festival must be in it', { constraints: { mustSee: ['nadaam festival'] } }],
    ['5 days in Osaka, we love ramen', { interests: ['ramen'] }],
    ['Sicily, 12 days, rest day once a week', { days: 12, constraints: { rest: { every: 7 } } }],
    ['Patagonia, 16 days, we want at least 4 nights for a trek', { days: 16 }],
    [
      'Windhoek, Swakopmund, Etosha, 14 days, 2 nights min everywhere',
      {
        days: 14,
        via: [
          { nights: 2, bound: 'least' },
          { nights: 2, bound: 'least' },
        ],
      },
    ],
    ['Cornwall, ten days, leaving Friday evening the fourteenth of May', { startDate: '2027-05-14' }],
    ['Antwerp, first weekend of May', { startDate: '2027-05-01', days: 2 }],
    ['Kerala, first 2 weeks of march', { startDate: '2027-03-01', days: 14 }],
    [
      'Utrecht to Warsaw, fair on 19 June, home by Wednesday the 23rd, leaving Wed 16th',
      { startDate: '2027-06-16', endDate: '2027-06-23' },
    ],
    ['Zug von Zürich nach Neapel, 8 Tage, Start Karfreitag', { startDate: '2027-03-26', mode: 'mixed' }],
    ['Bruges... no wait, been there. Antwerp, 3 days', { destination: { name: 'Antwerp' } }],
    ["from Bonn to my aunt's in Trier, 3 days", { origin: { name: 'Bonn' }, destination: { name: 'Trier' } }],
    ['Halifax to Halifax, Cabot Trail and Lunenburg, 13 nights', { roundTrip: true }],
    ['Ghent to Rouen, 6 days. bikes.', { constraints: { travelBy: ['bike'] } }],
    ['Tallinn, 3 days, a choir of 24', { travellers: 24 }],
    ['Halifax, 5 days, $220 CAD per night', { constraints: { budget: { currency: 'CAD', per: 'night' } } }],
    [
      '10 days in Scotland, flight to Edinburgh',
      { origin: { name: 'Edinburgh' }, constraints: { region: 'Scotland' } },
    ],
  ])('%s', (text, wishes) => {
    expect(heard(text).wishes).toMatchObject(wishes);
  });

  it('takes a name that is one letter off for the place near the others, and says so', () => {
    const { wishes, assumed } = heard('A week in Sicily: Palermo, Cefalù, Taormine');
    expect(wishes.destination?.name).toBe('Taormina');
    expect(assumed.join(' ')).toContain('Taormine');
  });

  it('misses dates that go back', () => {
    const { wishes, notUnderstood } = heard('From 20 august to 12 august in Lisbon');
    expect(wishes.startDate).toBeUndefined();
    expect(notUnderstood).toEqual(['August 20 to August 12']);
  });
});

describe('an edit as it is typed', () => {
  const wishes: TripWishes = {
    via: [{ name: 'Casablanca' }, { name: 'Rabat' }],
    destination: { name: 'Fes' },
    days: 9,
  };
  const itinerary = generateItinerary(buildPlannerRequest({ wishes }));
  const turn = (text: string) => plannerTurn({ text }, { wishes }, itinerary, { now });
  const stops = (text: string) => turn(text).itinerary?.anchors.map(({ name }) => name);

  it('exchanges two stops of the trip', () => {
    expect(stops('swap Casablanca with Rabat')?.slice(0, 2)).toEqual(['Rabat', 'Casablanca']);
  });

  it.each(['add Disneyland', 'blorp'])('asks and changes nothing: %s', (text) => {
    const { action, itinerary: after } = turn(text);
    expect(action.type).toBe('ASK_USER');
    expect(after?.days).toEqual(itinerary.days);
  });

  it('takes a word for no place that is far from the trip', () => {
    expect(stops("no temples pls, we've seen enough")).toEqual(itinerary.anchors.map(({ name }) => name));
  });

  it('dates a trip by its end', () => {
    const { itinerary: after } = turn('we end on 20 august');
    expect(after?.days.at(-1)?.date).toBe('2027-08-20');
    expect(after?.days).toHaveLength(9);
  });
});
