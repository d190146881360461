import { describe, expect, it } from 'vitest';
import { type ScriptedModel, scriptedModel } from '../../../testing/scripted-model.ts';
import { DEFAULT_TRIP_CONFIG } from '../config.ts';
import { EMPTY_SESSION, type TripSession } from '../trip-fold.ts';
import { TripConversation } from '../turn/conversation.ts';

const now = '2026-11-16T09:00:00.000Z';
const NO_IDEAS = { json: { stops: [] } };

/** Says something to the planner with a model that answers so. */
async function say(text: string, llm: ScriptedModel, session: TripSession = EMPTY_SESSION) {
  const conversation = new TripConversation(session, { config: DEFAULT_TRIP_CONFIG, now, llm });
  const action = await conversation.hear({ text });
  const { facts, session: after } = conversation;
  const stops = after.itinerary?.anchors.map(({ name }) => name) ?? [];
  return { action, facts, session: after, stops, advisories: after.state.advisories.map(({ type }) => type) };
}

const model = (...answers: unknown[]) =>
  scriptedModel([...answers.map((json) => ({ json })), NO_IDEAS, NO_IDEAS, NO_IDEAS]);

const REQUEST =
  'my aunt lives in Vienna, my cousin in Prague; four sunsets between them, own wheels, 90 bucks a day';
const READ = {
  origin: { name: 'Vienna' },
  destination: { name: 'Prague' },
  days: 4,
  travelBy: ['car'],
  budget: { amount: 90, currency: 'USD', per: 'day' },
};

describe('a request that a model reads', () => {
  it('becomes requirements and a trip, with rates as constraints', async () => {
    const { session, facts } = await say(REQUEST, model(READ));
    expect(session.state.requirements).toMatchObject({
      origin: { name: 'Vienna' },
      destination: { name: 'Prague' },
      mode: 'road',
      constraints: { budget: { amount: 90, per: 'day' }, travelBy: ['car'] },
    });
    expect(session.itinerary?.days).toHaveLength(4);
    expect(facts).toContainEqual(expect.objectContaining({ type: 'trip_understood', by: 'model' }));
  });

  it("keeps the user's spelling of a place that has another name on maps", async () => {
    const read = {
      stops: [
        { name: 'Honolulu', nights: 3 },
        { name: 'Big Island', knownAs: 'Island of Hawaii', within: 'Hawaii', nights: 4 },
      ],
    };
    const { session } = await say('Honolulu 3 nights, Big Island 4 nights', model(read));
    expect(session.state.requirements.destination).toMatchObject({ name: 'Big Island', nights: 4 });
    const french = { stops: [{ name: 'Rome' }, { name: 'Venise', inEnglish: 'Venice' }], days: 6 };
    expect((await say('Rome et Venise, 6 jours', model(french))).stops).toEqual(['Rome', 'Venise']);
  });

  it('begins with a flight to the start of its road trip', async () => {
    const read = {
      origin: { name: 'New York' },
      stops: [{ name: 'Shannon' }, { name: 'Donegal' }],
      destination: { name: 'Dublin' },
      days: 11,
      travelBy: ['car'],
      legs: [{ from: 'New York', to: 'Shannon', by: 'flight' }],
    };
    const text = 'Fly from New York into Shannon, drive to Donegal, home from Dublin, 11 days';
    const { session, stops } = await say(text, model(read));
    expect(stops).toEqual(['New York City', 'Shannon', 'Donegal', 'Dublin']);
    expect(session.itinerary?.anchors.map(({ by }) => by)).toEqual([undefined, 'flight', 'car', 'car']);
  });

  it('has nights at its start after the return', async () => {
    const read = {
      origin: { name: 'Accra', nights: 3 },
      stops: [{ name: 'Kumasi', nights: 2 }],
      destination: { name: 'Accra', nights: 1 },
      roundTrip: true,
    };
    const { session } = await say('Accra 3 nights, Kumasi 2, Accra again 1 night', model(read));
    expect(session.state.requirements).toMatchObject({ destination: { name: 'Kumasi' }, returnNights: 1 });
    expect(session.itinerary?.days).toHaveLength(7);
  });

  it('is read again with a list of the invented names and numbers', async () => {
    const made = { ...READ, stops: [{ name: 'Salzburg' }], days: 12 };
    const llm = model(made, READ);
    const { stops, advisories } = await say(REQUEST, llm);
    const correction = llm.requests[1]?.messages.at(-1)?.text;
    expect(correction).toContain('Salzburg');
    expect(correction).toContain('12');
    expect(stops).not.toContain('Salzburg');
    expect(advisories).not.toContain('READ_BY_RULES');
  });

  it('is read by rules after two invalid readings, and says so', async () => {
    const made = { ...READ, destination: { name: 'Salzburg' } };
    const { session, advisories } = await say('4 days from Vienna to Prague by car', model(made, made));
    expect(session.state.requirements).toMatchObject({ destination: { name: 'Prague' }, days: 4 });
    expect(advisories).toContain('READ_BY_RULES');
  });

  it('is read by rules when the model fails', async () => {
    const llm = scriptedModel([{ error: 'model-unreachable' }, NO_IDEAS]);
    const { session, advisories } = await say('4 days from Vienna to Prague by car', llm);
    expect(session.itinerary?.days).toHaveLength(4);
    expect(advisories).toContain('READ_BY_RULES');
  });

  it('has its places resolved in the intended country', async () => {
    const read = {
      stops: [
        { name: 'Vik', within: 'Iceland' },
        { name: 'Palenqe', knownAs: 'Palenque' },
      ],
      days: 9,
      travelBy: ['flight'],
    };
    const { session } = await say('Vik and Palenqe, 9 days, by plane', model(read));
    const [vik, palenque] = session.itinerary?.anchors ?? [];
    expect(vik).toMatchObject({ country: 'IS' });
    expect(palenque).toMatchObject({ name: 'Palenque', country: 'MX' });
  });

  it.each([
    ['North Coast 500', 'Inverness', { interests: ['North Coast 500', 'pubs'] }],
    ['Ring Road', 'Reykjavik', { notes: ['Ring Road'] }],
    ['Cabot Trail', 'Halifax', { mustSee: ['Cabot Trail'] }],
    ['nc500', 'Inverness', { region: 'Scotland' }],
  ])('follows the route of its text: %s', async (route, name, fields) => {
    const read = { origin: { name }, roundTrip: true, days: 7, travelBy: ['car'], ...fields };
    const where = 'region' in fields ? fields.region : '';
    const { session } = await say(`${route}, ${name} and back, 7 days by car, pubs ${where}`, model(read));
    expect(session.itinerary).toMatchObject({ along: expect.any(String), roundTrip: true });
    expect(session.itinerary?.anchors.length).toBeGreaterThan(4);
  });

  it('goes to the sight that must be seen if it goes nowhere else', async () => {
    const read = { origin: { name: 'Innsbruck' }, roundTrip: true, days: 3, mustSee: ['Timmelsjoch'] };
    const { stops, session } = await say('Loop from Innsbruck, 3 days, Timmelsjoch is a must', model(read));
    // Nobody sleeps on the pass.
    expect(stops).toEqual(['Innsbruck', 'Sölden', 'Innsbruck']);
    expect(session.state.requirements.constraints?.mustSee).toEqual(['Timmelsjoch']);
  });

  it('is a tour around its start if it goes nowhere else and has the days', async () => {
    const read = { origin: { name: 'Freiburg' }, roundTrip: true, travelBy: ['car'] };
    const { stops, advisories } = await say('Loop from Freiburg, 5 days', model({ ...read, days: 5 }));
    expect(stops.length).toBeGreaterThan(2);
    expect(advisories).toContain('ASSUMED');
    const { action } = await say('Loop from Freiburg, 2 days', model({ ...read, days: 2 }));
    expect(action.type).toBe('ASK_USER');
  });

  it('asks about a place that is not in its country', async () => {
    const read = {
      stops: [{ name: 'Quito' }, { name: 'Ronda', within: 'Ecuador' }],
      destination: { name: 'Cuenca', within: 'Ecuador' },
      days: 9,
    };
    const { action, stops } = await say('Ecuador, 9 days: Quito, Ronda, Cuenca', model(read));
    expect(action).toMatchObject({ type: 'ASK_USER', question: expect.stringContaining('Ronda') });
    expect(stops).not.toContain('Ronda');
    const region = { ...read, stops: [{ name: 'Quito' }, { name: 'Ronda' }], region: 'Ecuador' };
    const again = await say('Ecuador, 9 days: Quito, Ronda, Cuenca', model(region));
    expect(again.action).toMatchObject({ type: 'ASK_USER', question: expect.stringContaining('Ronda') });
  });

  it('reports parts that no field holds, and records notes', async () => {
    const read = { ...READ, unclear: ['four sunsets'], notes: ['own wheels'] };
    const { session, advisories } = await say(REQUEST, model(read));
    expect(session.state.requirements.constraints?.notes).toEqual(['own wheels']);
    expect(advisories).toEqual(expect.arrayContaining(['NOT_UNDERSTOOD', 'ASSUMED']));
  });

  it('leads to a question before planning when the model is unsure', async () => {
    const read = { nights: 3, party: { adults: 8 }, ask: 'Prague or Budapest?' };
    const { action, session } = await say('me and 7 mates, prague or budapest? 3 nights', model(read));
    expect(action).toMatchObject({ type: 'ASK_USER', question: 'Prague or Budapest?' });
    expect(session.itinerary).toBeNull();
    expect(session.state.requirements.travellers).toBe(8);
  });

  it('is not sent to the offline model', async () => {
    const llm = scriptedModel([], { demo: true });
    const { session } = await say('4 days from Vienna to Prague by car', llm);
    expect(llm.requests).toEqual([]);
    expect(session.itinerary?.days).toHaveLength(4);
  });
});

describe('an edit that a model reads', () => {
  const planned = async () => {
    const config = { ...DEFAULT_TRIP_CONFIG, useModel: false };
    const conversation = new TripConversation(EMPTY_SESSION, { config, now });
    await conversation.hear({ text: 'Lisbon, Coimbra, Porto by train, 8 days starting 2 April' });
    return conversation.session;
  };

  it('changes the stop that it names and nothing else', async () => {
    const before = await planned();
    const edit = { kind: 'change', changes: [{ type: 'stay', place: 'Coimbra', stay: { nights: 3 } }] };
    const { session } = await say('the middle one deserves three nights', model(edit), before);
    const nights = session.itinerary?.anchors.find(({ name }) => name === 'Coimbra')?.nights;
    expect(nights).toBe(3);
    expect(session.itinerary?.days).toHaveLength(8);
  });

  it('adds, moves and dates stops as read', async () => {
    const edit = {
      kind: 'change',
      changes: [{ type: 'add', place: 'Obidos', after: 'Lisbon', stay: { nights: 1 } }],
      daysChange: 1,
      shiftDays: 7,
    };
    const text = 'one more day, a week later, and squeeze Obidos in behind Lisbon for a night';
    const { session, stops } = await say(text, model(edit), await planned());
    expect(stops.slice(0, 2)).toEqual(['Lisbon', expect.stringMatching(/bidos$/)]);
    expect(session.itinerary?.days).toHaveLength(9);
    expect(session.itinerary?.days[0]?.date).toBe('2027-04-09');
  });

  it('asks before it drops most of the trip, and applies the message once that is confirmed', async () => {
    const before = await planned();
    const edit = { kind: 'change', changes: [{ type: 'remove-all', except: ['Lisbon'] }] };
    const asked = await say('only lisbon is left', model(edit), before);
    expect(asked.action.type).toBe('ASK_USER');
    expect(asked.stops).toHaveLength(3);
    const agreed = await say('yes', model(edit), asked.session);
    expect(agreed.stops).toEqual(['Lisbon']);
  });

  it('changes nothing if it is a question', async () => {
    const before = await planned();
    const { session } = await say('is Coimbra worth it', model({ kind: 'question' }), before);
    expect(session.itinerary).toEqual(before.itinerary);
  });

  it('is rejected if it names stops that are neither in the text nor in the trip', async () => {
    const edit = { kind: 'change', changes: [{ type: 'add', place: 'Faro' }] };
    const { stops, advisories } = await say('something sunny too', model(edit, edit), await planned());
    expect(stops).not.toContain('Faro');
    expect(advisories).toContain('READ_BY_RULES');
  });

  it('is not used for commands', async () => {
    const llm = model();
    await say('undo', llm, await planned());
    expect(llm.requests).toEqual([]);
  });
});
