import { isFinal } from '../../harness/conversation/task-status.ts';
import { STATUS_WORDS } from '../../harness/module/status-words.ts';
import { type Transport, transportOf } from '../../host/transport.ts';
import { SessionsError } from '../error.ts';
import type { OpenSession } from '../open-session.ts';
import type { SessionView } from '../view/session-view.ts';

/** Commands that continue a conversation, which are refused once it has ended. */
export const CONTINUING_COMMANDS: ReadonlySet<string> = new Set(['receive', 'write', 'guide', 'retry']);

/** Throws if a conversation with another agent has ended: it ends once, and nothing more is planned. */
export function checkOpen({ module, ledger }: Pick<SessionView, 'module' | 'ledger'>): void {
  if (module.talks !== 'agent' || !isFinal(ledger.status)) return;
  throw new SessionsError('conversation-ended', {
    summary: `This conversation has ended: ${STATUS_WORDS[ledger.status].toLowerCase()}.`,
    fix: 'Nothing was done. Fork the session from an earlier message to continue from there, or start another one.',
  });
}

/** Throws if a transport delivers the other side's messages: nobody may add one in its name. */
export async function checkIngested({
  store,
  journal,
}: Pick<OpenSession, 'store' | 'journal'>): Promise<void> {
  const transport = await transportOf(store, journal);
  if (transport === undefined) return;
  throw new SessionsError('transport-in-use', {
    summary: `Messages of the other side come from ${sourceText(transport)}.`,
    fix: 'Nothing was done. To reply for this side, use write; to pass messages on yourself, remove the connection or fork the session.',
  });
}

function sourceText(transport: Transport): string {
  switch (transport.type) {
    case 'session':
      return `the session ${transport.session}, which this one is paired with`;
    case 'callers':
      return 'whoever calls this published session';
    case 'agent':
      return `${transport.name}, which this session is connected to`;
    default:
      return transport satisfies never;
  }
}
