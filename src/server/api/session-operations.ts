import { randomInt } from 'node:crypto';
import { z } from 'zod';
import { PlannerMode } from '../../harness/facts.ts';
import { reconfigurePlanner } from '../../harness/reconfigure.ts';
import { createSession } from '../../host/session.ts';
import { ServerError } from '../error.ts';
import { Done, Inbox, Planners, SessionAnswer, Sessions, Snapshot } from './answers.ts';
import { type ApiSetting, askedSession, SessionPath } from './api-setting.ts';
import { Command, commandsOf, Seed, SetupValues } from './command.ts';
import { type Operation, operation, wholeNumber } from './operation.ts';
import { runCommand } from './run-command.ts';
import { modelLabel, sessionAnswer } from './session-answer.ts';
import { sessionLine } from './session-digest.ts';
import { SessionView } from './session-view.ts';
import { appliedConfig, configFromSeed, snapshotOf } from './setup.ts';

const SetupBody = z.strictObject({ values: SetupValues });
const NewId = SessionPath.shape.id.refine((id) => !id.startsWith('wayfold:'), 'must not begin with wayfold:');
/** Where a session begins at the latest: its journal may have begun as something else. */
const FIRST_FACTS = 100;
const LETTERS = 'abcdefghjkmnpqrstvwxyz23456789';

/** A new name, short enough to type. */
function shortName(): string {
  return Array.from({ length: 6 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}

/** Listing sessions, beginning them, and what people do in them. */
export function sessionOperations(setting: ApiSetting): readonly Operation[] {
  const { registry, llm, host, shelf, place, current, personOf } = setting;
  const model = modelLabel(llm);
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
      id: 'createSession',
      method: 'post',
      path: '/sessions',
      summary: 'Begins a session. Without a config somebody has to set it up before it plans.',
      body: z.strictObject({
        title: z.string().trim().min(1).max(200),
        plannerId: z.string().max(100),
        id: NewId.exactOptional().describe('Made of the planner and six letters unless given.'),
        config: Seed.exactOptional().describe('The setup as a link carries it; {} for the usual one.'),
        mode: PlannerMode.exactOptional(),
      }),
      answer: { status: 201, schema: SessionAnswer },
      async handle({ c, body: { title, plannerId, config: seed, mode, id } }) {
        const { planner } = registry.get(plannerId);
        const store = await place.store();
        // Before anything is made: a setup that does not work leaves no session behind.
        const full = seed && (await configFromSeed(planner, seed, { llm, store }));
        const { journal } = await createSession(store, registry, {
          id: id ?? `${plannerId}:${shortName()}`,
          title,
          plannerId,
        });
        if (full) await reconfigurePlanner(journal, { planner, ...full, ...(mode && { mode }) });
        await host.host(store, journal.id);
        const view = await shelf.view(store, journal.id);
        c.header('Location', `/api/sessions/${journal.id}`);
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
        const { view } = await askedSession(setting, path);
        const shown = at === undefined ? view : await SessionView.at(view.session, at);
        return c.json(await sessionAnswer(shown, { host, llm, at }));
      },
    }),
    operation({
      id: 'command',
      method: 'post',
      path: '/sessions/:id/commands',
      summary:
        'Does something in a session. Of decisions that exclude each other one stands; the others are a 409.',
      params: SessionPath,
      body: Command,
      answer: { status: 200, schema: Done },
      async handle({ c, path, body }) {
        const { store, view } = await askedSession(setting, path);
        const { facts, head } = await runCommand(body, { store, view, host, llm, by: personOf(c) });
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
      async handle({ c, path, body: { atSeq, id = `${path.id.slice(0, 110)}.fork-${shortName()}` } }) {
        const { store, view } = await askedSession(setting, path);
        const { journal } = view.session;
        const first = await journal.facts({ to: Math.min(atSeq, FIRST_FACTS) });
        if (!first.some(({ type }) => type === 'session_created')) throw withoutBeginning(path.id, atSeq);
        await journal.fork(atSeq, id);
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
        const digests = await shelf.digests(await current());
        const items = digests.flatMap(({ id: session, title, plannerId, lastActivity, waiting }) =>
          waiting.map((each) => ({ session, title, plannerId, lastActivity, waiting: each })),
        );
        items.sort((a, b) => b.lastActivity.localeCompare(a.lastActivity));
        return c.json({ model, items });
      },
    }),
  ];
}

function withoutBeginning(id: string, atSeq: number): ServerError {
  return new ServerError('invalid-request', {
    expected: `a seq of ${id} at which it is a session already`,
    actual: `${atSeq}, before it began`,
    fix: 'Fork it at a later seq.',
  });
}
