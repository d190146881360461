import { describe, expect, it } from 'vitest';
import { generateItinerary } from '../../generate/generate-itinerary.ts';
import { embeddedPlaces } from '../../knowledge/embedded-knowledge.ts';
import { EMPTY_STATE } from '../../planner-state.ts';
import { buildPlannerRequest } from '../../requirements/planner-request.ts';
import type { TripRequirements } from '../../requirements/requirements.ts';
import { type Understanding, understand } from '../understand.ts';
import type { TripEdit } from './trip-edit.ts';

const today = new Date('2026-11-16T09:00:00Z');
const requirements: TripRequirements = {
  origin: { name: 'Munich' },
  destination: { name: 'Rome' },
  via: [{ name: 'Verona' }, { name: 'Florence' }],
  days: 8,
  mode: 'road',
  startDate: '2027-05-05',
};
const itinerary = generateItinerary(buildPlannerRequest({ requirements }));

function understandingOf(text: string): Understanding {
  return understand(text, {
    state: { ...EMPTY_STATE, requirements },
    itinerary,
    places: embeddedPlaces,
    today,
  });
}

describe('edits of a trip', () => {
  it.each<[string, TripEdit[]]>([
    ['add Bologna', [{ type: 'add', place: 'Bologna' }]],
    [
      'could you put Bologna between Verona and Florence?',
      [{ type: 'add', place: 'Bologna', after: 'Verona', before: 'Florence' }],
    ],
    ['After Verona I want to see Bologna as well.', [{ type: 'add', place: 'Bologna', after: 'Verona' }]],
    [
      'insert Bologna after Verona for one night',
      [{ type: 'add', place: 'Bologna', stay: { nights: 1 }, after: 'Verona' }],
    ],
    ['Put Bologna in, 2 nights', [{ type: 'add', place: 'Bologna', stay: { nights: 2 } }]],
    [
      'add Siena as a day trip from Florence',
      [{ type: 'add', place: 'Siena', isDayTrip: true, after: 'Florence' }],
    ],
    ['add Naples at the end', [{ type: 'add', place: 'Naples', at: 'end' }]],
    ['drop Verona pls', [{ type: 'remove', place: 'Verona' }]],
    ['delete everything except Florence', [{ type: 'remove-all', except: ['Florence'] }]],
    ['replace Verona with Padua', [{ type: 'replace', place: 'Verona', by: 'Padua' }]],
    ["I'd rather see Padua than Verona", [{ type: 'replace', place: 'Verona', by: 'Padua' }]],
    ['swap Verona and Florence', [{ type: 'swap', places: ['Verona', 'Florence'] }]],
    ['move Florence before Verona', [{ type: 'move', place: 'Florence', before: 'Verona' }]],
    ['make Florence 3 nights', [{ type: 'stay', place: 'Florence', stay: { nights: 3 } }]],
    ['Double the time in Florence', [{ type: 'stay', place: 'Florence', stay: { days: 4 } }]],
    ['fly from Florence to Rome', [{ type: 'leg', by: 'flight', from: 'Florence', to: 'Rome' }]],
    ['lock the first two days', [{ type: 'lock', days: [1, 2] }]],
    ['free afternoon on day 3 please', [{ type: 'activity', what: 'free', day: 3, part: 'afternoon' }]],
    ['delete the museum on day 2', [{ type: 'activity', what: 'remove', title: 'museum', day: 2 }]],
    ['no, the one in Alabama', [{ type: 'which', within: 'Alabama' }]],
    ['lass Verona weg', [{ type: 'remove', place: 'Verona' }]],
    ['ajoute Bologne', [{ type: 'add', place: 'Bologne' }]],
    ['quita Verona', [{ type: 'remove', place: 'Verona' }]],
  ])('%s', (text, edits) => {
    expect(understandingOf(text).edits).toEqual(edits);
  });

  it.each<[string, Partial<TripRequirements>]>([
    ['we have to be back on the 8th', { endDate: '2027-05-08' }],
    ['one month later', { startDate: '2027-06-05' }],
    ['make it nine days', { days: 9 }],
    ['we arrive on the 6th instead', { startDate: '2027-05-06' }],
    ['from the 7th to the 14th please', { startDate: '2027-05-07', endDate: '2027-05-14' }],
    ['can we leave on a Saturday', { startDate: '2027-05-08' }],
    ['start on Monday instead', { startDate: '2027-05-03' }],
    ['can we stay til the 15th', { endDate: '2027-05-15' }],
    ['we fly home from Rome on the 14th of May', { endDate: '2027-05-14' }],
    ['my mum joins, so three of us', { constraints: { party: { adults: 3 } } }],
    ['we want a day off in Florence', { days: 8, constraints: { rest: { days: 1 } } }],
  ])('%s', (text, changed) => {
    expect(understandingOf(text).requirements).toMatchObject(changed);
  });
});

it.each(["Since we've both been to Verona, two more nights in Florence", 'my parents moved to Verona'])(
  'leaves the end of the trip alone: %s',
  (text) => {
    expect(understandingOf(text).requirements.destination).toEqual({ name: 'Rome' });
  },
);

it.each(['rent a car from Verona on', 'a guide from Florence would be nice'])(
  'leaves the start of the trip alone: %s',
  (text) => {
    expect(understandingOf(text).requirements.origin).toEqual({ name: 'Munich' });
  },
);

it.each(['we need to be early in Rome because of our flight', 'Florence before our flight'])(
  'does not read a reason as the means of travel: %s',
  (text) => {
    expect(understandingOf(text).requirements.mode).toBe('road');
  },
);

describe('questions and remarks', () => {
  it.each([
    'How far is it from Verona to Florence?',
    'is Florence safe in the rainy season',
    'Which day are we in Florence?',
    "what would it look like with two more days? don't change it yet",
    'Cool. My friend did something similar last year and loved Padua.',
    'thanks, looks good',
    'wie weit ist es von Verona nach Florenz?',
  ])('%s', (text) => {
    const { isQuestion, edits, requirements: after } = understandingOf(text);
    expect(isQuestion).toBe(true);
    expect(edits).toEqual([]);
    expect(after).toEqual(requirements);
  });

  it.each(['could we add Bologna?', 'what about Bologna?', 'can we skip Verona?'])(
    'is a request: %s',
    (text) => {
      expect(understandingOf(text)).toMatchObject({ isQuestion: false });
      expect(understandingOf(text).edits).toHaveLength(1);
    },
  );
});

it('suggests a change when a user only complains', () => {
  expect(understandingOf("that's too much driving").assumed).toHaveLength(1);
});
