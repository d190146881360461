import { type Conversation, conversationProjection } from '../harness/conversation/conversation.ts';
import { isFinal } from '../harness/conversation/task-status.ts';
import { A2aStatus } from '../harness/facts.ts';
import { momentOf } from '../harness/module/module-moment.ts';
import type { Moment } from '../harness/module/planner-module.ts';
import type { ProposedFact } from '../journal/fact.ts';
import type { RetryOptions } from '../kernel/projection/delivery.ts';
import { follow } from '../kernel/projection/follow.ts';
import type { Session } from './session.ts';

/** Handles the end of a conversation. */
export interface ConversationEnd {
  /** Whether the planner's module says that it is over, although that is not recorded yet. */
  isOver(conversation: Conversation): boolean;
  /** How it has ended once these facts are recorded; `undefined` if it continues. */
  after(facts: readonly ProposedFact[]): Promise<A2aStatus | undefined>;
  idle(): Promise<void>;
  close(): void;
}

/**
 * Records the end of a conversation with another agent once the `status` of the planner's module says that it is
 * over. After that nothing is planned, and transports give nobody the turn. A waiting draft is decided on first,
 * and what a person has asked for since is planned.
 */
export function recordConversationEnd(
  { journal, entry: { module, family, planner } }: Session,
  { setup, ...options }: RetryOptions & { setup(): Pick<Moment, 'config' | 'loaded'> },
): ConversationEnd {
  if (module.talks !== 'agent')
    return { isOver: () => false, after: async () => undefined, idle: async () => {}, close() {} };
  const following = follow(journal, conversationProjection(family, { state: planner.state }), options);
  const endOf = (conversation: Conversation): A2aStatus | undefined => {
    const { ledger, lastFactSeq, nativeFrom, plannerState: state, head } = conversation;
    const isOpen = ledger.status !== undefined && !isFinal(ledger.status) && !ledger.archived;
    if (!isOpen || ledger.drafts.open.length > 0 || lastFactSeq < nativeFrom) return undefined;
    if (isWanted(conversation)) return undefined;
    const status = module.status(momentOf(module, { state, ...setup(), head, nativeFrom }));
    const end = A2aStatus.safeParse(status).data;
    return isFinal(end) ? end : undefined;
  };
  following.subscribe(
    async () => {
      const { head, state } = following;
      const end = endOf(state);
      if (end) await journal.append([{ type: 'status_changed', a2a: end }], { expectedSeq: head });
    },
    { now: true },
  );
  return {
    isOver: (conversation) => endOf(conversation) !== undefined,
    async after(facts) {
      const now = await following.catchUp();
      const ts = new Date().toISOString();
      const stamped = facts.map((fact, at) => ({ id: '', v: 1, ts, ...fact, seq: now.head + at + 1 }));
      return endOf(stamped.reduce((before, fact) => before.accept(fact), now));
    },
    idle: () => following.caughtUp(),
    close: () => following.close(),
  };
}

/** Whether a person has asked for another draft, which can be written now. */
function isWanted({ triggers, family, ledger: { status } }: Conversation): boolean {
  const isByPerson = triggers
    .fired()
    .some(({ withdrawsDraft, takesDuplicates }) => withdrawsDraft || takesDuplicates);
  return isByPerson && family.gate({ status });
}
