import type { ConversationJournal } from '../facts.ts';
import type { A2aConnection, ConnectOptions } from './connection.ts';
import { openRemoteAgent } from './remote-agent.ts';
import { talkTo } from './talk-to.ts';

/**
 * Connects a conversation to an agent by its card. A running task is resumed; if the conversation has not started,
 * it is our turn.
 */
export async function connectA2a(
  journal: ConversationJournal,
  options: ConnectOptions,
): Promise<A2aConnection> {
  return await talkTo(await openRemoteAgent(options), journal, options);
}
