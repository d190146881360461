import { z } from 'zod';
import { exportJournal } from '../../../journal/transfer-export.ts';
import { existingJournal } from '../existing-journal.ts';
import { feedJournals, feedNothing } from '../journal-feed.ts';
import { type ApiContext, JournalPath, SessionPath } from './api-context.ts';
import { type Operation, operation, wholeNumber } from './operation.ts';
import { JournalLine, Seq } from './response-schemas.ts';

/** As much of a journal's id as one wants, and nothing an id cannot have. */
const PartOfId = z.string().regex(/^[A-Za-z0-9._:-]{0,128}$/, 'not a part of a journal id');

/** The journals as such: listed, checked, and taken away. */
export function journalRoutes({ streams, place, sessions, current }: ApiContext): readonly Operation[] {
  return [
    operation({
      id: 'listJournals',
      route: 'GET /journals',
      summary: 'The journals of the store by id, a page at a time.',
      query: z.object({
        after: PartOfId.default(''),
        prefix: PartOfId.default(''),
        limit: wholeNumber.pipe(z.int().min(1).max(1000)).default(200),
      }),
      answer: {
        status: 200,
        schema: z.strictObject({
          journals: z.array(JournalLine).readonly(),
          next: z.string().exactOptional().describe('`after` of the next page.'),
        }),
      },
      async handle({ c, query }) {
        const journals = await (await current()).list(query);
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
      summary: 'Whether the hash chain of a journal holds.',
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
        // What is wrong shows before anything was sent.
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
