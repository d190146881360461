import { type FinalStatus, isFinal } from '../harness/conversation/task-status.ts';
import { type A2aStatus, type ConversationFactOf, conversationFact } from '../harness/facts.ts';
import type { SessionStatus } from '../harness/module/planner-module.ts';
import { STATUS_WORDS } from '../harness/module/status-words.ts';
import type { ViewBlock } from '../harness/module/view-block.ts';
import type { Fact } from '../journal/fact.ts';

/** What a model is shown of a question that its person has skipped. */
export const NO_ANSWER = '(skipped: no answer)';

/** The state of a conversation with another agent. */
export interface ConversationState {
  /** What was last said about it; `undefined` before anything was. */
  readonly status: A2aStatus | undefined;
  readonly received: number;
  readonly sent: number;
  /** Whether this side spoke last. */
  readonly hasAnswered: boolean;
}

/** The facts that {@link conversationAfter} looks at. */
type SeenFact =
  | { readonly type: 'status_changed'; readonly a2a: A2aStatus }
  | { readonly type: 'remote_received' | 'remote_sent' }
  | { readonly type: string };

/** A conversation without messages. */
export const BEFORE_CONVERSATION: ConversationState = {
  status: undefined,
  received: 0,
  sent: 0,
  hasAnswered: false,
};

/** The conversation after one more fact. */
export function conversationAfter(state: ConversationState, fact: SeenFact): ConversationState {
  if (fact.type === 'status_changed' && 'a2a' in fact) return { ...state, status: fact.a2a };
  if (fact.type === 'remote_received') return { ...state, received: state.received + 1, hasAnswered: false };
  if (fact.type === 'remote_sent') return { ...state, sent: state.sent + 1, hasAnswered: true };
  return state;
}

/** The status of the session: the end of the conversation, or `idle` while it lasts. */
export function statusOf({ status }: ConversationState): SessionStatus {
  switch (status) {
    case 'completed':
    case 'failed':
    case 'canceled':
    case 'rejected':
      return status;
    default:
      return 'idle';
  }
}

/** Whether the conversation is over, however it ended. */
export function hasEnded(state: ConversationState): boolean {
  return statusOf(state) !== 'idle';
}

/** The facts of cancelling: the end of the conversation, unless it has ended. */
export function cancelled(state: ConversationState, by: string) {
  return hasEnded(state) ? [] : [{ type: 'status_changed', a2a: 'canceled', by } as const];
}

/** Whose turn it is, and the number of messages. Surfaces show the messages themselves. */
export function conversationBlock(state: ConversationState): ViewBlock<never> {
  const { received, sent } = state;
  return {
    type: 'fields',
    title: 'Conversation',
    items: [
      turnOf(state),
      { label: 'Messages', value: `${received} from the other side, ${sent} from this side` },
    ],
  };
}

/** How it ended; until then whose message comes next, which is no status of the work here. */
function turnOf({ status, hasAnswered }: ConversationState) {
  if (isFinal(status)) return { label: 'Status', value: STATUS_WORDS[status] };
  const from = (value: string) => ({ label: 'Next message', value });
  // Whoever asks for input last waits for it.
  return from(status === undefined ? EITHER : hasAnswered ? THEIRS : TURNS[status]);
}

const EITHER = 'From either side';
const OURS = 'From this side';
const THEIRS = 'From the other side';

const TURNS: Readonly<Record<Exclude<A2aStatus, FinalStatus>, string>> = {
  initializing: THEIRS,
  submitted: THEIRS,
  working: THEIRS,
  'input-required': OURS,
  'auth-required': `${THEIRS}, once you have signed in there`,
  unknown: EITHER,
};

/** However a journal begins, its first message is looked for among this many facts. */
const MAX_BEFORE_FIRST = 1000;

/** A public message of a conversation. */
export type PublicMessage = ConversationFactOf<'remote_received'> | ConversationFactOf<'remote_sent'>;

/** What the person said in private. */
export type PrivateMessage = ConversationFactOf<'user_guidance'> | ConversationFactOf<'user_answer'>;

/** What a conversation began with, and what the person said by then and soon after, before the fact at `end`. */
export function beginningOf(
  facts: readonly Fact[],
  end = facts.length,
): { readonly first: PublicMessage | undefined; readonly guidance: readonly PrivateMessage[] } {
  let first: PublicMessage | undefined;
  const guidance: PrivateMessage[] = [];
  for (let at = 0; at < Math.min(facts.length, MAX_BEFORE_FIRST); at++) {
    const read = facts[at];
    if (read === undefined || !/^(?:remote|user)_/.test(read.type)) continue;
    if (read.type.startsWith('remote_') ? first !== undefined : at >= end) continue;
    const fact = conversationFact(read);
    if (fact?.type === 'remote_received' || fact?.type === 'remote_sent') first = fact;
    if (fact?.type === 'user_guidance' || fact?.type === 'user_answer') guidance.push(fact);
  }
  return { first, guidance };
}
