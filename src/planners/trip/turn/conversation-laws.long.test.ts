import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scriptedModel } from '../../../testing/scripted-model.ts';
import { DEFAULT_TRIP_CONFIG } from '../config.ts';
import { dateAfter } from '../itinerary/calendar-day.ts';
import { comparableTrip } from '../itinerary/comparable-trip.ts';
import type { Itinerary } from '../itinerary/itinerary.ts';
import { EditReading } from '../model-reading/trip-reading.ts';
import { TRAVEL_MEANS } from '../requirements/constraints.ts';
import { EMPTY_SESSION, type TripSession } from '../trip-fold.ts';
import { TripConversation } from './conversation.ts';
import { isRemark } from './remarks.ts';

const now = '2026-11-16T09:00:00.000Z';
const config = DEFAULT_TRIP_CONFIG;
const NO_IDEAS = { json: { stops: [] } };

const REQUESTS = [
  'Rome 3 nights, Florence 3 nights, Venice 3 nights by train from 3 May 2027',
  'Munich to Rome by car in 9 days via Innsbruck, Verona and Bologna, start 4 June 2027',
  'Road trip from Glasgow and back: Oban, Inverness, Aberdeen, 8 days',
  '10 days in Sri Lanka from and to Colombo',
  'A week in Andalusia: Seville 3 nights, Cordoba, Granada, from 10 April 2027',
] as const;

type Said = { readonly read: EditReading } | { readonly text: string };

/** What a model may answer about a trip with these stops. */
function anyReading(stops: readonly string[], days: number): fc.Arbitrary<EditReading> {
  const stop = fc.constantFrom(...stops);
  const name = fc.oneof({ weight: 3, arbitrary: stop }, fc.constantFrom('Parma', 'Siena', 'Qwxzylburg'));
  const type = <Type extends string>(value: Type) => fc.constant(value);
  const some = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined, freq: 1 });
  const stay = fc.oneof(
    fc.record({ nights: fc.integer({ min: 1, max: 5 }) }),
    fc.record({ days: fc.integer({ min: 1, max: 5 }) }),
    fc.record({ change: fc.constantFrom(-2, -1, 1, 2), keepsLength: fc.boolean() }),
    fc.record({ factor: fc.constantFrom(0.5, 2) }),
    fc.record({ rest: fc.constant(true as const) }),
  );
  const position = fc.oneof(
    fc.constant({}),
    fc.record({ after: name }),
    fc.record({ before: name }),
    fc.record({ at: fc.constantFrom('start', 'middle', 'end') }),
    fc.record({ day: fc.integer({ min: -1, max: days + 3 }).filter((day) => day !== 0) }),
  );
  const change = fc.oneof(
    fc
      .tuple(
        fc.record({
          type: type('add'),
          place: name,
          stay: some(stay),
          isDayTrip: some(fc.boolean()),
          again: some(fc.boolean()),
        }),
        position,
      )
      .map(joined),
    fc.record({ type: type('remove'), place: name, to: some(name) }),
    fc.record({ type: type('remove-all'), except: fc.array(name, { maxLength: 2 }) }),
    fc.record({ type: type('replace'), place: name, by: name, stay: some(stay) }),
    fc
      .tuple(
        fc.record({ type: type('suggest'), place: some(stop), like: fc.constantFrom('a lake', 'a beach') }),
        position,
      )
      .map(joined),
    fc.record({ type: type('swap'), places: fc.tuple(name, name) }),
    fc.tuple(fc.record({ type: type('move'), place: name }), position).map(joined),
    fc.record({ type: type('stay'), place: name, stay }),
    fc.record({ type: type('which'), place: some(stop), within: fc.constantFrom('Italy', 'Ohio') }),
    fc.record({ type: type('leg'), from: some(name), to: some(name), by: fc.constantFrom(...TRAVEL_MEANS) }),
    fc.record({ type: type('lock'), place: stop }),
    fc.record({ type: type('unlock'), place: some(stop) }),
    fc.record({
      type: type('activity'),
      what: fc.constantFrom('add', 'remove', 'free'),
      title: some(fc.constantFrom('Uffizi', 'harbour')),
      day: some(fc.integer({ min: 1, max: days })),
    }),
  );
  const length = fc.oneof(
    fc.constant({}),
    fc.record({ days: fc.integer({ min: 1, max: 20 }) }),
    fc.record({ daysChange: fc.constantFrom(-3, -1, 1, 4) }),
    fc.record({ shiftDays: fc.constantFrom(-2, 7) }),
    fc.record({ startDate: fc.constant('2027-05-08') }),
    fc.record({ endDate: fc.constant('2027-06-15') }),
  );
  const others = fc.oneof(
    { weight: 4, arbitrary: fc.constant({}) },
    fc.record({ reverse: fc.constant(true) }),
    fc.record({ roundTrip: fc.boolean() }),
    fc.record({ destination: fc.record({ name }) }),
    fc.record({ origin: fc.record({ name }) }),
    fc.record({ travelBy: fc.tuple(fc.constantFrom(...TRAVEL_MEANS)) }),
    fc.record({ neverBy: fc.tuple(fc.constantFrom('flight', 'car')) }),
    fc.record({ driving: fc.record({ hours: fc.constant(3) }) }),
    fc.record({ dislikes: fc.tuple(fc.constant('museums')) }),
    fc.record({ lift: fc.tuple(fc.constant('driving')) }),
    fc.record({ notes: fc.tuple(fc.constant('a room with a view')) }),
  );
  return fc.tuple(fc.array(change, { maxLength: 3 }), length, others).map(([changes, ...fields]) => {
    const read = { kind: 'change', ...(changes.length > 0 && { changes }), ...fields[0], ...fields[1] };
    return EditReading.parse(JSON.parse(JSON.stringify(read)));
  });
}

function joined<A extends object, B extends object>([one, other]: readonly [A, B]): A & B {
  return { ...one, ...other };
}

async function planned(text: string): Promise<TripSession> {
  const conversation = new TripConversation(EMPTY_SESSION, { config, now });
  await conversation.hear({ text });
  return conversation.session;
}

async function sessionAfter(session: TripSession, message: Said): Promise<TripSession> {
  // Every name and number that the reading has stands in the text.
  const text = 'text' in message ? message.text : `please ${JSON.stringify(message.read)}`;
  const answers = 'read' in message ? [{ json: message.read }] : [];
  const llm =
    'read' in message ? scriptedModel([...answers, NO_IDEAS, NO_IDEAS, NO_IDEAS, NO_IDEAS]) : undefined;
  // What follows a message is undone together.
  const opened = { ...session, isOpen: false };
  const conversation = new TripConversation(opened, { config, now, ...(llm && { llm }) });
  await conversation.hear({ text });
  return conversation.session;
}

function tripOf({ itinerary }: TripSession): Itinerary {
  if (itinerary === null) throw new TypeError('the trip is gone');
  return itinerary;
}

function expectWhole({ anchors, days }: Itinerary): void {
  const ids = anchors.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(days.length).toBeGreaterThan(0);
  for (const { anchorId } of days) expect(ids).toContain(anchorId);
  expect(days.map(({ number }) => number)).toEqual(days.map((_, at) => at + 1));
  const start = days[0]?.date;
  if (start !== undefined)
    expect(days.map(({ date }) => date)).toEqual(days.map((_, at) => dateAfter(start, at)));
}

const isAsked = ({ action }: TripSession) => action?.type === 'ASK_USER' || action?.type === 'SUGGEST_REPAIR';

const conversations = fc
  .constantFrom(...REQUESTS)
  .chain((request) =>
    fc.record({ request: fc.constant(request), seeds: fc.array(fc.nat(), { minLength: 1, maxLength: 4 }) }),
  );

/** A turn for a trip as it is by then. */
function turnFor(session: TripSession, seed: number): Said {
  const { anchors, days } = tripOf(session);
  const answers = isAsked(session) ? ['yes', 'no', '1'] : [];
  const pick = seed % 10;
  if (pick < answers.length) return { text: answers[pick] ?? 'yes' };
  if (pick === 8) return { text: 'undo' };
  if (pick === 9) return { text: 'redo' };
  const reading = anyReading(
    anchors.map(({ name }) => name),
    days.length,
  );
  const [read] = fc.sample(reading, { numRuns: 1, seed });
  return read === undefined ? { text: 'yes' } : { read };
}

describe('a conversation in which a model reads anything that its schema allows', () => {
  it('leaves a complete trip, hides nothing, and can be undone and redone to the same trips', {
    timeout: 300_000,
  }, async () => {
    const sessions = new Map(
      await Promise.all(REQUESTS.map(async (each) => [each, await planned(each)] as const)),
    );
    await fc.assert(
      fc.asyncProperty(conversations, async ({ request, seeds }) => {
        let session = sessions.get(request) ?? EMPTY_SESSION;
        const first = tripOf(session);
        for (const seed of seeds) {
          const before = session;
          const message = turnFor(before, seed);
          session = await sessionAfter(before, message);
          const after = tripOf(session);
          expectWhole(after);
          if ('text' in message) continue;
          const isTold = isAsked(session) || session.state.advisories.some(isRemark);
          const isSame =
            JSON.stringify(comparableTrip(after)) === JSON.stringify(comparableTrip(tripOf(before))) &&
            JSON.stringify([before.state.requirements, before.state.preferences]) ===
              JSON.stringify([session.state.requirements, session.state.preferences]);
          if (isSame) expect(isTold, JSON.stringify(message)).toBe(true);
        }
        const last = tripOf(session);
        const ahead = session.future.length;
        let undone = session;
        let steps = 0;
        for (; steps < 30; steps++) {
          const next = await sessionAfter(undone, { text: 'undo' });
          if (next.past.length === undone.past.length) break;
          undone = next;
        }
        expect(comparableTrip(tripOf(undone))).toEqual(comparableTrip(first));
        let redone = undone;
        while (redone.future.length > ahead) redone = await sessionAfter(redone, { text: 'redo' });
        expect(comparableTrip(tripOf(redone))).toEqual(comparableTrip(last));
      }),
      { numRuns: 25, seed: 19 },
    );
  });
});
