import { isFinal } from '../../../harness/conversation/task-status.ts';
import { type A2aStatus, conversationFact } from '../../../harness/facts.ts';
import type { ProposedFact } from '../../../journal/fact.ts';
import { PersistentMap } from '../../../kernel/collections/persistent-map.ts';
import { stateOf } from '../../../kernel/projection/follow.ts';
import { erasedFact } from '../../../kernel/projection/kept-fields.ts';
import type { Projection } from '../../../kernel/projection/projection.ts';
import { a2aFact, type ConversationJournal } from '../facts.ts';

/** The task in which the other agent put one of our messages. */
export interface MessagePlace {
  readonly taskId: string | undefined;
  readonly contextId: string | undefined;
}

/** The messages that the other agent accepted, and their tasks: what a process that takes over has to know. */
export interface AcceptedMessages {
  readonly places: PersistentMap<string, MessagePlace>;
  /** The task, or only the context, of the latest message. */
  readonly latest: MessagePlace | undefined;
  readonly latestSeq: number;
  /** What the agent has said about the task since it accepted the latest message. */
  readonly status: A2aStatus | undefined;
  /** A running task when somebody here cancelled the conversation: the agent has to be told. */
  readonly cancelled: string | undefined;
  /** The seq of each message of the agent. */
  readonly replies: PersistentMap<string, number>;
}

/** Folds facts into accepted messages. */
export const acceptedMessages: Projection<AcceptedMessages> = {
  initial: () => ({
    places: PersistentMap.empty(),
    latest: undefined,
    latestSeq: 0,
    status: undefined,
    cancelled: undefined,
    replies: PersistentMap.empty(),
  }),
  apply(state, fact) {
    const own = a2aFact(fact);
    if (own?.type === 'a2a_message_taken') {
      const latest = { taskId: own.taskId, contextId: own.contextId };
      const places = state.places.set(own.messageId, latest);
      return { ...state, places, latest, latestSeq: fact.seq, status: undefined, cancelled: undefined };
    }
    const message = conversationFact(fact);
    if (message?.type === 'status_changed') {
      const isOurs = message.by !== undefined && message.a2a === 'canceled' && !isFinal(state.status);
      return { ...state, status: message.a2a, cancelled: isOurs ? state.latest?.taskId : undefined };
    }
    const erased = erasedFact(fact);
    // An erased message of the agent must not count as new and come back.
    const reply = message?.type === 'remote_received' ? message.messageId : erased?.kept?.messageId;
    if (typeof reply !== 'string' || (message ?? erased)?.type !== 'remote_received') return state;
    return { ...state, replies: state.replies.set(reply, fact.seq) };
  },
};

/** The messages accepted so far. */
export async function acceptedIn(journal: ConversationJournal): Promise<AcceptedMessages> {
  return await stateOf(journal, acceptedMessages);
}

/** The fact that a message was accepted. */
export function acceptedFact(messageId: string, { taskId, contextId }: MessagePlace): ProposedFact {
  return {
    type: 'a2a_message_taken',
    messageId,
    ...(taskId !== undefined && { taskId }),
    ...(contextId !== undefined && { contextId }),
  };
}
