import { type ConversationFact, conversationFact } from '../../harness/facts.ts';
import type { Fact } from '../../journal/fact.ts';
import { firstMessage, NO_ANSWER } from '../conversation.ts';

/** A public message, as a model is shown it. */
export interface ShownMessage {
  readonly from: 'me' | 'other';
  readonly text: string;
  /** The names of the files that came with it. */
  readonly files?: readonly string[];
  /** Whether messages between this one and the next are not shown. */
  readonly leftOutAfter?: true;
}

/** Something the person said in private: of their own accord, or to a question. */
export interface ShownGuidance {
  readonly text: string;
  readonly question?: string;
  /** Whether it was said after the last public message. */
  readonly latest: boolean;
}

/** What a draft is made of, oldest first. */
export interface Material {
  readonly messages: readonly ShownMessage[];
  readonly guidance: readonly ShownGuidance[];
  /** Drafts that were turned down since the last public message. */
  readonly rejected: readonly string[];
  /** Whether there are older messages that are not shown. */
  readonly shortened: boolean;
}

const MOST_MESSAGES = 100;
const MOST_CHARACTERS = 60_000;
/** What a conversation began with stays in view, however long it gets. */
const LONGEST_OPENING = 8000;
/** However long a journal is, a pass reads no more of its end than this. */
const MOST_FACTS = 9000;

/** Reads back from the newest fact until there is enough for a prompt. */
export function materialOf(facts: readonly Fact[]): Material {
  const messages: ShownMessage[] = [];
  const guidance: { text: string; qid?: string; latest: boolean }[] = [];
  const questions = new Map<string, string>();
  const dismissed = new Set<string>();
  const rejected: string[] = [];
  let characters = 0;
  let shortened = false;
  const end = Math.max(0, facts.length - MOST_FACTS);
  for (let at = facts.length - 1; at >= end && !shortened; at--) {
    const read = facts[at];
    const fact = read && conversationFact(read);
    const latest = messages.length === 0;
    switch (fact?.type) {
      case 'remote_received':
      case 'remote_sent':
        shortened =
          messages.length === MOST_MESSAGES || (!latest && characters + fact.text.length > MOST_CHARACTERS);
        if (shortened) break;
        characters += fact.text.length;
        messages.push(shownMessage(fact));
        break;
      case 'user_guidance':
        guidance.push({ text: fact.text, latest });
        break;
      case 'user_answer':
        guidance.push({ text: fact.text.trim() || NO_ANSWER, qid: fact.qid, latest });
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
  const isShort = shortened || end > 0;
  return {
    messages: [...(isShort ? openingOf(facts, messages.at(-1)) : []), ...messages.toReversed()],
    guidance: guidance.toReversed().map(({ text, qid, latest }) => {
      const question = qid === undefined ? undefined : questions.get(qid);
      return { text, latest, ...(question !== undefined && { question }) };
    }),
    rejected: rejected.toReversed(),
    shortened: isShort,
  };
}

/** What the conversation began with, unless it is shown anyway. */
function openingOf(facts: readonly Fact[], oldest: ShownMessage | undefined): readonly ShownMessage[] {
  const first = firstMessage(facts);
  if (first === undefined || first.text === oldest?.text) return [];
  const { text, ...shown } = shownMessage(first);
  const short = text.length > LONGEST_OPENING ? `${text.slice(0, LONGEST_OPENING)} […]` : text;
  return [{ ...shown, text: short, leftOutAfter: true }];
}

function shownMessage({
  type,
  text,
  attachments = [],
}: Extract<ConversationFact, { type: 'remote_received' | 'remote_sent' }>): ShownMessage {
  return {
    from: type === 'remote_sent' ? 'me' : 'other',
    text: text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)} […]` : text,
    ...(attachments.length > 0 && { files: attachments.map(({ name }) => name) }),
  };
}
