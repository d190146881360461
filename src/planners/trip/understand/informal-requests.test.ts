import { describe, expect, it } from 'vitest';
import { shortRequirements } from '../../../../test/short-requirements.ts';
import { generateItinerary } from '../generate/generate-itinerary.ts';
import type { Itinerary } from '../itinerary/itinerary.ts';
import { embeddedPlaces } from '../knowledge/embedded-knowledge.ts';
import { EMPTY_STATE, type QuestionField } from '../planner-state.ts';
import { buildPlannerRequest } from '../requirements/planner-request.ts';
import type { TripRequirements } from '../requirements/requirements.ts';
import type { TripEdit } from './edits/trip-edit.ts';
import { type Understanding, understand } from './understand.ts';

/** A Sunday. */
const today = new Date('2026-11-15T12:00:00Z');

function understandingOf(
  text: string,
  requirements: TripRequirements = {},
  itinerary: Itinerary | null = null,
): Understanding {
  return understand(text, {
    state: { ...EMPTY_STATE, requirements },
    itinerary,
    places: embeddedPlaces,
    today,
  });
}

describe('a trip that flies into one city and out of another', () => {
  it('is reported only in the words of the user', () => {
    expect(understandingOf('from Boston into Rome and out of').notUnderstood.join()).not.toContain('flown');
  });

  it('still visits the first one after a correction', () => {
    const { requirements } = understandingOf('fly into Rome and out of Milan, 8 days');
    expect(shortRequirements(understandingOf('make it 10 days', requirements).requirements)).toMatchObject({
      via: ['Rome'],
      days: 10,
    });
  });
});

describe('dates', () => {
  it.each<[string, Record<string, unknown>]>([
    ['12.06.2027 - 18.06.2027', { startDate: '2027-06-12', endDate: '2027-06-18' }],
    ['12.-18.06.2027', { startDate: '2027-06-12', endDate: '2027-06-18' }],
    ['from 3/7 to 9/7', { startDate: '2027-07-03', endDate: '2027-07-09' }],
    ['13/7/2027 to 20/7/2027', { startDate: '2027-07-13', endDate: '2027-07-20' }],
    ['from 5 to 9 June', { startDate: '2027-06-05', endDate: '2027-06-09' }],
    ['the first week of June', { startDate: '2027-06-01', days: 7 }],
    ['in the last week of August', { startDate: '2027-08-25', days: 7 }],
    ['mid June, 5 days', { startDate: '2027-06-15', days: 5 }],
    ['between Christmas and New Year', { startDate: '2026-12-26', endDate: '2027-01-01' }],
    ["over New Year's for 5 days", { startDate: '2027-01-01', days: 5 }],
    ['this weekend', { startDate: '2026-11-21', days: 2 }],
    ['Easter weekend', { startDate: '2027-03-26', days: 3 }],
    ['6 days from 3 June', { startDate: '2027-06-03', days: 6 }],
    ['between March 3rd and March 5th', { startDate: '2027-03-03', endDate: '2027-03-05' }],
    ['Fri 7 May to Sun 9 May', { startDate: '2027-05-07', endDate: '2027-05-09' }],
    ['Thursday to Sunday', { startDate: '2026-11-19', endDate: '2026-11-22' }],
    ['the second Saturday of May', { startDate: '2027-05-08' }],
    ['leaving tomorrow, back on Sunday', { startDate: '2026-11-16', endDate: '2026-11-22', roundTrip: true }],
    ['in 48 hours', { days: 2 }],
    ['12/24-12/31', { startDate: '2026-12-24', endDate: '2026-12-31' }],
    ['12.06.-18.06.', { startDate: '2027-06-12', endDate: '2027-06-18' }],
    ['leaving on 12.06.2027. We like trains', { startDate: '2027-06-12', mode: 'mixed' }],
    ['as in version 1.2.3', {}],
  ])('%s', (when, requirements) => {
    expect(shortRequirements(understandingOf(`from Berlin to Prague, ${when}`).requirements)).toEqual({
      from: 'Berlin',
      to: 'Prague',
      ...requirements,
    });
  });

  it('a weekend is two days', () => {
    expect(shortRequirements(understandingOf('weekend in Paris from London').requirements)).toEqual({
      from: 'London',
      to: 'Paris',
      days: 2,
    });
  });

  it.each(['several days', 'three and a half days', '1000 days', '0 days', '-5 days', 'in 2020'])(
    'reports that it did not understand %s',
    (when) => {
      const { requirements, notUnderstood } = understandingOf(`from Berlin to Prague, ${when}`);
      expect(shortRequirements(requirements)).toEqual({ from: 'Berlin', to: 'Prague' });
      expect(notUnderstood).toHaveLength(1);
    },
  );
});

describe('money and company', () => {
  it('does not read a dislike as an interest', () => {
    expect(understandingOf('no museums', { interests: ['museums', 'food'] }).requirements.interests).toEqual([
      'food',
    ]);
    expect(understandingOf('we hate hiking').requirements.interests).toBeUndefined();
    expect(understandingOf('we hate hiking').requirements.constraints?.dislikes).toEqual(['hiking']);
    expect(understandingOf('we hate hiking').notUnderstood).toEqual([]);
  });
});

describe('corrections', () => {
  const requirements: TripRequirements = {
    origin: { name: 'LA' },
    destination: { name: 'Chicago' },
    via: [{ name: 'Flagstaff' }, { name: 'Amarillo' }],
    days: 6,
    mode: 'road',
    startDate: '2027-06-01',
  };
  const trip = generateItinerary(buildPlannerRequest({ requirements }));

  it.each<[string, Record<string, unknown>]>([
    ['leave a day later', { startDate: '2027-06-02' }],
    ['extend it by two days', { days: 8 }],
    ['minus two days', { days: 4 }],
    ['shorten to 4 days', { days: 4 }],
    ['back home at the end', { roundTrip: true }],
  ])('%s', (text, changed) => {
    expect(shortRequirements(understandingOf(text, requirements, trip).requirements)).toEqual({
      ...shortRequirements(requirements),
      ...changed,
    });
  });

  it.each<[string, TripEdit[]]>([
    ['add two days in Flagstaff', [{ type: 'stay', place: 'Flagstaff', stay: { change: 2, grows: true } }]],
    ['2 more nights in Amarillo', [{ type: 'stay', place: 'Amarillo', stay: { change: 2, grows: true } }]],
    ['can we add Santa Fe for 2 days?', [{ type: 'add', place: 'Santa Fe', stay: { days: 2 } }]],
    ['swap Flagstaff and Amarillo', [{ type: 'swap', places: ['Flagstaff', 'Amarillo'] }]],
    ['change Chicago to Detroit', [{ type: 'replace', place: 'Chicago', by: 'Detroit' }]],
    ['not Chicago, Milwaukee', [{ type: 'replace', place: 'Chicago', by: 'Milwaukee' }]],
    ['not Los Angeles but San Diego', [{ type: 'replace', place: 'Los Angeles', by: 'San Diego' }]],
    ['Tulsa instead of Chicago', [{ type: 'replace', place: 'Chicago', by: 'Tulsa' }]],
    ['remove the last stop', [{ type: 'remove', place: 'Chicago' }]],
    ['2 days less in Reno', [{ type: 'remove', place: 'Reno' }]],
  ])('%s changes stops of the trip', (text, edits) => {
    expect(understandingOf(text, requirements, trip).edits).toEqual(edits);
  });

  it.each([
    ['make it cheaper', ['make it cheaper']],
    ['drop day 3', ['drop day 3']],
    ['add 400 days', ['406 days']],
  ])('reports that it did not understand %s, and changes nothing', (text, words) => {
    const understood = understandingOf(text, requirements, trip);
    expect(understood.requirements).toEqual(requirements);
    expect(understood.notUnderstood).toEqual(words);
  });

  it('reports "a day later" as not understood if there is no date', () => {
    const { startDate: _, ...undated } = requirements;
    expect(understandingOf('leave a day later', undated).notUnderstood).toEqual(['a day later']);
  });
});

describe('an ambiguous date or length is reported with its reading', () => {
  it.each([
    ['5-7 days from Rome to Bari', '"5-7 days" was read as 7 days.'],
    ['from Rome to Bari on 3/7', '"3/7" was read as March 7.'],
    ['from Rome to Bari on 2020-05-03', '2020-05-03 is past.'],
  ])('%s', (text, sentence) => {
    expect(understandingOf(text).assumed).toEqual([sentence]);
  });
});

describe('the words that no field was read from', () => {
  it.each([
    ['Route 66 from Chicago to Santa Monica', []],
    ['from Paris to Rome from Berlin', ['from Paris']],
    ['be in Chicago on June 5 and in Denver on June 9, starting in New York on June 1', ['June 5', 'June 9']],
  ])('%s', (text, words) => {
    expect(understandingOf(text).notUnderstood).toEqual(words);
  });

  it.each([
    '6 day road trip from LA to Chicago via Flagstaff and Amarillo in June',
    'Hello! We would really like to go to Rome, please.',
    'I want to drive from San Francisco to Seattle with my wife for a week, starting June 3rd, budget $3000',
    'can you help me plan a holiday?',
  ])('are none in: %s', (text) => {
    expect(understandingOf(text).notUnderstood).toEqual([]);
  });
});

it.each<QuestionField>(['interests', 'stops'])(
  'a long row of punctuation does not answer a question about %s',
  (asked) => {
    const text = `${'!'.repeat(400_000)}x`;
    const state = { ...EMPTY_STATE, asking: [asked] };
    const { requirements } = understand(text, { state, itinerary: null, places: embeddedPlaces, today });
    expect(requirements).toEqual({ ...(asked === 'interests' && { interests: [] }) });
  },
);
