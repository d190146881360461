import { z } from 'zod';
import { exportJournal } from '../../journal/index.ts';
import { ServerError } from '../error.ts';
import { existingJournal } from '../existing-journal.ts';
import { feedFacts } from '../journal-events.ts';
import { Facts, Paired, Pairings } from './answers.ts';
import { type ApiSetting, askedSession, SessionPath } from './api-setting.ts';
import { FactMatches, FactsQuery, FilterQuery, filterOf, findFacts, matchesIn } from './fact-search.ts';
import { followHud } from './hud-events.ts';
import { type Operation, operation, wholeNumber } from './operation.ts';
import { parsed } from './request.ts';
import { TimelineAnswer } from './timeline.ts';

/** The facts of sessions: read, followed, taken away, and carried from one to another. */
export function journalOperations(setting: ApiSetting): readonly Operation[] {
  const { host, streams, place, shelf } = setting;
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
        const { view } = await askedSession(setting, path);
        const { head, session } = view;
        const range = {
          from: Math.max(query.from, 1),
          to: Math.min(query.to ?? head, head),
          limit: query.limit,
        };
        const asked = { filter: filterOf(query), signal: c.req.raw.signal };
        return c.json({ head, ...(await findFacts(session.journal, range, asked)) });
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
        const { view } = await askedSession(setting, path);
        const asked = { filter: filterOf(query), signal: c.req.raw.signal };
        return c.json(await matchesIn(view.session.journal, view.head, asked));
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
        const { view } = await askedSession(setting, path);
        return c.json(view.timeline.answer(view.works, query.buckets));
      },
    }),
    operation({
      id: 'followSession',
      method: 'get',
      path: '/sessions/:id/events',
      summary:
        'Server-sent events: fact (its seq is the id, for Last-Event-ID), hud, journal, redacted, deleted.',
      params: SessionPath,
      query: z.strictObject({ from: wholeNumber.default(1) }),
      answer: { media: 'text/event-stream' },
      async handle({ c, path, query }) {
        const { store } = await askedSession(setting, path);
        const { journal, summary } = await existingJournal(store, path.id);
        const seen = c.req.header('last-event-id');
        const from = seen ? parsed(wholeNumber, seen, 'query') + 1 : query.from;
        if (from > summary.head + 1) throw beyondHead(summary.id, summary.head, from);
        return streams.open(c, (feed) => {
          const ends = [
            feedFacts(store, { journal, summary, from }, feed),
            followHud(host.hud, path.id, feed),
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
        const { store } = await askedSession(setting, path);
        const lines = exportJournal(store, path.id);
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
          const { session, ledger } = await shelf.view(store, id);
          if (ledger.archived || !takesMessages(session.entry.family.triggers)) throw cannotTalk(id);
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
        await host.unpair(await place.store(), { ...query, by: setting.personOf(c) });
        return c.json({ pairings: host.pairs });
      },
    }),
  ];
}

function takesMessages(triggers: readonly { readonly on: string }[]): boolean {
  return triggers.some(({ on }) => on === 'remote_received');
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
    fix: 'Pair sessions of the drafter or the scenario planner.',
  });
}
