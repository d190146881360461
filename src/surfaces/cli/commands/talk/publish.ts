import { localUser } from '../../../../host/local-user.ts';
import type { FactStore } from '../../../../journal/store.ts';
import type { OpenSession } from '../../../../sessions/open-session.ts';
import { setupFromFlags } from '../../aliases/setup-flags.ts';
import { withSessions } from '../../config/open-sessions.ts';
import type { Invocation } from '../../invocation.ts';
import { checkPlanner } from '../session/other-planner.ts';
import { createTalkSession, type PlannerChoice } from './talk-session.ts';

export interface PublishOptions extends PlannerChoice {
  readonly name?: string;
  readonly description?: string;
}

/**
 * Publishes a session to other agents, on every server of this store. With a planner, creates the session if necessary.
 */
export async function publish(
  invocation: Invocation,
  id: string,
  options: PublishOptions,
): Promise<undefined> {
  const { output } = invocation;
  const { planner, name, description } = options;
  await withSessions(invocation, { create: planner !== undefined }, async (sessions, store) => {
    const known = planner === undefined ? await sessions.open(id) : await sessions.find(id);
    const session =
      known ?? (await createTalkSession(invocation, { sessions, store, id, title: name ?? id }, options));
    checkPlanner(session, planner);
    await setUp(invocation, store, session, options);
    const named = { ...(name !== undefined && { name }), ...(description !== undefined && { description }) };
    await session.do({ type: 'publish', ...named }, { by: localUser() });
  });
  const card = `/a2a/${encodeURIComponent(id)}/.well-known/agent-card.json`;
  if (output.json) await output.value({ session: id, published: true, card });
  else await output.line(`${id} is published. Its card is at ${card} of \`wayfold up\`.`);
  return undefined;
}

/** An existing session may never have been set up, and would keep callers waiting. */
async function setUp(
  invocation: Invocation,
  store: FactStore,
  session: OpenSession,
  options: PublishOptions,
): Promise<void> {
  const { archived, configured } = await session.view();
  if (archived || configured !== undefined) return;
  const config = await setupFromFlags(session.module.id, options, { invocation, store });
  const mode = options.auto ? 'auto' : 'approve';
  await session.do({ type: 'configure', config, mode }, { by: localUser() });
}

export async function unpublish(invocation: Invocation, id: string): Promise<undefined> {
  const { output } = invocation;
  const was = await withSessions(invocation, { create: false }, async (sessions) => {
    const { facts } = await (await sessions.open(id)).do({ type: 'unpublish' }, { by: localUser() });
    return facts.length > 0;
  });
  if (output.json) await output.value({ session: id, published: false });
  else await output.line(was ? `${id} is no longer published.` : `${id} was not published.`);
  return undefined;
}
