import { conversationFact } from '../../harness/facts.ts';
import type { Fact } from '../../journal/fact.ts';
import { beginningOf, NO_ANSWER, type PrivateMessage, type PublicMessage } from '../conversation.ts';
import { CUT, PromptWindow } from '../prompt-window.ts';

/** A public message as a model sees it. */
export interface ShownMessage {
  readonly from: 'me' | 'other';
  readonly text: string;
  /** The names of its files. */
  readonly files?: readonly string[];
  /** Whether only its beginning and end are shown. */
  readonly summarised?: true;
  /** How many messages between this one and the next are not shown, if known. */
  readonly leftOutAfter?: number | true;
}

/** Private input of the person: unprompted, or an answer to a question. */
export interface ShownGuidance {
  readonly text: string;
  readonly question?: string;
  /** Whether it came after the last public message. */
  readonly latest: boolean;
}

/** The material for a draft, oldest first. */
export interface Material {
  readonly messages: readonly ShownMessage[];
  readonly guidance: readonly ShownGuidance[];
  /** Drafts that were dismissed since the last public message. */
  readonly rejected: readonly string[];
  /** Whether some messages are not shown in full. */
  readonly shortened: boolean;
}

const MAX_MESSAGES = 100;
const MAX_CHARACTERS = 60_000;
/** The first message of a conversation stays visible, however long it gets. */
const MAX_OPENING_LENGTH = 8000;
/** The most facts that a pass reads, however long a journal is. */
const MAX_FACTS = 9000;

/**
 * Reads back from the newest fact. What does not fit into a prompt is summarised; the first message and private
 * input stay.
 */
export function materialOf(facts: readonly Fact[]): Material {
  const window = new PromptWindow(MAX_CHARACTERS);
  const messages: ShownMessage[] = [];
  const guidance: { text: string; qid?: string; latest: boolean }[] = [];
  const questions = new Map<string, string>();
  const dismissed = new Set<string>();
  const rejected: string[] = [];
  const end = Math.max(0, facts.length - MAX_FACTS);
  let oldest: PublicMessage | undefined;
  const hear = (fact: PrivateMessage, latest: boolean) => {
    const text = window.guidance(fact.text.trim() || NO_ANSWER);
    if (text !== undefined)
      guidance.push({ text, latest, ...(fact.type === 'user_answer' && { qid: fact.qid }) });
  };
  for (let at = facts.length - 1; at >= end; at--) {
    const read = facts[at];
    const fact = read && conversationFact(read);
    const latest = oldest === undefined;
    switch (fact?.type) {
      case 'remote_received':
      case 'remote_sent': {
        oldest = fact;
        if (messages.length === MAX_MESSAGES) window.close();
        const shown = window.takesWhole(fact.text.length) ? shownMessage(fact) : summarised(fact, window);
        if (shown) messages.push(shown);
        break;
      }
      case 'user_guidance':
      case 'user_answer':
        hear(fact, latest);
        break;
      case 'agent_question':
        questions.set(fact.qid, fact.prompt);
        break;
      case 'compose_dismissed':
        dismissed.add(fact.composeId);
        break;
      case 'compose_intent':
        if (latest && dismissed.has(fact.composeId)) rejected.push(fact.text);
        break;
    }
  }
  const shortened = window.isFull || end > 0;
  const beginning = shortened ? beginningOf(facts, end) : undefined;
  for (const fact of beginning?.guidance.toReversed() ?? []) hear(fact, false);
  return {
    messages: withOpening(messages.toReversed(), beginning?.first, { oldest, leftOut: window.leftOut }),
    guidance: guidance.toReversed().map(({ text, qid, latest }) => {
      const question = qid === undefined ? undefined : questions.get(qid);
      return { text, latest, ...(question !== undefined && { question }) };
    }),
    rejected: rejected.toReversed(),
    shortened,
  };
}

/** The messages with the conversation's first one in full. */
function withOpening(
  messages: readonly ShownMessage[],
  first: PublicMessage | undefined,
  { oldest, leftOut }: { readonly oldest: PublicMessage | undefined; readonly leftOut: number },
): readonly ShownMessage[] {
  if (first === undefined) return messages;
  const isRead = first.seq === oldest?.seq;
  const [earliest] = messages;
  if (isRead && leftOut === 0 && !earliest?.summarised) return messages;
  const { text, ...shown } = shownMessage(first);
  const short = text.length > MAX_OPENING_LENGTH ? `${text.slice(0, MAX_OPENING_LENGTH)} ${CUT}` : text;
  // It may be there as the oldest summary.
  const rest = isRead && leftOut === 0 ? messages.slice(1) : messages;
  const left = isRead ? leftOut - 1 : undefined;
  return [
    {
      ...shown,
      text: short,
      ...(left === undefined ? { leftOutAfter: true } : left > 0 && { leftOutAfter: left }),
    },
    ...rest,
  ];
}

function summarised(fact: PublicMessage, window: PromptWindow): ShownMessage | undefined {
  const text = window.summary(fact.text);
  if (text === undefined) return undefined;
  return { ...shownMessage(fact), text, ...(text !== fact.text && { summarised: true }) };
}

function shownMessage({ type, text, attachments = [] }: PublicMessage): ShownMessage {
  return {
    from: type === 'remote_sent' ? 'me' : 'other',
    text: text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)} ${CUT}` : text,
    ...(attachments.length > 0 && { files: attachments.map(({ name }) => name) }),
  };
}
