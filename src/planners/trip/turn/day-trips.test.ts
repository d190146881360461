import { describe, expect, it } from 'vitest';
import { DEFAULT_TRIP_CONFIG } from '../config.ts';
import { EXCURSION } from '../itinerary/itinerary.ts';
import { EMPTY_SESSION } from '../trip-fold.ts';
import { TripConversation } from './conversation.ts';

async function plan(...messages: readonly string[]) {
  let session = EMPTY_SESSION;
  for (const text of messages) {
    const setting = { config: DEFAULT_TRIP_CONFIG, now: '2026-11-16T09:00:00.000Z' };
    const conversation = new TripConversation(session, setting);
    await conversation.hear({ text });
    session = conversation.session;
  }
  const { itinerary, state } = session;
  const days = itinerary?.days ?? [];
  const trips = days.flatMap(({ number, activities }) =>
    activities.flatMap(({ kind, place }) => (kind === EXCURSION ? `${number} ${place?.name}` : [])),
  );
  return {
    stops: [...new Set(itinerary?.anchors.map(({ name }) => name))],
    days: days.length,
    trips,
    state,
    titles: days.flatMap(({ activities }) => activities.map(({ title }) => title)),
  };
}

describe('a day trip', () => {
  it.each([
    '5 days in Lisbon with a day trip to Sintra',
    'Lisbon 5 days, a day in Sintra',
    '5 days in Lisbon with one day in Sintra',
    'Lisbon 4 nights, day trip Sintra',
    'Lisbon 5 days w/ one day trip to Sintra',
  ])('is no night and no end of the trip: %s', async (text) => {
    const { stops, days, trips, state } = await plan(text);
    expect(stops).toEqual(['Lisbon']);
    expect(days).toBe(5);
    expect(trips).toEqual(['2 Sintra']);
    expect(state.issues).toEqual([]);
  });

  it.each([
    ['Lisbon 5 days', 'add a day trip to Sintra', '2 Sintra'],
    ['Wien 4 Tage', 'Tagesausflug nach Bratislava', '2 Bratislava'],
    ['Lisbon 5 days', 'can we do a day trip to Sintra on day 4?', '4 Sintra'],
  ])('is added to %s by "%s"', async (trip, edit, expected) => {
    const before = await plan(trip);
    const { stops, days, trips, state } = await plan(trip, edit);
    expect({ stops, days }).toEqual({ stops: before.stops, days: before.days });
    expect(trips).toEqual([expected]);
    expect(state.issues).toEqual([]);
  });

  it.each([
    ['Lisbon 5 days with a day trip to Sintra', 'skip the day trip to Sintra'],
    ['Lisbon 5 days with a day trip to Sintra', 'no day trip to Sintra'],
  ])('is taken out of "%s" by "%s"', async (trip, edit) => {
    const { trips, stops, state } = await plan(trip, edit);
    expect(trips).toEqual([]);
    expect(stops).toEqual(['Lisbon']);
    expect(state.requirements.constraints?.mustSee ?? []).toEqual([]);
  });

  it('has a day of its own, and so has every other', async () => {
    const { stops, trips } = await plan('Base in Florence for a week, day trips to Siena, Pisa and Lucca');
    expect(stops).toEqual(['Florence']);
    expect(trips).toEqual(['2 Siena', '3 Pisa', '4 Lucca']);
  });

  it('leaves a stop with a night where it is', async () => {
    expect((await plan('Lisbon 4 nights, Sintra 1 night')).stops).toEqual(['Lisbon', 'Sintra']);
    expect((await plan('3 days Rome, 1 day Tivoli, 3 days Naples')).stops).toContain('Tivoli');
  });
});

describe('a sight as the only goal', () => {
  it.each([
    ['4 days, want to see Neuschwanstein', 'Füssen', 'Neuschwanstein'],
    ['5 Tage, wir wollen Schloss Neuschwanstein sehen', 'Füssen', 'Neuschwanstein'],
    ['quiero ver Machu Picchu, 5 días', 'Cusco', 'Machu Picchu'],
    ['3 days Eiffel Tower', 'Paris', 'Eiffel Tower'],
    ['4 days Stonehenge', 'Salisbury', 'Stonehenge'],
  ])('is seen from a town: %s', async (text, town, sight) => {
    const { stops, titles, state } = await plan(text);
    expect(stops).toEqual([town]);
    expect(titles.join('; ')).toContain(sight);
    expect(state.issues).toEqual([]);
    expect(state.advisories.map(({ type }) => type)).toContain('ASSUMED');
  });

  it('stays where one sleeps in a resort', async () => {
    expect((await plan('3 days Disneyland Paris')).stops).toEqual(['Disneyland Paris']);
  });
});

describe('a sight far from every town', () => {
  it('is a stop for a night at most', async () => {
    const { state, stops } = await plan('10 days Peru: Lima, Cusco, Machu Picchu, Arequipa');
    expect(stops).toContain('Machu Picchu');
    expect(state.issues).toEqual([]);
    const { titles } = await plan('10 days Peru: Lima, Cusco, Machu Picchu, Arequipa');
    expect(titles.filter((title) => /Huayna Picchu|Sun Gate/.test(title))).toEqual([]);
  });
});

describe('nights on the way', () => {
  it.each([
    ['10 days Paris to Rome by train, two nights on the train', 10, 'train'],
    ['Hanoi to Hue 6 days, with the night bus', 6, 'bus'],
  ])('are no length: %s', async (text, days, by) => {
    const { state } = await plan(text);
    const { requirements } = state;
    expect(requirements.days).toBe(days);
    expect(requirements.constraints?.travelBy).toEqual([by]);
    expect(requirements.constraints?.notes).toHaveLength(1);
  });

  it('are disliked if they are not wanted', async () => {
    const { state } = await plan('Berlin, Prague, Vienna by train 8 days, no night trains');
    expect(state.requirements.constraints).toMatchObject({ dislikes: ['night trains'], travelBy: ['train'] });
  });

  it('are said not to be planned by, as early mornings are', async () => {
    const { state } = await plan('5 days in Rome, no early mornings');
    const remarks = state.advisories.filter(({ type }) => type === 'ASSUMED');
    expect(remarks.map(({ description }) => description).join()).toContain('early mornings');
  });
});
