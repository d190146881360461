import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scriptedModel } from '../../../testing/scripted-model.ts';
import { DEFAULT_TRIP_CONFIG } from '../config.ts';
import { EMPTY_TRIP } from '../conversation-fold.ts';
import { evaluatePlannerState } from '../evaluate.ts';
import { exportTrip } from '../exchange/export-trip.ts';
import { generateItinerary } from '../generate/generate-itinerary.ts';
import type { Activity, Itinerary } from '../itinerary/itinerary.ts';
import { problemsOf } from '../model-reading/check-reading.ts';
import { readState } from '../planner-state.ts';
import type { DayRate } from '../requirements/constraints.ts';
import { countOf } from '../requirements/day-rates.ts';
import { EMPTY_SESSION, type TripSession } from '../trip-fold.ts';
import { tripBlocks } from '../view/trip-blocks.ts';
import { TripConversation } from './conversation.ts';
import { plannerTurn } from './turn.ts';
import { tripText } from './turn-text.ts';

const now = '2026-11-16T09:00:00.000Z';
const MUSEUM = { what: 'museum', least: 1, most: 1 };

async function talk(...messages: readonly (string | readonly [text: string, read: object])[]) {
  let session: TripSession = EMPTY_SESSION;
  for (const message of messages) {
    const [text, read] = typeof message === 'string' ? [message, undefined] : message;
    const llm = read && scriptedModel([{ json: read }, { json: { stops: [] } }, { json: { stops: [] } }]);
    const setting = { config: DEFAULT_TRIP_CONFIG, now, ...(llm && { llm }) };
    const conversation = new TripConversation(session, setting);
    await conversation.hear({ text });
    session = conversation.session;
  }
  const { itinerary, state } = session;
  const days = itinerary?.days ?? [];
  const counts = (rate: DayRate) => days.map(({ activities }) => countOf(activities, rate));
  return { session, itinerary, state, days, counts, rates: state.requirements.constraints?.perDay };
}

describe('things a day', () => {
  it('are planned exactly where the place has enough', async () => {
    const { days, counts, rates, state } = await talk('4 days in Lisbon with my kids, one museum a day');
    expect(rates).toEqual([MUSEUM]);
    expect(counts(MUSEUM)).toEqual([1, 1, 1, 1]);
    expect(days.every(({ activities }) => activities.length === 2)).toBe(true);
    expect(state.issues).toEqual([]);
  });

  it.each([
    '5 days in Rome, at most two sights per day',
    '5 jours à Rome, pas plus de deux visites par jour',
    '5 Tage in Rom, höchstens zwei Sehenswürdigkeiten am Tag',
    '5 días en Roma, como máximo dos visitas al día',
  ])('are never more than the most: %s', async (text) => {
    const { counts, rates, state } = await talk(text);
    expect(state.requirements.days).toBe(5);
    expect(rates).toEqual([{ most: 2 }]);
    expect(Math.max(...counts({}))).toBeLessThanOrEqual(2);
  });

  it('count the best known sights for what they are', async () => {
    const { counts } = await talk('3 days in Madrid, no more than one museum each day');
    expect(Math.max(...counts(MUSEUM))).toBeLessThanOrEqual(1);
  });

  it('leave days without what the place has too little of, and say so once', async () => {
    const { counts, state } = await talk('5 days in Sintra, one museum a day');
    expect(counts(MUSEUM)).toContain(0);
    expect(state.advisories.filter(({ type }) => type === 'FEW_OF_A_KIND')).toHaveLength(1);
    expect(state.issues).toEqual([]);
  });

  it('spread what must be seen over the days', async () => {
    const text = '3 days in Paris, must see the Louvre and the Eiffel Tower and Notre-Dame, one sight a day';
    expect((await talk(text)).counts({})).toEqual([1, 1, 1]);
  });

  it('are set, changed and lifted by edits, and kept by others', async () => {
    const trip = ['5 days in Paris', 'no more than one museum each day'] as const;
    const set = await talk(...trip);
    expect(Math.max(...set.counts(MUSEUM))).toBe(1);
    const changed = await talk(...trip, 'make it two museums a day');
    expect(changed.rates).toEqual([{ what: 'museum', least: 2, most: 2 }]);
    expect(changed.counts(MUSEUM)).toEqual([2, 2, 2, 2, 2]);
    const longer = await talk(...trip, 'two more days');
    expect(longer.days).toHaveLength(7);
    expect(Math.max(...longer.counts(MUSEUM))).toBe(1);
    for (const edit of [
      'no limit on museums',
      'as many museums as you like',
      'forget the one museum a day rule',
    ]) {
      const lifted = await talk(...trip, edit);
      expect(lifted.rates ?? []).toEqual([]);
      expect(lifted.state.requirements.constraints?.dislikes).toBeUndefined();
    }
  });

  it('give way to a dislike of the same kind', async () => {
    const { rates, counts } = await talk('3 days in Venice, one church a day', 'leave out the churches');
    expect(rates ?? []).toEqual([]);
    expect(counts({ what: 'church' })).toEqual([0, 0, 0]);
  });

  it('follow a new limit on everything', async () => {
    const { rates, counts } = await talk('4 days in Paris, two museums a day', 'only one thing a day please');
    expect(rates).toContainEqual({ what: 'museum', least: 1, most: 1 });
    expect(counts({})).toEqual([1, 1, 1, 1]);
  });

  it('come from a model as a field or as a note', async () => {
    const read = { destination: { name: 'Lisbon' }, days: 4 };
    const text = '4 days Lisbon, one museum a day';
    const asField = await talk([text, { ...read, perDay: [{ what: 'museums', least: 1, most: 1 }] }]);
    expect(asField.rates).toEqual([MUSEUM]);
    const asNote = await talk([text, { ...read, notes: ['one museum a day'] }]);
    expect(asNote.rates).toEqual([MUSEUM]);
    expect(asNote.state.requirements.constraints?.notes).toBeUndefined();
    expect(asNote.counts(MUSEUM)).toEqual([1, 1, 1, 1]);
  });

  it('are refused from a model with a number that nobody said', () => {
    const source = { known: [], numbers: [], options: 0, today: new Date(now) };
    const problemsWith = (most: number) =>
      problemsOf(
        { type: 'request', read: { perDay: [{ what: 'museum', most }] } },
        { ...source, text: '4 days Lisbon, one museum a day' },
      ).map(({ field }) => field);
    expect(problemsWith(1)).toEqual([]);
    expect(problemsWith(9)).toEqual(['perDay']);
  });

  it('are an issue on a day with more, which a repair mends', () => {
    const itinerary = generateItinerary({ destination: { name: 'Lisbon' }, days: 4 });
    const state = readState({
      requirements: { destination: { name: 'Lisbon' }, constraints: { perDay: [{ most: 1 }] } },
    });
    const issues = evaluatePlannerState(state, itinerary);
    expect(issues.map(({ type }) => type)).toEqual(Array(4).fill('CONSTRAINT_BROKEN'));
    let turn = plannerTurn({}, state, itinerary);
    for (let at = 0; at < 20 && turn.action.type === 'AUTO_FIX'; at++)
      turn = plannerTurn({}, turn.state, turn.itinerary);
    expect(turn.state.issues).toEqual([]);
    expect(turn.itinerary?.days.map(({ activities }) => activities.length)).toEqual([1, 1, 1, 1]);
  });

  it('give way to what the traveller put on a day, which is said', () => {
    const made = generateItinerary({ destination: { name: 'Lisbon' }, days: 3 });
    const locked = (activities: readonly Activity[]) => activities.map((each) => ({ ...each, locked: true }));
    const itinerary: Itinerary = {
      ...made,
      days: made.days.map((day) => ({ ...day, activities: locked(day.activities) })),
    };
    const state = readState({ requirements: { constraints: { perDay: [{ most: 1 }] } } });
    const turn = plannerTurn({}, state, itinerary);
    expect(turn.state.issues).toEqual([]);
    expect(turn.state.advisories.map(({ type }) => type)).toEqual(Array(3).fill('MORE_THAN_ASKED'));
  });

  it('are in the reply, in files, and among the facts of the trip', async () => {
    const { itinerary, state, session } = await talk('4 days in Lisbon, one museum a day');
    if (itinerary === null) throw new TypeError('There is no trip.');
    const said = '1 museum a day';
    expect(tripText(itinerary, state.requirements)).toContain(said);
    for (const format of ['md', 'html'] as const)
      expect(exportTrip(itinerary, format, { perDay: [MUSEUM] })).toContain(said);
    const none = { change: () => null, say: () => null };
    const blocks = tripBlocks<null>({ ...EMPTY_TRIP, session }, none);
    expect(blocks[0]).toMatchObject({
      items: expect.arrayContaining([expect.objectContaining({ value: said })]),
    });
  });

  it('leave the length of a trip alone, and are never exceeded', () => {
    const count = fc.integer({ min: 1, max: 9 });
    const words = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
    const bound = fc.constantFrom('', 'max ', 'at most ', 'no more than ', 'only ', 'about ', 'at least ');
    const what = fc.constantFrom(
      'museum',
      'sight',
      'activity',
      'temple',
      'beach',
      'coffee',
      'nap',
      'big meal',
    );
    const often = fc.constantFrom('a day', 'per day', 'each day', 'every day');
    fc.assert(
      fc.property(count, count, fc.boolean(), bound, what, often, (days, most, isWord, limit, kind, rate) => {
        const number = isWord ? words[most - 1] : most;
        const plural = most === 1 ? kind : kind.replace(/y$/, 'ie').replace(/$/, 's');
        const text = `${days} ${days === 1 ? 'day' : 'days'} in Lisbon, ${limit}${number} ${plural} ${rate}`;
        const { state } = plannerTurn({ text }, undefined, null);
        expect(state.requirements).toMatchObject({ days, destination: { name: 'Lisbon' } });
        const { perDay } = state.requirements.constraints ?? {};
        const trip = generateItinerary({ destination: { name: 'Lisbon' }, days, constraints: { perDay } });
        for (const { activities } of trip.days)
          for (const each of perDay ?? [])
            if (each.most !== undefined) expect(countOf(activities, each)).toBeLessThanOrEqual(each.most);
      }),
      { numRuns: 60 },
    );
  });
});
