import { z } from 'zod';
import type { Planner } from '../../harness/planner.ts';
import { reconfigurePlanner } from '../../harness/reconfigure.ts';
import { createSession } from '../../host/session.ts';
import type { FactStore } from '../../journal/store.ts';
import type { Llm } from '../../model/llm.ts';
import { loadTaskPlan } from '../../planners/tasks/task-plan.ts';
import { ServerError } from '../error.ts';
import { SessionAnswer } from './answers.ts';
import { type ApiSetting, askedSession, SessionPath } from './api-setting.ts';
import { SetupValues, Title } from './command.ts';
import { forkSession, NewId } from './new-session.ts';
import { type Operation, operation } from './operation.ts';
import { Receipts } from './receipts.ts';
import { requestKey } from './request.ts';
import { sessionAnswer } from './session-answer.ts';
import type { SessionView } from './session-view.ts';
import { appliedConfig, configFromValues, snapshotOf } from './setup.ts';
import { shortName } from './short-name.ts';
import { continueTasks } from './task-command.ts';

const Rerun = z.strictObject({
  atSeq: z.int().min(1).describe('The last fact that both have: of a pass, its target.'),
  model: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .exactOptional()
    .describe('Another model, where the planner has one.'),
  values: SetupValues.exactOptional().describe('What fields of the setup card hold instead.'),
  title: Title.exactOptional(),
  id: NewId.exactOptional(),
});
type Rerun = z.infer<typeof Rerun>;

const Duplicate = z.strictObject({ title: Title.exactOptional(), id: NewId.exactOptional() });
type Duplicate = z.infer<typeof Duplicate>;

/** Going another way from a moment of a session, and beginning one like it. */
export function againOperations(setting: ApiSetting): readonly Operation[] {
  const { host, llm, shelf, personOf } = setting;
  const receipts = new Receipts();
  return [
    operation({
      id: 'rerunSession',
      method: 'post',
      path: '/sessions/:id/rerun',
      summary: 'Forks a session at a moment, sets the copy up otherwise, and has it planned from there.',
      takesKey: true,
      params: SessionPath,
      body: Rerun,
      answer: { status: 201, schema: SessionAnswer },
      async handle({ c, path, body }) {
        const { store } = await askedSession(setting, path);
        const by = personOf(c);
        const id = await receipts.once(named(path.id, requestKey(c)), body, () =>
          rerun(setting, store, path.id, { ...body, by }),
        );
        c.header('Location', `/api/sessions/${id}`);
        return c.json(await sessionAnswer(await shelf.view(store, id), { host, llm }), 201);
      },
    }),
    operation({
      id: 'duplicateSession',
      method: 'post',
      path: '/sessions/:id/duplicate',
      summary: 'A new session with the same planner and setup, in which nothing was said yet.',
      takesKey: true,
      params: SessionPath,
      body: Duplicate,
      answer: { status: 201, schema: SessionAnswer },
      async handle({ c, path, body }) {
        const { store, view } = await askedSession(setting, path);
        const by = personOf(c);
        const id = await receipts.once(named(path.id, requestKey(c)), body, () =>
          duplicate(setting, store, view, { ...body, by }),
        );
        c.header('Location', `/api/sessions/${id}`);
        return c.json(await sessionAnswer(await shelf.view(store, id), { host, llm }), 201);
      },
    }),
  ];
}

function named(session: string, key: string | undefined): string | undefined {
  return key === undefined ? undefined : `${session} ${key}`;
}

/** The setup is tried before anything is made: one that does not work leaves no session behind. */
async function rerun(
  { shelf, llm, host }: ApiSetting,
  store: FactStore,
  from: string,
  {
    atSeq,
    model,
    values = {},
    title,
    id = `${from.slice(0, 110)}.rerun-${shortName()}`,
    by,
  }: Rerun & { by: string },
): Promise<string> {
  const then = await shelf.viewAt(store, from, atSeq);
  const { planner } = then.session.entry;
  if (model !== undefined) await checkModelField(planner, llm);
  const wanted = { ...values, ...(model !== undefined && { model }) };
  const { config, ready } = await configFromValues(planner, wanted, {
    llm,
    initial: await appliedConfig(then),
  });
  await forkSession(then, atSeq, id);
  const { session } = await shelf.view(store, id);
  const { journal } = session;
  const called = title ?? `${then.title}, again from ${atSeq}`;
  await journal.append([{ type: 'session_renamed', title: called, by }]);
  const mode = then.configured?.mode;
  // Tasks are not undone by going back: a plan that is there goes on. Without one the planner makes it.
  const goesOn = planner.id === 'tasks' && (await loadTaskPlan(journal)).planner.state.nextId > 1;
  await reconfigurePlanner(journal, { planner, config, ready, ...(mode && { mode }), rewind: !goesOn, by });
  if (goesOn) await continueTasks(store, await shelf.view(store, id));
  await host.host(store, id);
  return id;
}

/** A planner that asks no model of its own has none to choose. */
async function checkModelField(planner: Planner, llm: Llm): Promise<void> {
  const { fields } = await snapshotOf(planner, {}, { llm });
  if (fields.some(({ key }) => key === 'model')) return;
  throw new ServerError('invalid-request', {
    expected: 'a planner whose setup names a model',
    actual: `${planner.name}, whose setup names none`,
    fix: 'Nothing was done. Leave the model out, or change other values of its setup.',
  });
}

async function duplicate(
  { registry, host }: ApiSetting,
  store: FactStore,
  view: SessionView,
  { title = view.title, id, by }: Duplicate & { by: string },
): Promise<string> {
  const { planner } = view.session.entry;
  const applied = await appliedConfig(view);
  const wanted = { id: id ?? `${planner.id}:${shortName()}`, title, plannerId: planner.id, by };
  const { journal } = await createSession(store, registry, wanted);
  const mode = view.configured?.mode;
  if (applied) await reconfigurePlanner(journal, { planner, ...applied, ...(mode && { mode }), by });
  await host.host(store, journal.id);
  return journal.id;
}
