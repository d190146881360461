import { recordConnected, recordDisconnected } from '../../host/a2a/connected/agent-link.ts';
import { isSet } from '../../host/config/settings.ts';
import { checkTransport } from '../../host/transport.ts';
import type { OpenSession } from '../open-session.ts';

/**
 * Connects a session to the agent of a card, after reading the card: an address without an agent is refused.
 * Private addresses need the permission of whoever runs this process.
 */
export async function connectSession(session: OpenSession, cardUrl: string, by: string): Promise<void> {
  const { journal, store, readSecret, env } = session;
  await checkTransport(store, journal, 'agent');
  const allowPrivate = isSet(env.WAYFOLD_ALLOW_PRIVATE);
  // The protocol's library is slow to load, and few sessions need it.
  const [{ agentOptions }, { openRemoteAgent }] = await Promise.all([
    import('../../host/a2a/connected/connected-session.ts'),
    import('../../host/a2a/connected/remote-agent.ts'),
  ]);
  const { name, url } = await openRemoteAgent(agentOptions({ cardUrl, allowPrivate }, readSecret));
  await recordConnected(journal, { cardUrl: url, name: name.slice(0, MAX_NAME_LENGTH), allowPrivate }, by);
  await session.host();
}

const MAX_NAME_LENGTH = 512;

/** Disconnects it. The conversation stays. */
export async function disconnectSession({ journal }: OpenSession, by: string): Promise<void> {
  await recordDisconnected(journal, by);
}
