import { describe, expect, it } from 'vitest';
import { scriptedModel } from '../../../testing/scripted-model.ts';
import { DEFAULT_TRIP_CONFIG } from '../config.ts';
import { EMPTY_SESSION, type TripSession } from '../trip-fold.ts';
import { TripConversation } from './conversation.ts';

const now = '2026-11-16T09:00:00.000Z';
const NO_IDEAS = { json: { stops: [] } };

type Message = string | readonly [text: string, read: object];

/** Says one thing after the other; a message is read by rules, or comes with what a model makes of it. */
async function talk(...messages: readonly Message[]) {
  let session: TripSession = EMPTY_SESSION;
  let action = '';
  let said: string | undefined;
  for (const message of messages) {
    const [text, read] = typeof message === 'string' ? [message, undefined] : message;
    const llm = read && scriptedModel([{ json: read }, NO_IDEAS, NO_IDEAS]);
    const conversation = new TripConversation(session, {
      config: DEFAULT_TRIP_CONFIG,
      now,
      said,
      ...(llm && { llm }),
    });
    action = (await conversation.hear({ text })).type;
    said = conversation.session.past === session.past ? undefined : text;
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

describe('a correction', () => {
  it('takes back the last change and makes the right one', async () => {
    const { days } = await talk('Rome, Florence, Venice by train, 9 days', 'make it 12 days', 'hmm no, 11');
    expect(days).toBe(11);
    const { stops } = await talk(ITALY, 'two more nights in Rome', 'sorry, one');
    expect(stops).toEqual(['Rome 4', 'Florence 3', 'Venice 4']);
  });

  it('is no correction of a message that changed nothing', async () => {
    const { days, action } = await talk('Rome, Florence, Venice by train, 9 days', 'thank you', 'hmm no, 5');
    expect({ days, action }).toEqual({ days: 9, action: 'ASK_USER' });
  });
});

describe('an edit that a model reads', () => {
  it('removes a stop from a trip that also becomes a round trip', async () => {
    const edit = { ...change({ type: 'remove', place: 'Venice' }), roundTrip: true };
    const { stops } = await talk('Rome, Florence, Bologna, Venice by train, 9 days', [
      'leave Venice out and go back to Rome',
      edit,
    ]);
    expect(stops.join()).not.toContain('Venice');
    expect(stops[0]).toContain('Rome');
    expect(stops.at(-1)).toContain('Rome');
  });

  it('ends at the new end, even if the route there has to be planned again', async () => {
    const edit = change({ type: 'replace', place: 'Cape Town', by: 'Durban' });
    const { stops } = await talk('Johannesburg to Cape Town 12 days via Bloemfontein', [
      'Durban instead',
      edit,
    ]);
    expect(stops.join()).not.toContain('Cape Town');
    expect(stops.at(-1)).toContain('Durban');
  });

  it('takes nights from the stop that is no longer the last', async () => {
    const edit = change(
      { type: 'add', place: 'Naples', stay: { nights: 2 }, at: 'end' },
      { type: 'stay', place: 'Venice', stay: { change: -2 } },
    );
    const { stops, days } = await talk('Rome 4 nights, Florence 3 nights, Venice 5 nights', [
      'Naples for the last two, from Venice',
      edit,
    ]);
    expect(stops).toEqual(['Rome 4', 'Florence 3', 'Venice 3', 'Naples 3']);
    expect(days).toBe(13);
  });

  it('asks before it changes what is locked', async () => {
    const lock = change({ type: 'lock', place: 'Venice' });
    const remove = change({ type: 'remove', place: 'Venice' });
    const asked = await talk(ITALY, ['lock Venice', lock], ['Venice out', remove]);
    expect(asked.action).toBe('ASK_USER');
    expect(asked.stops).toHaveLength(3);
    const agreed = await talk(ITALY, ['lock Venice', lock], ['Venice out', remove], ['yes', remove]);
    expect(agreed.stops.join()).not.toContain('Venice');
  });

  it('unlocks a stop', async () => {
    const lock = change({ type: 'lock', place: 'Venice' });
    const unlock = change({ type: 'unlock', place: 'Venice' });
    const { itinerary } = await talk(ITALY, ['lock Venice', lock], ['unlock it', unlock]);
    expect(itinerary?.anchors.some(({ locked }) => locked)).toBe(false);
  });

  it('may use the numbers of the trip', async () => {
    const edit = change({ type: 'replace', place: 'Florence', by: 'Bologna', stay: { nights: 3 } });
    const { stops } = await talk(ITALY, ['Bologna where you have Florence, same nights', edit]);
    expect(stops).toEqual(['Rome 3', 'Bologna 3', 'Venice 4']);
  });

  it('drops lifted limits, likes and notes', async () => {
    const set = { kind: 'change', notes: ['a pool'], mobility: 'bad knees', neverBy: ['flight'] };
    const drop = { kind: 'change', noLonger: ['a pool'], lift: ['mobility', 'neverBy'] };
    const { state } = await talk(
      ITALY,
      ['a pool, bad knees, no flights', set],
      ['the pool, the knees and the flights do not matter any more', drop],
    );
    expect(state.requirements.constraints).not.toHaveProperty('notes');
    expect(state.requirements.constraints).not.toHaveProperty('mobility');
    expect(state.preferences).toEqual({});
  });

  it('answers the question in a message that also changes the trip', async () => {
    const edit = {
      ...change({ type: 'stay', place: 'Rome', stay: { nights: 4 } }),
      question: 'When are we in Venice?',
    };
    const { state, stops } = await talk(ITALY, ['4 nights in Rome. when do we get to Venice?', edit]);
    expect(stops[0]).toBe('Rome 4');
    expect(state.advisories).toContainEqual(expect.objectContaining({ type: 'ANSWER' }));
  });

  it('extends the trip by an additional night', async () => {
    const edit = change({ type: 'stay', place: 'Florence', stay: { change: 1 } });
    const { stops, days } = await talk(ITALY, ['one more night in Florence', edit]);
    expect(stops).toContain('Florence 4');
    expect(days).toBe(11);
  });

  it('keeps the length of the trip if the other stops give up the day', async () => {
    const stay = { change: 1, keepsLength: true };
    const edit = change({ type: 'stay', place: 'Kyoto', stay });
    const { stops, days } = await talk('Tokyo, Kyoto, Osaka, 9 days by train', ['a rest day in Kyoto', edit]);
    expect(stops).toContain('Kyoto 4');
    expect(days).toBe(9);
  });

  it('gives a stop the remaining days', async () => {
    const edit = change(
      { type: 'stay', place: 'Osaka', stay: { days: 1 } },
      { type: 'stay', place: 'Kyoto', stay: { rest: true } },
    );
    const text = '1 day is plenty for Osaka, whatever is left goes to Kyoto';
    const { stops } = await talk('Tokyo, Kyoto, Osaka, 9 days by train', [text, edit]);
    expect(stops).toEqual(['Tokyo 3', 'Kyoto 5', 'Osaka 1']);
  });

  it('asks before it removes stops that the text does not name', async () => {
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

  it('reports a number and a place that no change uses', async () => {
    const edit = change({ type: 'add', place: 'Bologna' });
    const { remarks } = await talk(ITALY, ['add Bologna, and 25 rolls of film for Verona', edit]);
    expect(remarks.join()).toMatch(/25.*Verona/);
  });

  it('is read again if it has changes but is called a question', async () => {
    const wrong = { kind: 'undo', changes: [{ type: 'remove', place: 'Rome' }] };
    const { state, stops } = await talk(ITALY, ['no, put it back and drop Venice', wrong]);
    expect(stops).toContain('Rome 3');
    expect(state.advisories.map(({ type }) => type)).toContain('READ_BY_RULES');
  });

  it('changes the means of the whole trip if each leg names it', async () => {
    const legs = [
      { type: 'leg', from: 'Rome', to: 'Florence', by: 'car' },
      { type: 'leg', from: 'Florence', to: 'Venice', by: 'car' },
    ];
    const { itinerary } = await talk(ITALY, ['drive instead', change(...legs)]);
    expect(itinerary?.mode).toBe('road');
  });
});

describe('an edit', () => {
  it('returns to a stop, which keeps its earlier days, also after the next edit', async () => {
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
  ])('returns to a stop in other languages: %s', async (text, request, place) => {
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

  it('reverses a round trip at its home', async () => {
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

  it('replaces a stop with the best towns of an area', async () => {
    const { stops } = await talk('10 days in Japan: Tokyo, Kyoto', 'swap Kyoto for Hokkaido');
    expect(stops.length).toBeGreaterThan(2);
    expect(stops.join()).toContain('Sapporo');
  });

  it('ignores what the same message corrects', async () => {
    const request = 'Berlin, Dresden, Prag, Wien, 10 Tage mit dem Zug';
    const { stops } = await talk(request, 'mach Dresden weg, nein doch nicht, lieber Prag weg');
    expect(stops.map((stop) => stop.split(' ')[0])).toEqual(['Berlin', 'Dresden', 'Wien']);
  });

  it('reads "there" as the stop of the last question', async () => {
    const asked: Message = [
      'what is there to do in Florence?',
      { kind: 'question', question: 'What is there to do in Florence?' },
    ];
    const { state } = await talk(ITALY, 'one more night in Rome', asked);
    expect(state.recent?.at(-1)).toEqual({ type: 'ask', place: 'Florence' });
    const { stops } = await talk(
      ITALY,
      'what is there to do in Florence?',
      "sounds great, let's have 4 nights there",
    );
    expect(stops[1]).toBe('Florence 4');
  });

  it('asks if the user is unsure', async () => {
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

  it('does not propose removed activities again', async () => {
    const { itinerary, state } = await talk('Berlin 3 days', 'delete the museum on day 2');
    const gone = state.requirements.constraints?.dislikes ?? [];
    const titles = itinerary?.days.flatMap(({ activities }) => activities.map(({ title }) => title)) ?? [];
    expect(gone).not.toEqual([]);
    for (const title of gone) expect(titles).not.toContain(title);
  });
});

it('reverses the stops, not the flight from home', async () => {
  const request = 'Valletta 2 nights and Gozo 2 nights from Frankfurt by plane, starting 11 January 2027';
  const { stops } = await talk(request, 'the other way around');
  expect(stops.slice(-2)).toEqual(['Gozo 2', 'Valletta 3']);
  expect(stops[0]).toContain('Frankfurt');
});

describe('an offer of several options', () => {
  const DRIVE =
    '11-day road trip from Denver to Portland via Salt Lake City, Boise and Bend, at most 4 hours of driving a day';
  const stopsAfter = async (...messages: readonly Message[]) => (await talk(DRIVE, ...messages)).stops;

  it.each(['2', 'the second one please', "let's go with option two", 'die zweite'])(
    'is answered in words: %s',
    async (words) => {
      const offered = await talk(DRIVE);
      expect(offered.action).toBe('SUGGEST_REPAIR');
      expect(await stopsAfter(words)).toEqual(await stopsAfter('2'));
    },
  );

  it('can be answered by a reading of a model', async () => {
    const read: [string, object] = ['ok sleep on the way then', { kind: 'change', choose: 1 }];
    expect(await stopsAfter(read)).toEqual(await stopsAfter('1'));
    expect(await stopsAfter(read)).not.toEqual(await stopsAfter());
  });
});

describe('an ambiguous reading', () => {
  it('changes the means of the whole trip if only one leg used it', async () => {
    const leg = change({ type: 'leg', from: 'Athens', to: 'Chania', by: 'flight' });
    const { state } = await talk('Athens to Crete by ferry, 7 days', ['fly instead', leg]);
    expect(state.requirements).toMatchObject({ mode: 'flight', constraints: { travelBy: ['flight'] } });
  });

  it.each(['finish in Berlin', 'termina en Berlín'])(
    'appends to the trip after a list of places if the text allows it: %s',
    async (text) => {
      const read = { kind: 'change', destination: { name: text.includes('í') ? 'Berlín' : 'Berlin' } };
      const { stops, days } = await talk('Gdansk, Torun, Poznan 6 days', [text, read]);
      expect(stops.map((stop) => stop.replace('í', 'i').split(' ')[0])).toEqual([
        'Gdansk',
        'Torun',
        'Poznan',
        'Berlin',
      ]);
      expect(days).toBe(6);
    },
  );

  it.each(['finish in Berlin instead', 'not Poznan, finish in Berlin', 'lieber in Berlin enden'])(
    'ends a list of places elsewhere if the text says so: %s',
    async (text) => {
      const read = { kind: 'change', destination: { name: 'Berlin' } };
      const { stops } = await talk('Gdansk, Torun, Poznan 6 days', [text, read]);
      expect(stops.map((stop) => stop.split(' ')[0])).toEqual(['Gdansk', 'Torun', 'Berlin']);
    },
  );

  it.each([
    'une nuit de plus à Gand, sans allonger le voyage',
    'one more night in Ghent without making the trip longer',
    'eine Nacht mehr in Gent, ohne die Reise zu verlängern',
    'una noche más en Gante sin alargar el viaje',
  ])('keeps the length of the trip if the text says so: %s', async (text) => {
    const read = change({ type: 'stay', place: 'Ghent', stay: { change: 1 } });
    const { stops, days } = await talk('Brussels, Leuven, Ghent, Bruges, 8 days', [text, read]);
    expect([days, stops.find((stop) => stop.startsWith('Ghent'))]).toEqual([8, 'Ghent 3']);
  });

  it('lifts limits that a note says no longer hold', async () => {
    const read = { kind: 'change', notes: ['forget the budget', 'museums are fine after all'] };
    const request = 'Paris, Reims, Strasbourg, 6 days, no museums, budget 1500 euros in total';
    const { state } = await talk(request, ['forget the budget, and museums are fine after all', read]);
    expect(state.requirements.constraints).not.toHaveProperty('budget');
    expect(state.requirements.constraints?.dislikes ?? []).toEqual([]);
    expect(state.requirements.constraints?.notes ?? []).toEqual([]);
  });

  it('is replaced by that of the rules if the model returns nothing and the rules understand every word', async () => {
    const empty = { kind: 'change' };
    const unclear = { kind: 'unclear', ask: 'Which stop should go to the very end?' };
    const request = 'Krakow, Zakopane, Wroclaw, 7 days';
    const moved = await talk(request, 'add Lodz', ['put it at the very end', empty]);
    expect(moved.stops.at(-1)).toContain('Lodz');
    const asked = await talk(request, 'add Lodz', ['put it at the very end', unclear]);
    expect([asked.action, asked.stops.at(-1)]).toEqual(['ASK_USER', moved.stops.at(-2)]);
  });

  it('counts a stop once that the trip shows under another name', async () => {
    const moves = change(
      { type: 'move', place: 'Serengeti National Park', at: 'start' },
      { type: 'move', place: 'Zanzibar', at: 'end' },
    );
    const request = 'Zanzibar 5 nights, Arusha 2 nights, Serengeti 3 nights';
    const { state } = await talk(request, ['safari first, beach last', moves]);
    expect(state.requirements.via?.map(({ nights }) => nights)).toEqual([3, 2]);
  });

  it('leads to a question if the trip is too short for the drive', async () => {
    const read = change({ type: 'replace', place: 'Key West', by: 'Tulum' });
    const { action, stops } = await talk('Miami to Key West, 5 days, car', ['what about Tulum?', read]);
    expect(action).toBe('ASK_USER');
    expect(stops.at(-1)).toContain('Key West');
  });
});

it('reads an unknown name as the place near the others that differs by one letter', async () => {
  const read = { region: 'Sicile', stops: [{ name: 'Palerme' }, { name: 'Taormine' }], days: 7 };
  const { stops, remarks } = await talk(['Une semaine en Sicile : Palerme, Taormine', read]);
  expect(stops.at(-1)).toContain('Taormina');
  expect(remarks).not.toEqual([]);
});

describe('an earlier stop of the trip', () => {
  it('can be restored by a name that only the previous change mentioned', async () => {
    const swap = change({ type: 'replace', place: 'Waterford', by: 'Wexford', within: 'Ireland' });
    const add = change({ type: 'add', place: 'Waterford', after: 'Wexford' });
    const { stops, state } = await talk(
      'Dublin to Cork, 6 days by car via Kilkenny and Waterford',
      ['swap Waterford for Wexford', swap],
      ['hm no, keep both, Wexford first', add],
    );
    expect(state.advisories.map(({ type }) => type)).not.toContain('READ_BY_RULES');
    expect(stops.map((stop) => stop.split(' ')[0]).slice(-3)).toEqual(['Wexford', 'Waterford', 'Cork']);
  });

  it('is shown to the model after an undo', async () => {
    const add = change({ type: 'add', place: 'Lodz', at: 'end', stay: { nights: 3 } });
    const again = change({ type: 'add', place: 'Lodz', at: 'end', stay: { nights: 4 } });
    const { stops, state } = await talk(
      'Krakow, Zakopane, Wroclaw, 7 days',
      ['add Lodz at the end, 3 nights', add],
      'undo that',
      ['actually do add it, but 4 nights', again],
    );
    expect(state.advisories.map(({ type }) => type)).not.toContain('READ_BY_RULES');
    expect(stops.at(-1)).toBe('Lodz 5');
  });
});

it('is not asked about again once its nights went to another stop', async () => {
  const remove = change({ type: 'remove', place: 'Neapel', to: 'Palermo' });
  const move = change({ type: 'move', place: 'Palermo', at: 'start' });
  const messages: readonly Message[] = [
    'Rom 3 Nächte, Neapel 2 Nächte, Palermo 3 Nächte',
    ['Neapel ganz raus, die Nächte nach Palermo', remove],
  ];
  const { action, stops } = await talk(...messages);
  expect([action, stops.length]).toEqual(['CONTINUE_PLAN', 2]);
  const moved = await talk(...messages, ['und Palermo an den Anfang', move]);
  expect(moved.stops).toEqual(['Palermo 5', 'Rome 4']);
});

describe('days that an edit frees or takes', () => {
  it('leaving on a weekday after the last day makes the trip longer, and starts as before', async () => {
    const weekend = 'Copenhagen and Malmö, Friday 14 May to Sunday 16 May 2027';
    const { itinerary } = await talk(weekend, 'we leave on Monday morning instead');
    expect(itinerary?.days.map(({ date }) => date)).toEqual([
      '2027-05-14',
      '2027-05-15',
      '2027-05-16',
      '2027-05-17',
    ]);
    expect(itinerary?.days.at(-1)?.travelOnly).toBe(true);
  });

  it('leaving on a weekday near the first day moves the trip', async () => {
    const fortnight = 'Lisbon and Porto, 5 June 2027 to 18 June 2027';
    const { itinerary } = await talk(fortnight, 'we leave on Monday instead');
    expect(itinerary?.days[0]?.date).toBe('2027-06-07');
  });

  it('an added stop takes its day from the one next to it, where several stay as long', async () => {
    const italy = 'Rome, Florence, Bologna and Venice by train, 8 days';
    const { stops } = await talk(italy, 'squeeze in Siena');
    expect(stops).toEqual(expect.arrayContaining(['Rome 2', 'Siena 1', 'Florence 1', 'Bologna 2']));
  });

  it('a stop that takes the place of another gets its days', async () => {
    const { stops, days } = await talk(ITALY, 'replace Rome with Florence');
    expect(days).toBe(10);
    expect(stops).toContain('Florence 6');
  });
});
