import { describe, expect, it } from 'vitest';
import { embeddedPlaces } from '../knowledge/embedded-knowledge.ts';
import { EMPTY_STATE } from '../planner-state.ts';
import { requestedDays, type TripRequirements } from '../requirements/requirements.ts';
import { understand } from './understand.ts';

const today = new Date('2026-11-16T09:00:00Z');

function requirementsOf(text: string): TripRequirements {
  return understand(text, { state: EMPTY_STATE, itinerary: null, places: embeddedPlaces, today })
    .requirements;
}

describe('reads who travels', () => {
  it.each<[string, number, (number | null)[]]>([
    ['me and the missus', 2, []],
    ['my 12-year-old daughter and me', 1, [12]],
    ['mother and daughter trip', 2, []],
    ['father and son (11)', 1, [11]],
    ['single dad with a 7 year old', 1, [7]],
    ['two mums and a toddler', 2, [null]],
    ['my boyfriend is coming too', 2, []],
    ['2+2 (kids 6 and 10)', 2, [6, 10]],
    ['newlyweds', 2, []],
    ['with my husband and our two-year-old', 2, [2]],
    ['a school class of 24 pupils and 2 teachers', 26, []],
    ['a group of 14 pensioners, two of us use walking frames', 14, []],
    ['us four', 4, []],
    ['the two of us plus grandma (81)', 3, []],
    ['two retired teachers', 2, []],
  ])('%s', (text, adults, children) => {
    const { party } = requirementsOf(`5 days in Rome, ${text}`).constraints ?? {};
    expect([party?.adults, party?.children ?? []]).toEqual([adults, children]);
  });
});

describe('reads the budget', () => {
  it.each<[string, number, string | undefined, string]>([
    ['£75pppn', 75, 'GBP', 'person-night'],
    ['about 900 each', 900, undefined, 'person'],
    ['we have 1,200 to spend', 1200, undefined, 'trip'],
    ['can spend 200 a day', 200, undefined, 'day'],
    ['a budget of five hundred euros', 500, 'EUR', 'trip'],
    ['1500-2000 euros', 2000, 'EUR', 'trip'],
    ['nightly budget of $130', 130, 'USD', 'night'],
    ['hotel with pool, max 3000€', 3000, 'EUR', 'trip'],
  ])('%s', (text, amount, currency, per) => {
    const { budget } = requirementsOf(`5 days in Rome, ${text}`).constraints ?? {};
    expect([budget?.amount, budget?.currency, budget?.per]).toEqual([amount, currency, per]);
  });
});

describe('reads the dates', () => {
  it.each<[string, string, number]>([
    ['check-in 3 May, check-out 9 May', '2027-05-03', 7],
    ['starting 3rd May for a week', '2027-05-03', 7],
    ['week of 10 May', '2027-05-10', 7],
    ['8 days from Easter Saturday', '2027-03-27', 8],
    ['over Easter, Friday to Monday', '2027-03-26', 4],
    ['2027-05-03/2027-05-09', '2027-05-03', 7],
    ['from Good Friday to the Friday after', '2027-03-26', 8],
    ['we arrive the 5 of April and go home the 9 of April', '2027-04-05', 5],
    ['school finishes on the 24th of July, 10 days starting July 26', '2027-07-26', 10],
  ])('%s', (text, startDate, days) => {
    const requirements = requirementsOf(`Rome, ${text}`);
    expect([requirements.startDate, requestedDays(requirements)]).toEqual([startDate, days]);
  });
});

describe('reads limits, pace and means of travel', () => {
  it.each<[string, object]>([
    ['no day over 45 km', { driving: { km: 45 } }],
    ['so no more than two and a half hours in the car per day', { driving: { hours: 2.5 } }],
    ['every third day off', { rest: { every: 3 } }],
    ['every third day no driving at all', { rest: { every: 3 } }],
    ["we're not in a hurry", { pace: 'slow' }],
    ['packed itinerary', { pace: 'fast' }],
    ['nothing touristy', { dislikes: ['touristy'] }],
    ['one-way rental', { travelBy: ['car'] }],
    ['Flixbus', { travelBy: ['bus'] }],
  ])('%s', (text, constraints) => {
    expect(requirementsOf(`Lisbon to Porto, 8 days, ${text}`)).toMatchObject({ days: 8, constraints });
  });
});

describe('reads an interest', () => {
  it.each([
    ['big Harry Potter fans', 'harry potter'],
    ['we want to see penguins', 'penguins'],
    ['gelato every day', 'gelato'],
    ['medieval towns', 'medieval towns'],
  ])('%s', (text, interest) => {
    expect(requirementsOf(`5 days in Lisbon, ${text}`).interests).toEqual([interest]);
  });
});

describe('reads the stops among other words', () => {
  it.each([
    ['3 days Singapore then 5 days Bali (Ubud)', 'Singapore, Ubud'],
    ['We did Edinburgh last year. This time Inverness and Fort William, a week', 'Inverness, Fort William'],
    ['Cusco + Lima. 3 nights Arequipa, 2 nights Cusco, then 2 nights in Lima', 'Arequipa, Cusco, Lima'],
    ['5 nights in Rome with a day trip to Orvieto', 'Rome'],
  ])('%s', (text, stops) => {
    const { via = [], destination } = requirementsOf(text);
    expect([...via, destination].map((place) => place?.name).join(', ')).toBe(stops);
  });

  it('uses the date of the trip, and not a season mentioned beside it', () => {
    expect(requirementsOf('3 nights in Rome from 14 May, my hip is replaced in the autumn').startDate).toBe(
      '2027-05-14',
    );
  });
});
