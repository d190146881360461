import { z } from 'zod';
import { allJournals } from '../../../../journal/all-journals.ts';
import type { FactStore } from '../../../../journal/store.ts';
import { exportJournal } from '../../../../journal/transfer/transfer-export.ts';
import type { Sessions } from '../../../../sessions/sessions.ts';
import { feedJournals, feedNothing } from '../../feeds/journal-feed.ts';
import { existingJournal } from '../../store/existing-journal.ts';
import { type ApiContext, JournalPath, SessionPath } from '../api-context.ts';
import { integerParameter, type Operation, operation } from '../operation.ts';
import { JournalLine, Seq } from '../responses/response-schemas.ts';

/** Any part of a journal id. */
const PartOfId = z.string().regex(/^[A-Za-z0-9._:-]{0,128}$/, 'not a part of a journal id');

/** A journal in the list, with the title of its session if it has one. */
const ListedJournal = JournalLine.extend({
  title: z.string().exactOptional().describe('The title of its session.'),
});

/** The most recently changed journals. A store does not sort by that, so all are read. */
async function lastChanged(
  store: FactStore,
  sessions: Pick<Sessions, 'list'>,
  { prefix, q, limit }: { readonly prefix: string; readonly q: string; readonly limit: number },
): Promise<{ readonly journals: readonly z.infer<typeof ListedJournal>[]; readonly total: number }> {
  const titles = new Map((await sessions.list()).map(({ id, title }) => [id, title]));
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  const found: z.infer<typeof ListedJournal>[] = [];
  for await (const journal of allJournals(store, prefix)) {
    const title = titles.get(journal.id);
    const text = `${title ?? ''} ${journal.id}`.toLowerCase();
    if (words.every((word) => text.includes(word))) found.push({ ...journal, ...(title && { title }) });
  }
  const latest = found.toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt) || a.id.localeCompare(b.id));
  return { journals: latest.slice(0, limit), total: found.length };
}

/** The routes for journals: list, verify and delete. */
export function journalRoutes({ streams, place, sessions, current }: ApiContext): readonly Operation[] {
  return [
    operation({
      id: 'listJournals',
      route: 'GET /journals',
      summary: 'The journals of the store by id, a page at a time, or the most recently changed.',
      query: z.object({
        after: PartOfId.default(''),
        prefix: PartOfId.default(''),
        order: z
          .enum(['id', 'changed'])
          .default('id')
          .describe('`changed`: the last changed first, one page.'),
        q: z
          .string()
          .max(200)
          .default('')
          .describe('With `changed`: only those whose title or id contains this.'),
        limit: integerParameter.pipe(z.int().min(1).max(1000)).default(200),
      }),
      answer: {
        status: 200,
        schema: z.strictObject({
          journals: z.array(ListedJournal).readonly(),
          total: Seq.exactOptional().describe('With `changed`: the total number.'),
          next: z.string().exactOptional().describe('`after` of the next page.'),
        }),
      },
      async handle({ c, query }) {
        const store = await current();
        if (query.order === 'changed') return c.json(await lastChanged(store, sessions, query));
        const journals = await store.list(query);
        const last = journals.length === query.limit ? journals.at(-1) : undefined;
        return c.json({ journals, ...(last && { next: last.id }) });
      },
    }),
    operation({
      id: 'followJournals',
      route: 'GET /events',
      summary: 'Server-sent events: ready, then journal for each that changed, and deleted.',
      answer: { media: 'text/event-stream' },
      async handle({ c }) {
        const store = await place.existing();
        return streams.open(c, (feed) => (store ? feedJournals(store, feed) : feedNothing(place, feed)));
      },
    }),
    operation({
      id: 'showJournal',
      route: 'GET /journals/:id',
      summary: 'One journal: where it ends, and where it comes from.',
      params: JournalPath,
      answer: { status: 200, schema: JournalLine },
      handle: async ({ c, path }) => c.json((await existingJournal(await current(), path.id)).summary),
    }),
    operation({
      id: 'verifyJournal',
      route: 'GET /journals/:id/verification',
      summary: 'Whether the hash chain of a journal is valid.',
      params: JournalPath,
      answer: {
        status: 200,
        schema: z.strictObject({ ok: z.boolean(), head: Seq, firstBad: Seq.exactOptional() }),
      },
      async handle({ c, path }) {
        const { journal } = await existingJournal(await current(), path.id);
        return c.json(await journal.verify());
      },
    }),
    operation({
      id: 'exportSession',
      route: 'GET /sessions/:id/export',
      summary: 'The session as JSON lines, with its files, as `wayfold journal import` takes it.',
      params: SessionPath,
      answer: { media: 'application/jsonl' },
      async handle({ c, path }) {
        const { id, store } = await sessions.open(path.id);
        const lines = exportJournal(store, id);
        // Reading the first line here reports errors before the response starts.
        const first = await lines.next();
        return c.body(textStream(first, lines), 200, {
          'Content-Type': 'application/jsonl',
          'Content-Disposition': `attachment; filename="${path.id.replaceAll(':', '-')}.jsonl"`,
        });
      },
    }),
  ];
}

function textStream(
  first: IteratorResult<string, void>,
  lines: AsyncGenerator<string, void, undefined>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let next: IteratorResult<string, void> | undefined = first;
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = next ?? (await lines.next());
      next = undefined;
      if (done) controller.close();
      else controller.enqueue(encoder.encode(`${value}\n`));
    },
    async cancel() {
      await lines.return();
    },
  });
}
