import { conversationProjection } from '../harness/conversation.ts';
import { A2aStatus } from '../harness/facts.ts';
import { momentOf } from '../harness/module/module-moment.ts';
import type { Moment } from '../harness/module/planner-module.ts';
import { isFinal } from '../harness/status-kinds.ts';
import type { RetryOptions } from '../kernel/delivery.ts';
import { follow } from '../kernel/follow.ts';
import type { Session } from './session.ts';

/** Whatever sees to the end of a conversation. */
export interface ConversationEnd {
  idle(): Promise<void>;
  close(): void;
}

/**
 * Records the end of a conversation with another agent once the `status` of the planner's module says that it is over.
 * From then on nothing is planned, and whatever carries messages gives nobody the turn. A draft that waits is decided on
 * first.
 */
export function recordConversationEnd(
  { journal, entry: { module, family, planner } }: Session,
  { setup, ...options }: RetryOptions & { setup(): Pick<Moment, 'config' | 'loaded'> },
): ConversationEnd {
  if (module.talks !== 'agent') return { idle: async () => {}, close() {} };
  const following = follow(journal, conversationProjection(family, { state: planner.state }), options);
  following.subscribe(
    async () => {
      const { head } = following;
      const { ledger, lastFactSeq, nativeFrom, plannerState: state } = following.state;
      const isOpen = ledger.status !== undefined && !isFinal(ledger.status) && !ledger.archived;
      if (!isOpen || ledger.drafts.open.length > 0 || lastFactSeq < nativeFrom) return;
      const end = A2aStatus.safeParse(
        module.status(momentOf(module, { state, ...setup(), head, nativeFrom })),
      ).data;
      if (isFinal(end)) await journal.append([{ type: 'status_changed', a2a: end }], { expectedSeq: head });
    },
    { now: true },
  );
  return { idle: () => following.caughtUp(), close: () => following.close() };
}
