import { Hono } from 'hono';
import { z } from 'zod';
import type { Envelope } from '../../journal/fact.ts';
import { memoryStore } from '../../journal/memory-store.ts';
import type { FactStore } from '../../journal/store.ts';
import { type FactKind, kindOf } from '../../sessions/fact-kind.ts';
import type { Sessions } from '../../sessions/sessions.ts';
import { FactsQuery, FilterQuery, filterOf, findFacts, matchesIn } from './api/fact-search.ts';
import { ServerError } from './error.ts';
import type { EventStreams } from './event-streams.ts';
import { existingJournal } from './existing-journal.ts';
import { feedFacts, feedJournals, feedNothing } from './journal-events.ts';
import type { ReopeningStore } from './reopening-store.ts';

const wholeNumber = z
  .string()
  .regex(/^\d{1,16}$/, 'not a whole number in digits')
  .transform(Number);
const seq = wholeNumber.pipe(z.int().min(0));
const limit = wholeNumber.pipe(z.int().min(1).max(1000));
/** As much of a journal's id as one wants, and nothing an id cannot have. */
const partOfId = z.string().regex(/^[A-Za-z0-9._:-]{0,128}$/, 'not a part of a journal id');

const ListQuery = z.object({
  after: partOfId.optional(),
  prefix: partOfId.optional(),
  limit: limit.default(200),
});

const EventsQuery = z.object({ from: seq.default(1) });
const LastEventId = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number);

/** What can be read over HTTP: the journals, their facts, and both as they change. */
export function journalsApi(place: ReopeningStore, streams: EventStreams, sessions: Sessions): Hono {
  const api = new Hono();
  const nothing = memoryStore();
  /** What is read when the store was deleted has no journals. */
  const current = async (): Promise<FactStore> => (await place.existing()) ?? nothing;

  /** What a fact of a journal is. Of a session, its planner knows. */
  const kindsOf = async (id: string): Promise<(fact: Envelope) => FactKind> => {
    const module = (await sessions.find(id))?.module;
    return (fact) => kindOf(fact, module);
  };

  api.get('/journals', async (c) => {
    const { after, prefix, limit } = parse(ListQuery, c.req.query());
    const journals = await (await current()).list({
      limit,
      ...(after !== undefined && { after }),
      ...(prefix !== undefined && { prefix }),
    });
    const last = journals.length === limit ? journals.at(-1) : undefined;
    return c.json({ journals, ...(last && { next: last.id }) });
  });

  api.get('/journals/:id', async (c) =>
    c.json((await existingJournal(await current(), c.req.param('id'))).summary),
  );

  api.get('/journals/:id/facts', async (c) => {
    const query = parse(FactsQuery, c.req.query());
    const { journal, summary } = await existingJournal(await current(), c.req.param('id'));
    const { head } = summary;
    const range = { from: Math.max(query.from, 1), to: Math.min(query.to ?? head, head), limit: query.limit };
    const asked = {
      filter: filterOf(query),
      kindOf: await kindsOf(summary.id),
      signal: c.req.raw.signal,
    };
    return c.json({ head, ...(await findFacts(journal, range, asked)) });
  });

  api.get('/journals/:id/facts/matches', async (c) => {
    const filter = filterOf(parse(FilterQuery, c.req.query()));
    const { journal, summary } = await existingJournal(await current(), c.req.param('id'));
    const asked = { filter, kindOf: await kindsOf(summary.id), signal: c.req.raw.signal };
    return c.json(await matchesIn(journal, summary.head, asked));
  });

  api.get('/journals/:id/verification', async (c) => {
    const { journal } = await existingJournal(await current(), c.req.param('id'));
    return c.json(await journal.verify());
  });

  api.get('/journals/:id/events', async (c) => {
    const store = await current();
    const { journal, summary } = await existingJournal(store, c.req.param('id'));
    const seen = c.req.header('last-event-id');
    const from = seen ? parse(LastEventId, seen) + 1 : parse(EventsQuery, c.req.query()).from;
    if (from > summary.head + 1) {
      throw new ServerError('invalid-request', {
        expected: `to start at most at seq ${summary.head + 1}, after the head of ${summary.id}`,
        actual: `seq ${from}`,
        fix: 'Start at a lower seq. If you have seen that one, the journal was deleted and made again since.',
      });
    }
    return streams.open(c, (feed) => feedFacts(store, { journal, summary, from }, feed));
  });

  api.get('/events', async (c) => {
    const store = await place.existing();
    return streams.open(c, (feed) => (store ? feedJournals(store, feed) : feedNothing(place, feed)));
  });

  return api;
}

function parse<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const { success, data, error } = schema.safeParse(input);
  if (success) return data;
  const [issue] = error.issues;
  throw new ServerError('invalid-request', {
    expected: 'a request this address takes',
    actual: `${issue?.path.join('.') || 'a value'}: ${issue?.message}`,
    fix: 'Correct it and ask again.',
    cause: error,
  });
}
