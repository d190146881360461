import type { ConversationFactOf } from '../../harness/facts.ts';

/** Something that was said in a session, to the other side or not, as its fact has it. */
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
  /** What was chosen, in the words it was offered in. */
  readonly chosen?: string;
};

/** What a fact of the planner's own tells. */
export interface PlannerMessage {
  readonly seq: number;
  readonly ts: string;
  readonly type: 'planner_said';
  readonly text: string;
}

/** A draft that was decided against, so that a transcript shows what it said. */
export interface DismissedDraft {
  readonly seq: number;
  readonly ts: string;
  readonly type: 'draft_dismissed';
  readonly composeId: string;
  readonly text: string;
  /** Where the draft stands that it was. */
  readonly draftSeq: number;
  /** Another one was asked for in its place. */
  readonly regenerate?: boolean;
  /** An edit came in its place. */
  readonly edited?: boolean;
  /** Who dismissed it; absent where a whisper withdrew it. */
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

/** Whether a fact is something that was said. */
export function isConversationMessage(fact: { readonly type: string }): fact is ConversationMessage {
  return SAID.has(fact.type);
}

/** What a message tells a person that a planner works for; undefined for what people and the other side said themselves. */
export function toldText(message: Message): string | undefined {
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

/** What a message asks the planner for; undefined for one that starts no work. */
export function requestText(message: Message): string | undefined {
  switch (message.type) {
    case 'user_input':
      return message.text ?? message.chosen ?? message.choose ?? '';
    case 'user_guidance':
    case 'user_answer':
    case 'remote_received':
      return message.text;
    default:
      return undefined;
  }
}

/** A line of a list shows no more of it. */
const LONGEST_TEXT = 500;

/** What the planner's own facts at these places tell, in the same order and shortened; null for those that tell nothing. */
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

/** What the planner's own facts tell, whole, by their seqs. */
export function plannerWords(messages: Iterable<Message>): ReadonlyMap<number, string> {
  const words = new Map<number, string>();
  for (const message of messages) if (message.type === 'planner_said') words.set(message.seq, message.text);
  return words;
}

/** The place of the first message at a seq or after it; messages are in the order of their facts. */
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
  return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT - 1)}…` : text;
}

/** A stretch of a transcript, and how much there is before it. */
export interface MessagePage<Item> {
  readonly messages: readonly Item[];
  readonly before: number;
}

/**
 * The last messages, or the last ones before a seq. There may be one more than asked for: what one fact tells in two ways
 * stays together, so that a seq always names the place between two pages.
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
