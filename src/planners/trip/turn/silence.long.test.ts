import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_TRIP_CONFIG } from '../config.ts';
import { EMPTY_SESSION, type TripSession } from '../trip-fold.ts';
import { TripConversation } from './conversation.ts';
import { isRemark } from './remarks.ts';

const now = '2026-11-16T09:00:00.000Z';

async function say(session: TripSession, text: string, said?: string): Promise<TripConversation> {
  const conversation = new TripConversation(session, { config: DEFAULT_TRIP_CONFIG, now, said });
  await conversation.hear({ text });
  return conversation;
}

/** A sentence of a follow-up, and a word that the reply has unless the trip changed by it. */
interface Sentence {
  readonly text: string;
  readonly about: string;
}

const PLACES = ['Florence', 'Bologna', 'Siena', 'Venice', 'Verona', 'Oslo'];
const place = fc.constantFrom(...PLACES);
const count = fc.integer({ min: 1, max: 5 });
const noun = fc.constantFrom('glimmers', 'wozzles', 'quandars', 'hotel towels', 'umbrellas', 'shuttles');
const from = (...templates: readonly ((name: string, n: number) => string)[]) =>
  fc
    .tuple(fc.constantFrom(...templates), place, count)
    .map(([template, name, n]): Sentence => ({ text: template(name, n), about: name }));

const changes = from(
  (name) => `drop ${name}`,
  (name) => `add ${name}`,
  (name, n) => `${n} nights in ${name}`,
  (name, n) => `${n} more nights in ${name}`,
  (name) => `replace ${name} with Ravenna`,
  (name) => `${name} raus`,
  (name) => `ajoute ${name} à la fin`,
  (name) => `quita ${name}`,
  (name) => `end in ${name}`,
  (name) => `take the bus to ${name}`,
);
const questions = from(
  (name) => `How far is it to ${name}?`,
  (name) => `Is ${name} worth it?`,
  (name) => `When are we in ${name}?`,
  (name) => `Wie lange sind wir in ${name}?`,
);
const unknown = fc
  .tuple(
    fc.constantFrom(
      (what: string) => `the ${what} have to be ${what === 'glimmers' ? 'blue' : 'green'}`,
      (what: string) => `please mind the ${what}`,
      (what: string) => `${what} every morning`,
    ),
    noun,
  )
  .map(([template, what]): Sentence => ({ text: template(what), about: what.split(' ').at(-1) ?? what }));
const rests = fc.constantFrom<Sentence>(
  { text: 'a rest day', about: 'rest' },
  { text: 'ein Ruhetag', about: 'rest|ruhetag' },
  { text: 'no early mornings', about: 'early' },
  { text: 'no driving at night', about: 'night' },
);

describe('a follow-up that rules read', () => {
  it('is made, asked about, answered or said not to be understood, sentence by sentence', async () => {
    const trip = (
      await say(EMPTY_SESSION, 'Rome 3 nights, Florence 2 nights, Bologna 2 nights, Venice 2 nights')
    ).session;
    const message = fc.uniqueArray(fc.oneof(changes, questions, unknown, rests), {
      minLength: 1,
      maxLength: 3,
      selector: ({ about }) => about,
    });
    await fc.assert(
      fc.asyncProperty(message, async (sentences) => {
        const text = sentences.map((sentence) => sentence.text.replace(/(?<!\?)$/, '.')).join(' ');
        const { session, action, facts } = await say(trip, text);
        const isAsked = action?.type === 'ASK_USER' || action?.type === 'SUGGEST_REPAIR';
        const isChanged = facts.some(({ type }) => type !== 'planner_action');
        const remarks = session.state.advisories.filter(isRemark).map(({ description }) => description);
        expect(isAsked || isChanged || remarks.length > 0, text).toBe(true);
        if (isAsked) return;
        const told = JSON.stringify([remarks, facts.filter(({ type }) => type !== 'planner_action')]);
        for (const { about } of sentences) expect(told, text).toMatch(new RegExp(about, 'i'));
      }),
      { numRuns: 150, seed: 19 },
    );
  }, 120_000);
});
