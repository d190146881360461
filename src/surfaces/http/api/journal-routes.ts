import { z } from 'zod';
import { exportJournal } from '../../../journal/transfer-export.ts';
import { kindOf } from '../../../sessions/fact-kind.ts';
import { plannerTexts } from '../../../sessions/message.ts';
import { ServerError } from '../error.ts';
import { existingJournal } from '../existing-journal.ts';
import { feedFacts } from '../journal-events.ts';
import { followActivity } from './activity-events.ts';
import { type ApiContext, SessionPath } from './api-context.ts';
import { FactMatches, FactsQuery, FilterQuery, filterOf, findFacts, matchesIn } from './fact-search.ts';
import { type Operation, operation, wholeNumber } from './operation.ts';
import { parsed } from './request.ts';
import { Facts, Paired, Pairings } from './response-schemas.ts';
import { feedSession } from './session-stream.ts';
import { TimelineAnswer, timelineResponse } from './timeline-response.ts';

/** The facts of sessions: read, followed, taken away, and carried from one to another. */
export function journalRoutes(context: ApiContext): readonly Operation[] {
  const { host, streams, place, sessions, current, personOf } = context;
  return [
    operation({
      id: 'readFacts',
      method: 'get',
      path: '/sessions/:id/facts',
      summary: 'The facts of a session, all or those that are looked for, a page at a time.',
      params: SessionPath,
      query: FactsQuery,
      answer: { status: 200, schema: Facts },
      async handle({ c, path, query }) {
        const session = await sessions.open(path.id);
        const { journal, module } = session;
        const head = await journal.head();
        const range = {
          from: Math.max(query.from, 1),
          to: Math.min(query.to ?? head, head),
          limit: query.limit,
        };
        const found = await findFacts(journal, range, {
          filter: filterOf(query),
          kindOf: (fact) => kindOf(fact, module),
          signal: c.req.raw.signal,
        });
        const { messages } = await session.view();
        const texts = plannerTexts(
          messages,
          found.facts.map(({ seq }) => seq),
        );
        return c.json({ head, ...found, texts });
      },
    }),
    operation({
      id: 'matchFacts',
      method: 'get',
      path: '/sessions/:id/facts/matches',
      summary: 'Where the facts are that somebody looks for, and which types of facts there are.',
      params: SessionPath,
      query: FilterQuery,
      answer: { status: 200, schema: FactMatches },
      async handle({ c, path, query }) {
        const { journal, module } = await sessions.open(path.id);
        const matches = await matchesIn(journal, await journal.head(), {
          filter: filterOf(query),
          kindOf: (fact) => kindOf(fact, module),
          signal: c.req.raw.signal,
        });
        return c.json(matches);
      },
    }),
    operation({
      id: 'timeline',
      method: 'get',
      path: '/sessions/:id/timeline',
      summary: 'One small number for what each fact is, and the stretches that somebody worked through.',
      params: SessionPath,
      query: z.strictObject({
        buckets: wholeNumber.pipe(z.int().min(1).max(100_000)).optional().describe('At most so many runs.'),
      }),
      answer: { status: 200, schema: TimelineAnswer },
      async handle({ c, path, query }) {
        const view = await (await sessions.open(path.id)).view();
        return c.json(timelineResponse(view, query.buckets));
      },
    }),
    operation({
      id: 'followSession',
      method: 'get',
      path: '/sessions/:id/events',
      summary:
        'Server-sent events: fact (its seq is the id, for Last-Event-ID), hud, journal, redacted, deleted. With view=true: view (the whole session), then change (new facts, and a JSON Patch of what was sent last), hud, deleted.',
      params: SessionPath,
      query: z.strictObject({ from: wholeNumber.default(1), view: z.enum(['true', 'false']).optional() }),
      answer: { media: 'text/event-stream' },
      async handle({ c, path, query }) {
        const { id } = await sessions.open(path.id);
        const store = await current();
        const seen = c.req.header('last-event-id');
        if (query.view === 'true') {
          return streams.open(c, (feed) => feedSession(store, { id, context, lastEventId: seen }, feed));
        }
        const { journal, summary } = await existingJournal(store, id);
        const from = seen ? parsed(wholeNumber, seen, 'query') + 1 : query.from;
        if (from > summary.head + 1) throw beyondHead(summary.id, summary.head, from);
        return streams.open(c, (feed) => {
          const ends = [
            feedFacts(store, { journal, summary, from }, feed),
            followActivity(host.activity, id, feed),
          ];
          return () => {
            for (const end of ends) end();
          };
        });
      },
    }),
    operation({
      id: 'exportSession',
      method: 'get',
      path: '/sessions/:id/export',
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
    operation({
      id: 'listPairings',
      method: 'get',
      path: '/pairings',
      summary: 'The sessions that talk to each other.',
      answer: { status: 200, schema: Pairings },
      handle: async ({ c }) => c.json({ pairings: host.pairs }),
    }),
    operation({
      id: 'pairSessions',
      method: 'post',
      path: '/pairings',
      summary: 'Lets two sessions talk to each other. The first begins, if nothing was said yet.',
      body: z
        .strictObject({ first: SessionPath.shape.id, second: SessionPath.shape.id })
        .refine(({ first, second }) => first !== second, 'must be two sessions'),
      answer: { status: 201, schema: Paired },
      async handle({ c, body }) {
        const store = await place.store();
        for (const id of [body.first, body.second]) {
          const session = await sessions.open(id);
          const { archived } = await session.view();
          if (archived || session.module.talks !== 'agent') throw cannotTalk(id);
        }
        await host.pair(store, body);
        return c.json(body, 201);
      },
    }),
    operation({
      id: 'unpairSessions',
      method: 'delete',
      path: '/pairings',
      summary: 'Lets two sessions talk to each other no longer.',
      query: z.strictObject({ first: SessionPath.shape.id, second: SessionPath.shape.id }),
      answer: { status: 200, schema: Pairings },
      async handle({ c, query }) {
        await host.unpair(await place.store(), { ...query, by: personOf(c) });
        return c.json({ pairings: host.pairs });
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

function beyondHead(id: string, head: number, from: number): ServerError {
  return new ServerError('invalid-request', {
    expected: `to start at most at seq ${head + 1}, after the head of ${id}`,
    actual: `seq ${from}`,
    fix: 'Start at a lower seq. If you have seen that one, the session was deleted and made again since.',
  });
}

function cannotTalk(id: string): ServerError {
  return new ServerError('invalid-request', {
    expected: 'open sessions whose planners talk to another agent',
    actual: id,
    fix: 'Pair sessions whose planners draft messages.',
  });
}
