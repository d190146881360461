import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { shortRequirements } from '../../../../test/short-requirements.ts';
import { embeddedPlaces } from '../knowledge/embedded-knowledge.ts';
import { EMPTY_STATE, type QuestionField } from '../planner-state.ts';
import type { TripPreferences, TripRequirements } from '../requirements/requirements.ts';
import { understand } from './understand.ts';

const today = new Date('2026-02-18T12:00:00Z');

interface Said {
  readonly requirements: TripRequirements;
  readonly preferences: TripPreferences;
}

function understandingOf(
  text: string,
  before: TripRequirements = {},
  asking: readonly QuestionField[] = [],
): Said {
  const state = { ...EMPTY_STATE, requirements: before, asking };
  return understand(text, { state, itinerary: null, places: embeddedPlaces, today });
}

const usd = (amount: number) => ({ amount, currency: 'USD', per: 'trip' });

const Fields = z.record(z.string(), z.unknown()).optional();

/** A request as people write it on a day, and all of its requirements in short, some of those, or some of them in full. */
const Request = z.strictObject({
  text: z.string(),
  today: z.string(),
  short: Fields,
  includes: Fields,
  requirements: Fields,
});

const requests = readFileSync(new URL('requests.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => Request.parse(JSON.parse(line)));

it.each(requests)('understands a request: $text', ({ text, today: day, short, includes, requirements }) => {
  const { requirements: found } = understand(text, {
    state: EMPTY_STATE,
    itinerary: null,
    places: embeddedPlaces,
    today: new Date(`${day}T12:00:00Z`),
  });
  if (short) expect(shortRequirements(found)).toEqual(short);
  if (includes) expect(shortRequirements(found)).toMatchObject(includes);
  if (requirements) expect(found).toMatchObject(requirements);
});

const PLANNED: TripRequirements = {
  origin: { name: 'LA' },
  destination: { name: 'Chicago' },
  via: [{ name: 'Flagstaff' }, { name: 'Amarillo' }],
  days: 6,
  mode: 'road',
  startDate: '2026-06-01',
};

describe('a correction changes only the fields it names', () => {
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
      Object.entries({ ...shortRequirements(PLANNED), ...changed }).filter(
        ([, value]) => value !== undefined,
      ),
    );
    expect(shortRequirements(understandingOf(text, PLANNED).requirements)).toEqual(expected);
  });

  it('restores a skipped stop that is named again', () => {
    const skipped = understandingOf('skip Amarillo', PLANNED).requirements;
    expect(shortRequirements(understandingOf('add Amarillo after all', skipped).requirements)).toMatchObject({
      via: ['Flagstaff', 'Amarillo'],
    });
    expect(understandingOf('add Amarillo after all', skipped).requirements.skip).toBeUndefined();
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
  ])('%s, when %s is asked for', (text, asking, requirements) => {
    expect(shortRequirements(understandingOf(text, {}, asking).requirements)).toEqual(requirements);
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
    expect(understandingOf(text).preferences).toEqual(preferences);
    expect(understandingOf(text).requirements).toEqual({});
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
    const state = { ...EMPTY_STATE, requirements: PLANNED };
    expect(understand(text, { state, itinerary: null, places: embeddedPlaces, today }).command).toBe(command);
  });
});

describe('a message that says nothing about a trip', () => {
  it.each(['', 'hello', 'thanks!', 'what can you do?', '???', 'I like it'])('changes nothing: %j', (text) => {
    expect(understandingOf(text, PLANNED).requirements).toEqual(PLANNED);
  });
});
