import { z } from 'zod';
import { PlannerMode } from '../../harness/facts.ts';
import { feedNothing } from '../journal-events.ts';
import { Done, Inbox, Planners, SessionAnswer, Sessions, Snapshot } from './answers.ts';
import { type ApiSetting, askedSession, SessionPath } from './api-setting.ts';
import { Command, commandsOf, Seed, SetupValues, Title } from './command.ts';
import { inboxOf } from './inbox.ts';
import { beginSession, forkName, forkSession, NewId } from './new-session.ts';
import { type Operation, operation, wholeNumber } from './operation.ts';
import { Receipts } from './receipts.ts';
import { requestKey } from './request.ts';
import { runCommand } from './run-command.ts';
import { modelLabel, sessionAnswer } from './session-answer.ts';
import { sessionLine } from './session-digest.ts';
import { feedSessions } from './session-events.ts';
import { appliedConfig, snapshotOf } from './setup.ts';

const SetupBody = z.strictObject({ values: SetupValues });

/** Listing sessions, beginning them, and what people do in them. */
export function sessionOperations(setting: ApiSetting): readonly Operation[] {
  const { registry, llm, host, shelf, place, streams, current, personOf } = setting;
  const model = modelLabel(llm);
  const receipts = new Receipts();
  return [
    operation({
      id: 'listPlanners',
      method: 'get',
      path: '/planners',
      summary: 'Every planner, with its setup card as nobody has filled it in.',
      answer: { status: 200, schema: Planners },
      async handle({ c }) {
        const planners = await Promise.all(
          registry.entries.map(async ({ planner, description }) => ({
            id: planner.id,
            name: planner.name,
            description,
            commands: commandsOf(planner.id),
            setup: await snapshotOf(planner, {}, { llm }),
          })),
        );
        return c.json({ model, planners });
      },
    }),
    operation({
      id: 'evaluatePlannerSetup',
      method: 'post',
      path: '/planners/:plannerId/setup',
      summary: 'The setup card of a planner with these values in it. Nothing is applied.',
      params: z.strictObject({ plannerId: z.string().max(100) }),
      body: SetupBody,
      answer: { status: 200, schema: Snapshot },
      handle: async ({ c, path, body }) =>
        c.json(await snapshotOf(registry.get(path.plannerId).planner, body.values, { llm })),
    }),
    operation({
      id: 'listSessions',
      method: 'get',
      path: '/sessions',
      summary: 'The sessions of the store, the one that something happened in last first.',
      query: z.strictObject({
        q: z.string().max(200).optional().describe('Only those with this in their title, id or planner.'),
        planner: z.string().max(100).optional(),
        archived: z.enum(['true', 'false']).optional().describe('Only archived ones, or only others.'),
      }),
      answer: { status: 200, schema: Sessions },
      async handle({ c, query }) {
        const words = (query.q ?? '').toLowerCase().split(/\s+/).filter(Boolean);
        const sessions = [];
        for (const digest of await shelf.digests(await current())) {
          const line = sessionLine(digest, host);
          const text = `${line.title} ${line.id} ${line.plannerName} ${line.plannerId}`.toLowerCase();
          const isWanted =
            words.every((word) => text.includes(word)) &&
            (query.planner === undefined || query.planner === line.plannerId) &&
            (query.archived === undefined || query.archived === String(line.archived));
          if (isWanted) sessions.push(line);
        }
        sessions.sort((a, b) => b.lastActivity.localeCompare(a.lastActivity) || a.id.localeCompare(b.id));
        return c.json({ model, sessions });
      },
    }),
    operation({
      id: 'followSessions',
      method: 'get',
      path: '/sessions/events',
      summary:
        'Server-sent events: ready, then session (a line of the list) for each that changed, and gone for one that was deleted.',
      answer: { media: 'text/event-stream' },
      async handle({ c }) {
        const store = await place.existing();
        return streams.open(c, (feed) =>
          store ? feedSessions(store, { shelf, host }, feed) : feedNothing(place, feed),
        );
      },
    }),
    operation({
      id: 'createSession',
      method: 'post',
      path: '/sessions',
      summary: 'Begins a session. Without a config somebody has to set it up before it plans.',
      takesKey: true,
      body: z.strictObject({
        title: Title,
        plannerId: z.string().max(100),
        id: NewId.exactOptional().describe('Made of the planner and six letters unless given.'),
        config: Seed.exactOptional().describe('The setup as a link carries it; {} for the usual one.'),
        mode: PlannerMode.exactOptional(),
      }),
      answer: { status: 201, schema: SessionAnswer },
      async handle({ c, body }) {
        const key = requestKey(c);
        const store = await place.store();
        const id = await receipts.once(key, body, () =>
          beginSession(setting, store, { ...body, key, by: personOf(c) }),
        );
        const view = await shelf.view(store, id);
        c.header('Location', `/api/sessions/${id}`);
        return c.json(await sessionAnswer(view, { host, llm }), 201);
      },
    }),
    operation({
      id: 'showSession',
      method: 'get',
      path: '/sessions/:id',
      summary: 'A session as it stands, or as it was right after the fact at a seq.',
      params: SessionPath,
      query: z.strictObject({ at: wholeNumber.optional() }),
      answer: { status: 200, schema: SessionAnswer },
      async handle({ c, path, query: { at } }) {
        const store = await current();
        const view = await (at === undefined ? shelf.view(store, path.id) : shelf.viewAt(store, path.id, at));
        return c.json(await sessionAnswer(view, { host, llm, at }));
      },
    }),
    operation({
      id: 'command',
      method: 'post',
      path: '/sessions/:id/commands',
      summary:
        'Does something in a session. Of decisions that exclude each other one stands; the others are a 409.',
      takesKey: true,
      params: SessionPath,
      body: Command,
      answer: { status: 200, schema: Done },
      async handle({ c, path, body }) {
        const { store, view } = await askedSession(setting, path);
        const key = requestKey(c);
        const name = key === undefined ? undefined : `${path.id} ${view.createdAt} ${key}`;
        const { facts, head } = await receipts.once(name, body, () =>
          runCommand(body, { store, view, host, llm, key, by: personOf(c) }),
        );
        return c.json({ model, head, facts });
      },
    }),
    operation({
      id: 'evaluateSetup',
      method: 'post',
      path: '/sessions/:id/setup',
      summary: 'The setup card of a session with these values on top of what is applied. Nothing is changed.',
      params: SessionPath,
      body: SetupBody,
      answer: { status: 200, schema: Snapshot },
      async handle({ c, path, body }) {
        const { view } = await askedSession(setting, path);
        const { planner } = view.session.entry;
        return c.json(await snapshotOf(planner, body.values, { llm, initial: await appliedConfig(view) }));
      },
    }),
    operation({
      id: 'forkSession',
      method: 'post',
      path: '/sessions/:id/fork',
      summary: 'A session of its own with the same facts up to a seq.',
      params: SessionPath,
      body: z.strictObject({ atSeq: z.int().min(1), id: NewId.exactOptional() }),
      answer: { status: 201, schema: SessionAnswer },
      async handle({ c, path, body: { atSeq, id = forkName(path.id) } }) {
        const { store, view } = await askedSession(setting, path);
        await forkSession(view, atSeq, id);
        const forked = await shelf.view(store, id);
        if (host.isHosted(path.id)) await host.host(store, id);
        c.header('Location', `/api/sessions/${id}`);
        return c.json(await sessionAnswer(forked, { host, llm }), 201);
      },
    }),
    operation({
      id: 'inbox',
      method: 'get',
      path: '/inbox',
      summary: 'Everything that waits for a person, across all sessions, what happened last first.',
      answer: { status: 200, schema: Inbox },
      async handle({ c }) {
        const { pause, items } = await inboxOf(await current(), shelf);
        return c.json({ model, pause, items });
      },
    }),
  ];
}
