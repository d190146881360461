import type { ConversationFactOf } from '../../harness/facts.ts';

/** A message in a session, public or private, as its fact has it. */
export type ConversationMessage = ConversationFactOf<
  | 'remote_received'
  | 'remote_sent'
  | 'user_input'
  | 'user_guidance'
  | 'user_answer'
  | 'agent_question'
  | 'planner_error'
  | 'send_failed'
  | 'tool_call'
  | 'tool_result'
  | 'sleep'
> & {
  /** The label of the chosen option. */
  readonly chosen?: string;
};

/** The text of one of the planner's own facts. */
export interface PlannerMessage {
  readonly seq: number;
  readonly ts: string;
  readonly type: 'planner_said';
  readonly text: string;
  /** Who did it, where a person did and not the planner. */
  readonly by?: string;
}

/** A dismissed draft, so that the transcript shows its text. */
export interface DismissedDraft {
  readonly seq: number;
  readonly ts: string;
  readonly type: 'draft_dismissed';
  readonly composeId: string;
  readonly text: string;
  /** The seq of the draft. */
  readonly draftSeq: number;
  /** Another one was requested in its place. */
  readonly regenerate?: boolean;
  /** An edit replaced it. */
  readonly edited?: boolean;
  /** Who dismissed it; absent if guidance withdrew it. */
  readonly by?: string;
}

/** One entry of a session's transcript. */
export type Message = ConversationMessage | PlannerMessage | DismissedDraft;

const SAID: ReadonlySet<string> = new Set<ConversationMessage['type']>([
  'remote_received',
  'remote_sent',
  'user_input',
  'user_guidance',
  'user_answer',
  'agent_question',
  'planner_error',
  'send_failed',
  'tool_call',
  'tool_result',
  'sleep',
]);

/** Whether a fact is a message. */
export function isConversationMessage(fact: { readonly type: string }): fact is ConversationMessage {
  return SAID.has(fact.type);
}

/** The text of a message for the person a planner works for; `undefined` for messages of people and the other side. */
export function plannerText(message: Message): string | undefined {
  switch (message.type) {
    case 'planner_said':
      return message.text;
    case 'agent_question':
      return message.prompt;
    case 'planner_error':
      return `The planner failed: ${message.message}`;
    case 'sleep':
      return message.reason;
    default:
      return undefined;
  }
}

/** What a message asks the planner for; `undefined` if it starts no work. */
export function requestText(message: Message): string | undefined {
  switch (message.type) {
    case 'user_input':
      return message.text ?? message.chosen ?? message.choose ?? '';
    case 'user_guidance':
    case 'user_answer':
    case 'remote_received':
      return message.text;
    case 'planner_said':
      return message.by === undefined ? undefined : message.text;
    default:
      return undefined;
  }
}

/** How much of it a line of a list shows. */
const MAX_TEXT_LENGTH = 500;

/** The texts of the planner's own facts at these seqs, in the same order and shortened; null for those without one. */
export function plannerTexts(
  messages: { readonly length: number; at(index: number): Message | undefined },
  seqs: readonly number[],
): readonly (string | null)[] {
  return seqs.map((seq) => {
    for (let at = firstFrom(messages, seq); messages.at(at)?.seq === seq; at++) {
      const message = messages.at(at);
      if (message?.type === 'planner_said') return shortened(message.text);
    }
    return null;
  });
}

/** The full texts of the planner's own facts, by seq. */
export function plannerWords(messages: Iterable<Message>): ReadonlyMap<number, string> {
  const words = new Map<number, string>();
  for (const message of messages) if (message.type === 'planner_said') words.set(message.seq, message.text);
  return words;
}

/** The index of the first message at or after a seq; messages are in fact order. */
export function firstFrom(
  messages: { readonly length: number; at(index: number): Message | undefined },
  seq: number,
): number {
  let low = 0;
  let high = messages.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((messages.at(middle)?.seq ?? 0) < seq) low = middle + 1;
    else high = middle;
  }
  return low;
}

function shortened(text: string): string {
  return text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH - 1)}…` : text;
}

/** A page of a transcript, and how many messages precede it. */
export interface MessagePage<Item> {
  readonly messages: readonly Item[];
  readonly before: number;
}

/**
 * The last messages, or the last ones before a seq. There may be one more than requested: two messages of one fact
 * stay together, so that a seq always names the boundary between two pages.
 */
export function messagePage<Item extends { readonly seq: number }>(
  all: {
    readonly length: number;
    at(index: number): Item | undefined;
    slice(from: number, to: number): readonly Item[];
  },
  {
    before = Number.POSITIVE_INFINITY,
    limit,
  }: { readonly before?: number | undefined; readonly limit: number },
): MessagePage<Item> {
  let end = all.length;
  while (end > 0 && (all.at(end - 1)?.seq ?? 0) >= before) end -= 1;
  let start = Math.max(0, end - limit);
  while (start > 0 && all.at(start - 1)?.seq === all.at(start)?.seq) start -= 1;
  return { messages: all.slice(start, end), before: start };
}
