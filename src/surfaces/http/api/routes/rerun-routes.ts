import type { Context } from 'hono';
import { z } from 'zod';
import type { Planner } from '../../../../harness/planner.ts';
import { reconfigurePlanner } from '../../../../harness/setup/reconfigure.ts';
import { createHostSession } from '../../../../host/session.ts';
import type { Llm } from '../../../../model/llm.ts';
import { SetupValues, Title } from '../../../../sessions/commands/commands.ts';
import { configFromValues, setupSnapshot } from '../../../../sessions/commands/setup.ts';
import type { OpenSession } from '../../../../sessions/open-session.ts';
import { shortName } from '../../../../sessions/short-name.ts';
import { ServerError } from '../../error.ts';
import { type ApiContext, created, NewId, SessionPath } from '../api-context.ts';
import { IdempotencyCache } from '../idempotency-cache.ts';
import { type Operation, operation } from '../operation.ts';
import { requestKey } from '../request.ts';
import { SessionAnswer } from '../responses/response-schemas.ts';

const Rerun = z.strictObject({
  atSeq: z.int().min(1).describe('The last shared fact: for a pass, its target.'),
  model: z.string().trim().min(1).max(200).exactOptional().describe('Another model, if the planner has one.'),
  values: SetupValues.exactOptional().describe('Other values for fields of the setup form.'),
  title: Title.exactOptional(),
  id: NewId.exactOptional(),
});
type Rerun = z.infer<typeof Rerun>;

const Duplicate = z.strictObject({ title: Title.exactOptional(), id: NewId.exactOptional() });
type Duplicate = z.infer<typeof Duplicate>;

/** The routes for rerunning from a moment of a session, and for duplicating one. */
export function rerunRoutes(context: ApiContext): readonly Operation[] {
  const { sessions, personOf } = context;
  const done = new IdempotencyCache();
  /** Responds with the session that `begin` derives from another one, once for each key. */
  const respond = async <Body extends object>(
    { c, path, body }: { readonly c: Context; readonly path: { readonly id: string }; readonly body: Body },
    begin: (context: ApiContext, session: OpenSession, wanted: Body & { by: string }) => Promise<string>,
  ): Promise<Response> => {
    const session = await sessions.open(path.id);
    const key = requestKey(c);
    const name = key === undefined ? undefined : `${path.id} ${key}`;
    const wanted = { ...body, by: personOf(c) };
    const id = await done.once(name, body, () => begin(context, session, wanted));
    return await created(c, context, await sessions.open(id));
  };
  return [
    operation({
      id: 'rerunSession',
      route: 'POST /sessions/:id/rerun',
      summary: 'Forks a session at a moment, changes the setup of the copy, and plans again from there.',
      takesKey: true,
      params: SessionPath,
      body: Rerun,
      answer: { status: 201, schema: SessionAnswer },
      handle: (asked) => respond(asked, rerun),
    }),
    operation({
      id: 'duplicateSession',
      route: 'POST /sessions/:id/duplicate',
      summary: 'A new session with the same planner and setup, without the messages.',
      takesKey: true,
      params: SessionPath,
      body: Duplicate,
      answer: { status: 201, schema: SessionAnswer },
      handle: (asked) => respond(asked, duplicate),
    }),
  ];
}

/** The setup is validated first, so that an invalid one leaves no session behind. */
async function rerun(
  { sessions, llm }: ApiContext,
  from: OpenSession,
  {
    atSeq,
    model,
    values = {},
    title,
    id = `${from.id.slice(0, 110)}.rerun-${shortName()}`,
    by,
  }: Rerun & { by: string },
): Promise<string> {
  const then = await from.view(atSeq);
  const { planner } = then.session.entry;
  if (model !== undefined) await checkModelField(planner, llm);
  const wanted = { ...values, ...(model !== undefined && { model }) };
  const initial = await from.appliedConfig(then);
  const { config, ready } = await configFromValues(planner, wanted, { llm, initial });
  const goesOn = await continues(from, atSeq);
  const copy = await sessions.fork(from.id, atSeq, id);
  await copy.do({ type: 'rename', title: title ?? `${then.title}, again from ${atSeq}` }, { by });
  const mode = then.configured?.mode;
  const setup = { planner, config, ready, ...(mode && { mode }), by };
  await reconfigurePlanner(copy.journal, { ...setup, rewind: !goesOn });
  if (goesOn) await copy.do({ type: CONTINUE }, { by });
  await copy.host();
  return id;
}

/** The command that continues work which a rewind does not undo. */
const CONTINUE = 'continue';

/** Whether a copy has work to continue. If it has none yet, it is planned. */
async function continues({ module, journal }: OpenSession, atSeq: number): Promise<boolean> {
  if (!Object.hasOwn(module.commands, CONTINUE)) return false;
  for await (const page of journal.facts({ to: atSeq }).pages()) {
    if (page.some(({ type }) => module.keeps.includes(type))) return true;
  }
  return false;
}

/** A planner without a model has none to choose. */
async function checkModelField(planner: Planner, llm: Llm): Promise<void> {
  const { fields } = await setupSnapshot(planner, {}, { llm, checks: false });
  if (fields.some(({ key }) => key === 'model')) return;
  throw new ServerError('invalid-request', {
    summary: `The setup of ${planner.name} names no model.`,
    fix: 'Nothing was done. Leave the model out, or change other values of its setup.',
  });
}

/** Uses the recorded setup, without loading its links again. */
async function duplicate(
  { sessions: { registry }, host }: ApiContext,
  session: OpenSession,
  { title, id = `${session.module.id}:${shortName()}`, by }: Duplicate & { by: string },
): Promise<string> {
  const { store } = session;
  const view = await session.view();
  const applied = await session.appliedConfig(view);
  const mode = view.configured?.mode;
  await createHostSession(store, registry, {
    id,
    title: title ?? view.title,
    plannerId: session.module.id,
    ...applied,
    ...(applied && mode && { mode }),
    by,
  });
  await host.host(store, id);
  return id;
}
