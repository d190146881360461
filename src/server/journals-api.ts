import { Hono } from 'hono';
import { z } from 'zod';
import { type FactStore, type Journal, type JournalSummary, openJournal } from '../journal/index.ts';
import { journalNotFound } from '../journal/refusals.ts';
import { ServerError } from './error.ts';
import type { EventStreams } from './event-streams.ts';
import { feedFacts, feedJournals } from './journal-events.ts';

const seq = z.coerce.number().pipe(z.int().min(0));

const ListQuery = z.object({
  after: z.string().max(128).optional(),
  prefix: z.string().max(128).optional(),
  limit: z.coerce.number().pipe(z.int().min(1).max(1000)).default(200),
});

const FactsQuery = z.object({
  from: seq.default(1),
  limit: z.coerce.number().pipe(z.int().min(1).max(1000)).default(200),
});

const EventsQuery = z.object({ from: seq.default(1) });
const LastEventId = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number);

/** What can be read over HTTP: the journals, their facts, and both as they change. */
export function journalsApi(store: FactStore, streams: EventStreams): Hono {
  const api = new Hono();

  api.get('/journals', async (c) => {
    const { after, prefix, limit } = parse(ListQuery, c.req.query());
    const journals = await store.list({
      limit,
      ...(after !== undefined && { after }),
      ...(prefix !== undefined && { prefix }),
    });
    const last = journals.length === limit ? journals.at(-1) : undefined;
    return c.json({ journals, ...(last && { next: last.id }) });
  });

  api.get('/journals/:id', async (c) => c.json((await existing(store, c.req.param('id'))).summary));

  api.get('/journals/:id/facts', async (c) => {
    const { from, limit } = parse(FactsQuery, c.req.query());
    const { journal, summary } = await existing(store, c.req.param('id'));
    // One page, which a store keeps within bounds when facts are large.
    const first = await journal
      .facts({ from, to: Math.max(from, 1) + limit - 1 })
      .pages()
      .next();
    const facts = first.done ? [] : first.value;
    const next = (facts.at(-1)?.seq ?? from) + 1;
    return c.json({ facts, head: summary.head, ...(facts.length > 0 && next <= summary.head && { next }) });
  });

  api.get('/journals/:id/verification', async (c) => {
    const { journal } = await existing(store, c.req.param('id'));
    return c.json(await journal.verify());
  });

  api.get('/journals/:id/events', async (c) => {
    const { journal, summary } = await existing(store, c.req.param('id'));
    const seen = c.req.header('last-event-id');
    const from = seen ? parse(LastEventId, seen) + 1 : parse(EventsQuery, c.req.query()).from;
    if (from > summary.head + 1) {
      throw new ServerError('invalid-request', {
        expected: `to start at most at seq ${summary.head + 1}, after the head of ${summary.id}`,
        actual: `seq ${from}`,
        fix: 'Start at a lower seq. If you have seen that one, the journal was deleted and made again since.',
      });
    }
    return streams.open(c, (feed) => feedFacts(store, journal, from, feed));
  });

  api.get('/events', (c) => streams.open(c, (feed) => feedJournals(store, feed)));

  return api;
}

async function existing(
  store: FactStore,
  id: string,
): Promise<{ journal: Journal; summary: JournalSummary }> {
  const journal = openJournal(store, id);
  const summary = await journal.describe();
  if (summary === undefined) throw journalNotFound(id);
  return { journal, summary };
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
