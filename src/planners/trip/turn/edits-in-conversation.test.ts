import { describe, expect, it } from 'vitest';
import { scriptedModel } from '../../../testing/scripted-model.ts';
import { DEFAULT_TRIP_CONFIG } from '../config.ts';
import { EMPTY_SESSION, type TripSession } from '../trip-fold.ts';
import { TripConversation } from './conversation.ts';

const now = '2026-11-16T09:00:00.000Z';
const NO_IDEAS = { json: { stops: [] } };

/** Says one thing after the other; a message is read by rules, or comes with what a model makes of it. */
async function talk(...messages: readonly (string | readonly [text: string, read: object])[]) {
  let session: TripSession = EMPTY_SESSION;
  let action = '';
  for (const message of messages) {
    const [text, read] = typeof message === 'string' ? [message, undefined] : message;
    const llm = read && scriptedModel([{ json: read }, NO_IDEAS, NO_IDEAS]);
    const conversation = new TripConversation(session, {
      config: DEFAULT_TRIP_CONFIG,
      now,
      ...(llm && { llm }),
    });
    action = (await conversation.hear({ text })).type;
    session = conversation.session;
  }
  const { itinerary, state } = session;
  const daysAt = (id: string) => itinerary?.days.filter(({ anchorId }) => anchorId === id).length ?? 0;
  return {
    stops: itinerary?.anchors.map(({ id, name }) => `${name} ${daysAt(id)}`) ?? [],
    days: itinerary?.days.length,
    itinerary,
    state,
    action,
    remarks: state.advisories.filter(({ type }) => type === 'ASSUMED').map(({ description }) => description),
  };
}

const change = (...changes: object[]) => ({ kind: 'change', changes });
const ITALY = 'Rome 3 nights, Florence 3 nights, Venice 3 nights by train';

describe('an edit that a model reads', () => {
  it('makes the trip longer by a night more somewhere', async () => {
    const edit = change({ type: 'stay', place: 'Florence', stay: { change: 1 } });
    const { stops, days } = await talk(ITALY, ['one more night in Florence', edit]);
    expect(stops).toContain('Florence 4');
    expect(days).toBe(11);
  });

  it('keeps the length of the trip where the others give the day', async () => {
    const stay = { change: 1, keepsLength: true };
    const edit = change({ type: 'stay', place: 'Kyoto', stay });
    const { stops, days } = await talk('Tokyo, Kyoto, Osaka, 9 days by train', ['a rest day in Kyoto', edit]);
    expect(stops).toContain('Kyoto 4');
    expect(days).toBe(9);
  });

  it('gives a stop what the other stays leave', async () => {
    const edit = change(
      { type: 'stay', place: 'Osaka', stay: { days: 1 } },
      { type: 'stay', place: 'Kyoto', stay: { rest: true } },
    );
    const said = '1 day is plenty for Osaka, whatever is left goes to Kyoto';
    const { stops } = await talk('Tokyo, Kyoto, Osaka, 9 days by train', [said, edit]);
    expect(stops).toEqual(['Tokyo 3', 'Kyoto 5', 'Osaka 1']);
  });

  it('asks before it removes stops that the words do not name', async () => {
    const edit = change({ type: 'remove', place: 'Florence' }, { type: 'remove', place: 'Venice' });
    const { stops, action } = await talk(ITALY, ['skip everything after Rome', edit]);
    expect(action).toBe('ASK_USER');
    expect(stops).toHaveLength(3);
    const named = await talk('Rome, Florence, Bologna, Verona, Venice, 12 days by train', [
      'skip Bologna and Verona',
      change({ type: 'remove', place: 'Bologna' }, { type: 'remove', place: 'Verona' }),
    ]);
    expect(named.stops.map((stop) => stop.replace(/ \d+$/, ''))).toEqual(['Rome', 'Florence', 'Venice']);
  });

  it('tells a number and a place that no change accounts for', async () => {
    const edit = change({ type: 'add', place: 'Bologna' });
    const { remarks } = await talk(ITALY, ['add Bologna, and 25 rolls of film for Verona', edit]);
    expect(remarks.join()).toMatch(/25.*Verona/);
  });

  it('is told once more that what has changes is a change', async () => {
    const wrong = { kind: 'undo', changes: [{ type: 'remove', place: 'Rome' }] };
    const { state, stops } = await talk(ITALY, ['no, put it back and drop Venice', wrong]);
    expect(stops).toContain('Rome 3');
    expect(state.advisories.map(({ type }) => type)).toContain('READ_BY_RULES');
  });

  it('travels the whole trip so where that is said of each of its legs', async () => {
    const legs = [
      { type: 'leg', from: 'Rome', to: 'Florence', by: 'car' },
      { type: 'leg', from: 'Florence', to: 'Venice', by: 'car' },
    ];
    const { itinerary } = await talk(ITALY, ['drive instead', change(...legs)]);
    expect(itinerary?.mode).toBe('road');
  });
});

describe('an edit', () => {
  it('comes back to a stop, which keeps the days before, also after the next edit', async () => {
    const request = 'Tokyo, Kanazawa, Kyoto, 14 days by train';
    const { stops, action } = await talk(
      request,
      'back to Tokyo for the last two nights',
      'one night less in Kyoto',
    );
    expect(stops).toEqual(['Tokyo 3', 'Kanazawa 4', 'Kyoto 3', 'Tokyo 3']);
    expect(action).toBe('CONTINUE_PLAN');
  });

  it.each([
    ['retour à Paris pour la dernière nuit', 'Paris, Lyon, Nice, 9 days by train', 'Paris'],
    ['am Ende zwei Nächte zurück nach Berlin', 'Berlin, Dresden, Prag, 9 Tage mit dem Zug', 'Berlin'],
    ['volver a Madrid las últimas dos noches', 'Madrid, Sevilla, Granada, 10 días en tren', 'Madrid'],
  ])('comes back to a stop in other languages: %s', async (text, request, place) => {
    const { stops } = await talk(request, text);
    expect(stops).toHaveLength(4);
    expect(stops.at(-1)).toContain(place);
  });

  it('asks where to go instead of the only stop, and goes there', async () => {
    const asked = await talk('4 days in Rome', 'remove Rome');
    expect([asked.action, asked.stops]).toEqual(['ASK_USER', ['Rome 4']]);
    const { stops } = await talk('4 days in Rome', 'remove Rome', 'Florence');
    expect(stops).toEqual(['Florence 4']);
  });

  it('plans along a named route once that is confirmed', async () => {
    const request = 'Würzburg to Füssen by car, 6 days';
    const asked = await talk(request, 'do it along the Romantic Road instead');
    expect(asked.action).toBe('ASK_USER');
    const { stops, days } = await talk(request, 'do it along the Romantic Road instead', 'yes');
    expect(stops.join()).toContain('Rothenburg');
    expect(days).toBe(6);
  });

  it('turns a round trip round at its home', async () => {
    const { stops } = await talk(
      'A week in Ireland by car from Dublin and back: Galway, Killarney, Cork',
      'turn it round',
    );
    expect(stops.map((stop) => stop.split(' ')[0])).toEqual([
      'Dublin',
      'Cork',
      'Killarney',
      'Galway',
      'Dublin',
    ]);
  });

  it('puts the best towns of an area where a stop was', async () => {
    const { stops } = await talk('10 days in Japan: Tokyo, Kyoto', 'swap Kyoto for Hokkaido');
    expect(stops.length).toBeGreaterThan(2);
    expect(stops.join()).toContain('Sapporo');
  });

  it('takes back what the same message corrects', async () => {
    const request = 'Berlin, Dresden, Prag, Wien, 10 Tage mit dem Zug';
    const { stops } = await talk(request, 'mach Dresden weg, nein doch nicht, lieber Prag weg');
    expect(stops.map((stop) => stop.split(' ')[0])).toEqual(['Berlin', 'Dresden', 'Wien']);
  });

  it('asks whoever is not sure', async () => {
    const { action, stops } = await talk('Lisbon, Porto, 6 days', "maybe skip Porto, or not, I don't know");
    expect([action, stops.length]).toEqual(['ASK_USER', 2]);
  });

  it.each([
    'would you mind dropping everything except Granada?',
    'quita todo menos Granada',
    'only keep Granada',
  ])('asks before only one stop is left: %s', async (text) => {
    const { action, stops, state } = await talk('Barcelona, Valencia, Granada, 9 días', text);
    expect([action, stops.length, state.pending]).toEqual(['ASK_USER', 3, text]);
  });

  it('does not propose again what was taken off a day', async () => {
    const { itinerary, state } = await talk('Berlin 3 days', 'delete the museum on day 2');
    const gone = state.wishes.constraints?.dislikes ?? [];
    const titles = itinerary?.days.flatMap(({ activities }) => activities.map(({ title }) => title)) ?? [];
    expect(gone).not.toEqual([]);
    for (const title of gone) expect(titles).not.toContain(title);
  });
});
