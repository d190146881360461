import { agentLinkOf } from '../../../../host/a2a/connected/agent-link.ts';
import { openHostJournal, recordHosted } from '../../../../host/engine/host-fold.ts';
import { localUser } from '../../../../host/local-user.ts';
import { withSessions } from '../../config/open-sessions.ts';
import { allowingPrivate, type Invocation, orInterrupted } from '../../invocation.ts';
import { checkPlanner } from '../session/other-planner.ts';
import { createTalkSession, type PlannerChoice } from './talk-session.ts';

export interface ConnectOptions extends PlannerChoice {
  readonly allowPrivate?: boolean;
}

/**
 * Connects a session to another agent through the servers of the store. With a planner, creates the session if
 * necessary.
 */
export async function connect(
  invocation: Invocation,
  id: string,
  cardUrl: string,
  options: ConnectOptions,
): Promise<undefined> {
  const { output } = invocation;
  const { planner, allowPrivate = false } = options;
  const allowing = allowPrivate ? allowingPrivate(invocation) : invocation;
  const name = await withSessions(allowing, { create: planner !== undefined }, async (sessions, store) => {
    const known = planner === undefined ? await sessions.open(id) : await sessions.find(id);
    // Checked first, so that an unreachable agent leaves no session behind.
    if (known === undefined) await orInterrupted(checkAgent(cardUrl, allowPrivate), invocation.signal);
    const session =
      known ?? (await createTalkSession(invocation, { sessions, store, id, title: id }, options));
    checkPlanner(session, planner);
    await session.do({ type: 'connect', cardUrl }, { by: localUser() });
    await recordHosted(openHostJournal(store), id);
    return (await agentLinkOf(session.journal))?.name ?? cardUrl;
  });
  if (output.json) await output.value({ session: id, connected: true, agent: name });
  else await output.line(`${id} talks to ${name} while \`wayfold up\` runs.`);
  return undefined;
}

async function checkAgent(cardUrl: string, allowPrivate: boolean): Promise<void> {
  const [{ agentOptions }, { openRemoteAgent }] = await Promise.all([
    import('../../../../host/a2a/connected/connected-session.ts'),
    import('../../../../host/a2a/connected/remote-agent.ts'),
  ]);
  await openRemoteAgent(agentOptions({ cardUrl, allowPrivate }));
}

/** Disconnects a session from its agent. */
export async function disconnect(invocation: Invocation, id: string): Promise<undefined> {
  const { output } = invocation;
  const was = await withSessions(invocation, { create: false }, async (sessions) => {
    const { facts } = await (await sessions.open(id)).do({ type: 'disconnect' }, { by: localUser() });
    return facts.length > 0;
  });
  if (output.json) await output.value({ session: id, connected: false });
  else await output.line(was ? `${id} is no longer connected.` : `${id} was not connected.`);
  return undefined;
}
