import type { Context } from 'hono';
import { z } from 'zod';
import type { PlannerModule } from '../../../../harness/module/planner-module.ts';
import type { Envelope } from '../../../../journal/fact.ts';
import type { Journal } from '../../../../journal/journal.ts';
import type { JournalSummary } from '../../../../journal/store.ts';
import type { OpenSession } from '../../../../sessions/open-session.ts';
import { kindOf } from '../../../../sessions/view/fact-kind.ts';
import { plannerTexts, plannerWords } from '../../../../sessions/view/message.ts';
import { ServerError } from '../../error.ts';
import { feedFacts } from '../../feeds/journal-feed.ts';
import { existingJournal } from '../../store/existing-journal.ts';
import { type ApiContext, JournalPath, SessionPath } from '../api-context.ts';
import type { FactFilter } from '../facts/fact-filter.ts';
import {
  FactMatches,
  FactsQuery,
  FilterQuery,
  filterOf,
  findFacts,
  matchesIn,
} from '../facts/fact-search.ts';
import { feedActivity, feedSession } from '../live/session-feed.ts';
import { integerParameter, type Operation, operation } from '../operation.ts';
import { parsed } from '../request.ts';
import { Facts } from '../responses/response-schemas.ts';
import { TimelineAnswer, timelineResponse } from '../responses/timeline-response.ts';

/** A journal opened for reading. In a session, the planner knows the kinds of its facts. */
interface OpenFacts {
  readonly journal: Pick<Journal<Envelope>, 'facts'>;
  readonly head: number;
  readonly module: PlannerModule | undefined;
  readonly session?: OpenSession;
  /** The planner's texts about its facts, by seq. */
  texts(): Promise<ReadonlyMap<number, string>>;
}

/** A source of facts, and the names of its operations. */
interface FactSource {
  readonly noun: 'session' | 'journal';
  readonly path: string;
  readonly params: typeof SessionPath | typeof JournalPath;
  readonly ids: { readonly read: string; readonly match: string };
  readonly answer: z.ZodType;
  open(id: string): Promise<OpenFacts>;
}

/** The routes for reading, searching and following facts, of sessions and of all journals. */
export function factRoutes(context: ApiContext): readonly Operation[] {
  const { host, streams, sessions, current } = context;
  const sources: readonly FactSource[] = [
    {
      noun: 'session',
      path: '/sessions/:id',
      params: SessionPath,
      ids: { read: 'readFacts', match: 'matchFacts' },
      answer: Facts,
      async open(id) {
        const session = await sessions.open(id);
        const { journal, module } = session;
        return { journal, module, session, head: await journal.head(), texts: () => textsOf(session) };
      },
    },
    {
      noun: 'journal',
      path: '/journals/:id',
      params: JournalPath,
      ids: { read: 'readJournalFacts', match: 'matchJournalFacts' },
      answer: Facts.omit({ texts: true }),
      async open(id) {
        const { journal, summary } = await existingJournal(await current(), id);
        const session = await sessions.find(id);
        return { journal, head: summary.head, module: session?.module, texts: () => textsOf(session) };
      },
    },
  ];
  return [
    ...sources.flatMap(readingOf),
    operation({
      id: 'timeline',
      route: 'GET /sessions/:id/timeline',
      summary: 'The kind of each fact as a small number, and the ranges of planning passes and other work.',
      params: SessionPath,
      query: z.strictObject({
        buckets: integerParameter
          .pipe(z.int().min(1).max(100_000))
          .optional()
          .describe('At most so many runs.'),
        from: integerParameter.pipe(z.int().min(1)).optional().describe('With buckets: the first fact.'),
        to: integerParameter.pipe(z.int().min(1)).optional().describe('With buckets: the last fact.'),
      }),
      answer: { status: 200, schema: TimelineAnswer },
      async handle({ c, path, query }) {
        const view = await (await sessions.open(path.id)).view();
        return c.json(timelineResponse(view, query));
      },
    }),
    operation({
      id: 'followSession',
      route: 'GET /sessions/:id/events',
      summary:
        'Server-sent events: fact (its seq is the id, for Last-Event-ID), hud, journal, redacted, deleted. With view=true: view (the whole session), then change (new facts, and a JSON Patch of what was sent last), hud, deleted.',
      params: SessionPath,
      query: z.strictObject({
        from: integerParameter.default(1),
        view: z.enum(['true', 'false']).optional(),
      }),
      answer: { media: 'text/event-stream' },
      async handle({ c, path, query }) {
        const { id } = await sessions.open(path.id);
        const store = await current();
        if (query.view === 'true') {
          const lastEventId = c.req.header('last-event-id');
          return streams.open(c, (feed) => feedSession(store, { id, context, lastEventId }, feed));
        }
        const { journal, summary } = await existingJournal(store, id);
        const from = startOf(c, query.from, summary);
        return streams.open(c, (feed) => [
          ...feedFacts(store, { journal, summary, from }, feed),
          ...feedActivity(host.activity, id, feed),
        ]);
      },
    }),
    operation({
      id: 'followJournal',
      route: 'GET /journals/:id/events',
      summary: 'Server-sent events: fact (its seq is the id, for Last-Event-ID), journal, redacted, deleted.',
      params: JournalPath,
      query: z.object({ from: integerParameter.default(1) }),
      answer: { media: 'text/event-stream' },
      async handle({ c, path, query }) {
        const store = await current();
        const { journal, summary } = await existingJournal(store, path.id);
        const from = startOf(c, query.from, summary);
        return streams.open(c, (feed) => feedFacts(store, { journal, summary, from }, feed));
      },
    }),
  ];
}

function readingOf({ noun, path, params, ids, answer, open }: FactSource): readonly Operation[] {
  return [
    operation({
      id: ids.read,
      route: `GET ${path}/facts`,
      summary: `The facts of a ${noun}, all or matching a filter, a page at a time.`,
      params,
      query: FactsQuery,
      answer: { status: 200, schema: answer },
      async handle({ c, path: { id }, query }) {
        const { journal, head, module, session, texts: allTexts } = await open(id);
        const filter = filterOf(query);
        const range = { from: Math.max(query.from, 1), to: Math.min(query.to ?? head, head) };
        const found = await findFacts(
          journal,
          { ...range, limit: query.limit },
          {
            filter,
            kindOf: (fact) => kindOf(fact, module),
            textOf: await textReader(filter, allTexts),
            signal: c.req.raw.signal,
          },
        );
        const seqs = found.facts.map(({ seq }) => seq);
        const texts = session && plannerTexts((await session.view()).messages, seqs);
        return c.json({ head, ...found, ...(texts && { texts }) });
      },
    }),
    operation({
      id: ids.match,
      route: `GET ${path}/facts/matches`,
      summary: 'The positions of matching facts, and the fact types that occur.',
      params,
      query: FilterQuery,
      answer: { status: 200, schema: FactMatches },
      async handle({ c, path: { id }, query }) {
        const { journal, head, module, texts } = await open(id);
        const filter = filterOf(query);
        const matches = await matchesIn(journal, head, {
          filter,
          kindOf: (fact) => kindOf(fact, module),
          textOf: await textReader(filter, texts),
          signal: c.req.raw.signal,
        });
        return c.json(matches);
      },
    }),
  ];
}

async function textsOf(session: OpenSession | undefined): Promise<ReadonlyMap<number, string>> {
  return session ? plannerWords((await session.view()).messages) : new Map();
}

/** Reads the planner's texts about facts, for a search by words. */
async function textReader(
  { text = '' }: FactFilter,
  texts: OpenFacts['texts'],
): Promise<((fact: Envelope) => string | undefined) | undefined> {
  if (text.trim() === '') return undefined;
  const bySeq = await texts();
  return ({ seq }) => bySeq.get(seq);
}

/** Where a stream starts: after the last event its client received, or where it asks. */
function startOf(c: Context, from: number, { id, head }: JournalSummary): number {
  const seen = c.req.header('last-event-id');
  const start = seen ? parsed(integerParameter, seen, 'query') + 1 : from;
  if (start <= head + 1) return start;
  throw new ServerError('invalid-request', {
    summary: `${id} ends at seq ${head}, so nothing can be followed from seq ${start}.`,
    fix: `Start at seq ${head + 1} or lower. If you have seen seq ${start}, the journal was deleted and created again since.`,
  });
}
