import { z } from 'zod';
import { PlannerMode } from '../../../../harness/facts.ts';
import { ConfigSnapshot } from '../../../../harness/setup/config-store.ts';
import type { Envelope } from '../../../../journal/fact.ts';
import { sha256 } from '../../../../journal/integrity/sha256.ts';
import { Seed, SetupValues, Title } from '../../../../sessions/commands/commands.ts';
import { plannerToSetUp } from '../../../../sessions/commands/do-command.ts';
import { setupSnapshot } from '../../../../sessions/commands/setup.ts';
import { ownCommandReply } from '../../../../sessions/commands/turn.ts';
import type { OpenSession } from '../../../../sessions/open-session.ts';
import { inboxOf } from '../../../../sessions/waiting/inbox.ts';
import { feedNothing } from '../../feeds/journal-feed.ts';
import { type ApiContext, created, NewId, SessionPath } from '../api-context.ts';
import { IdempotencyCache } from '../idempotency-cache.ts';
import { feedSessions } from '../live/session-feed.ts';
import { integerParameter, type Operation, operation } from '../operation.ts';
import { requestKey } from '../request.ts';
import { commandUnion, ExpectedVersion } from '../responses/command-union.ts';
import { newSessionUnion } from '../responses/new-session-union.ts';
import { Done, Inbox, SessionAnswer, Sessions } from '../responses/response-schemas.ts';
import { modelLabel, sessionLine, sessionResponse } from '../responses/session-response.ts';

/** The fields of a new session, for every planner. */
const NewSessionBody = z.strictObject({
  title: Title.exactOptional().describe('Default: what the planner finds, or the first line of the text.'),
  plannerId: z.string().max(100),
  id: NewId.exactOptional().describe('Default: the planner and six letters.'),
  config: Seed.exactOptional().describe('The setup in the form that a link carries; {} for the defaults.'),
  mode: PlannerMode.exactOptional(),
  text: z
    .string()
    .min(1)
    .max(200_000)
    .exactOptional()
    .describe('The first message; in a conversation, that of the other side.'),
  goal: z
    .string()
    .min(1)
    .max(200_000)
    .exactOptional()
    .describe(
      'Your goal: a message to the planner; in a conversation, private guidance for the first message.',
    ),
});

/** The routes for listing, creating and using sessions. */
export function sessionRoutes(context: ApiContext): readonly Operation[] {
  const { sessions, llm, host, place, streams, current, personOf } = context;
  const { registry } = sessions;
  const model = modelLabel(llm);
  const done = new IdempotencyCache();
  return [
    operation({
      id: 'listSessions',
      route: 'GET /sessions',
      summary: 'The sessions of the store, the most recently active first.',
      query: z.strictObject({
        q: z.string().max(200).optional().describe('Only those whose title, id or planner contains this.'),
        planner: z.string().max(100).optional(),
        archived: z.enum(['true', 'false']).optional().describe('Only archived ones, or only others.'),
      }),
      answer: { status: 200, schema: Sessions },
      async handle({ c, query }) {
        const words = (query.q ?? '').toLowerCase().split(/\s+/).filter(Boolean);
        const lines = (await sessions.list())
          .map((summary) => sessionLine(summary, { host, registry }))
          .filter(({ title, id, plannerName, plannerId, archived }) => {
            const text = `${title} ${id} ${plannerName} ${plannerId}`.toLowerCase();
            return (
              words.every((word) => text.includes(word)) &&
              (query.planner === undefined || query.planner === plannerId) &&
              (query.archived === undefined || query.archived === String(archived))
            );
          })
          .toSorted((a, b) => b.lastActivity.localeCompare(a.lastActivity) || a.id.localeCompare(b.id));
        return c.json({ model, sessions: lines });
      },
    }),
    operation({
      id: 'followSessions',
      route: 'GET /sessions/events',
      summary:
        'Server-sent events: ready, then session (a line of the list) for each that changed, and gone for one that was deleted.',
      answer: { media: 'text/event-stream' },
      async handle({ c }) {
        const store = await place.existing();
        return streams.open(c, (feed) =>
          store ? feedSessions(store, context, feed) : feedNothing(place, feed),
        );
      },
    }),
    operation({
      id: 'createSession',
      route: 'POST /sessions',
      summary: 'Creates a session. Without a config somebody has to set it up before it plans.',
      takesKey: true,
      body: NewSessionBody,
      bodyJson: () => newSessionUnion(registry, NewSessionBody),
      answer: { status: 201, schema: SessionAnswer },
      async handle({ c, body }) {
        const key = requestKey(c);
        const { plannerId, ...wanted } = body;
        const begun = { planner: plannerId, ...wanted, key: storedKey(key), by: personOf(c) };
        const id = await done.once(key, body, async () => (await sessions.create(begun)).id);
        return await created(c, context, await sessions.open(id));
      },
    }),
    operation({
      id: 'showSession',
      route: 'GET /sessions/:id',
      summary: 'A session as it is, or as it was right after the fact at a seq.',
      params: SessionPath,
      query: z.strictObject({ at: integerParameter.optional() }),
      answer: { status: 200, schema: SessionAnswer },
      async handle({ c, path, query: { at } }) {
        const session = await sessions.open(path.id);
        return c.json(await sessionResponse(session, await session.view(at), { ...context, at }));
      },
    }),
    operation({
      id: 'command',
      route: 'POST /sessions/:id/commands',
      summary:
        'Runs a command in a session. Of decisions that exclude each other one succeeds; the others are a 409.',
      takesKey: true,
      params: SessionPath,
      body: z.looseObject({ type: z.string().min(1).max(100), expected_version: ExpectedVersion }),
      bodyJson: () => commandUnion(registry),
      answer: { status: 200, schema: Done },
      async handle({ c, path, body }) {
        const session = await sessions.open(path.id);
        const key = requestKey(c);
        const { createdAt } = await session.view();
        const name = key === undefined ? undefined : `${path.id} ${createdAt} ${key}`;
        const { seqs, head } = await done.once(name, body, async () => {
          const { expected_version: expectedVersion, ...command } = body;
          const doer = { key: storedKey(key), by: personOf(c), expectedVersion };
          const { facts, head } = await session.do(command, doer);
          return { seqs: facts.map(({ seq }) => seq), head };
        });
        const facts = await factsAt(session.journal, seqs);
        const { expected_version: _, ...command } = body;
        const reply = ownCommandReply(await session.view(), command, { facts });
        return c.json({ model, head, facts, ...(reply !== undefined && { reply }) });
      },
    }),
    operation({
      id: 'evaluateSetup',
      route: 'POST /sessions/:id/setup',
      summary:
        'The setup form of a session with these values on top of the current ones. Nothing is changed.',
      params: SessionPath,
      body: z.strictObject({
        values: SetupValues,
        planner: z
          .string()
          .min(1)
          .max(256)
          .exactOptional()
          .describe('Another planner of the same kind, which could continue from here.'),
      }),
      answer: { status: 200, schema: ConfigSnapshot },
      async handle({ c, path, body }) {
        const session = await sessions.open(path.id);
        const { planner, initial } = await plannerToSetUp(session, await session.view(), body.planner);
        return c.json(await setupSnapshot(planner, body.values, { llm, initial }));
      },
    }),
    operation({
      id: 'forkSession',
      route: 'POST /sessions/:id/fork',
      summary: 'Forks a session: a new session with the same facts up to a seq.',
      params: SessionPath,
      body: z.strictObject({ atSeq: z.int().min(1), id: NewId.exactOptional() }),
      answer: { status: 201, schema: SessionAnswer },
      async handle({ c, path, body: { atSeq, id } }) {
        const forked = await sessions.fork(path.id, atSeq, id);
        if (host.isHosted(path.id)) await forked.host();
        return await created(c, context, forked);
      },
    }),
    operation({
      id: 'handOver',
      route: 'POST /sessions/:id/hand-over',
      summary:
        'Creates a session from what this one hands over under a key, and runs it. There is one per key.',
      params: SessionPath,
      body: z.strictObject({ key: z.string().min(1).max(256) }),
      answer: { status: 201, schema: SessionAnswer },
      async handle({ c, path, body: { key } }) {
        return await created(c, context, await sessions.handOver(path.id, key, personOf(c)));
      },
    }),
    operation({
      id: 'inbox',
      route: 'GET /inbox',
      summary: 'Everything that needs a person, across all sessions, the latest first.',
      answer: { status: 200, schema: Inbox },
      async handle({ c }) {
        const { pause, items } = await inboxOf(await current(), sessions);
        return c.json({ model, pause, items });
      },
    }),
  ];
}

/** The facts of a command as they are now: some may have been erased since. */
async function factsAt(
  journal: OpenSession['journal'],
  seqs: readonly number[],
): Promise<readonly Envelope[]> {
  const [from, to] = [seqs[0], seqs.at(-1)];
  if (from === undefined || to === undefined) return [];
  const wanted = new Set(seqs);
  return (await journal.facts({ from, to })).filter(({ seq }) => wanted.has(seq));
}

/** A client's idempotency key may contain any text and is stored for good, so only its hash is stored. */
function storedKey(key: string | undefined): string | undefined {
  return key === undefined ? undefined : sha256(key);
}
