import { isFinal } from '../../../harness/conversation/task-status.ts';
import {
  type ConversationFact,
  conversationFact,
  type MessageAttachment,
  type ProposedConversationFact,
} from '../../../harness/facts.ts';
import type { Fact } from '../../../journal/fact.ts';
import { beginningOf, NO_ANSWER, type PublicMessage } from '../../conversation.ts';
import { CUT, PromptWindow } from '../../prompt-window.ts';
import type { TurnFiles } from './turn-files.ts';

/** An event as a model sees it. */
type HistoryLine =
  | {
      readonly from: 'me' | 'other';
      readonly text: string;
      readonly files?: readonly string[];
      /** Whether only its beginning and end are shown. */
      readonly summarised?: true;
    }
  | { readonly from: 'principal'; readonly guidance: string }
  | { readonly from: 'principal'; readonly answer: string; readonly question?: string }
  | { readonly asked: string }
  | { readonly tool: string; readonly args: unknown; readonly result: unknown }
  | { readonly tool: string; readonly args: unknown; readonly error: string }
  | { readonly leftOut: string }
  | { readonly rejectedDraft: string };

/** What a turn knows about earlier events, oldest first. */
export interface History {
  readonly lines: readonly HistoryLine[];
  /** Whether some of it is summarised or left out. */
  readonly shortened: boolean;
}

const MAX_CHARACTERS = 80_000;
const MAX_VALUE_LENGTH = 24_000;
/** The first message of a conversation stays visible, however long it gets. */
const MAX_OPENING_LENGTH = 8000;
/**
 * The maximum size of tool results. Of older results only the beginning is shown, so that the conversation itself
 * stays.
 */
const MAX_FROM_TOOLS = 48_000;
const MAX_OLD_VALUE_LENGTH = 200;
/** The most facts that a turn reads, however long a journal is. */
const MAX_FACTS = 9000;
/** How many facts are searched for a tool that ended the conversation: only its last message comes after it. */
const MAX_SINCE_ENDING = 900;

type TurnFact = ConversationFact | ProposedConversationFact;

/**
 * Reads back from the newest fact; `record` is what this turn has done so far. What does not fit into a prompt is
 * summarised; the first message and private input stay.
 */
export function historyOf(
  facts: readonly Fact[],
  record: readonly ProposedConversationFact[],
  files: TurnFiles,
): History {
  const reading = new BackwardReading(files);
  for (const fact of record.toReversed()) reading.add(fact);
  const end = Math.max(0, facts.length - MAX_FACTS);
  for (let at = facts.length - 1; at >= end; at--) {
    const read = facts[at];
    if (read === undefined || (reading.isFull && !STAYS.test(read.type))) continue;
    const fact = conversationFact(read);
    if (fact) reading.add(fact);
  }
  if (!reading.isFull && end === 0) return { lines: reading.lines.toReversed(), shortened: false };
  const { first, guidance } = beginningOf(facts, end);
  for (const fact of guidance.toReversed()) reading.add(fact);
  return { lines: reading.linesAfter(first), shortened: true };
}

/** What is still searched for once a prompt is full. */
const STAYS = /^(?:remote_|user_guidance$|user_answer$|agent_question$)/;

/** Pairs related facts while reading the later one first. */
class BackwardReading {
  /** Newest first. */
  readonly lines: HistoryLine[] = [];
  readonly #window = new PromptWindow(MAX_CHARACTERS);
  readonly #files: TurnFiles;
  readonly #results = new Map<string, Extract<TurnFact, { readonly type: 'tool_result' }>>();
  readonly #answers: { readonly qid: string; readonly at: number; readonly answer: string }[] = [];
  readonly #dismissed = new Set<string>();
  #fromTools = 0;
  #oldest: { readonly seq: number; readonly line: HistoryLine | undefined } | undefined;

  constructor(files: TurnFiles) {
    this.#files = files;
  }

  /** Whether older content is summarised. */
  get isFull(): boolean {
    return this.#window.isFull;
  }

  /** All lines, oldest first, after the conversation's first message in full. */
  linesAfter(first: PublicMessage | undefined): readonly HistoryLine[] {
    const oldest = this.#oldest;
    const isRead = first !== undefined && first.seq === oldest?.seq;
    const shown = oldest?.line;
    const isWhole = isRead && shown !== undefined && !('summarised' in shown);
    if (first === undefined || isWhole) return this.lines.toReversed();
    const opening: HistoryLine = {
      from: first.type === 'remote_sent' ? 'me' : 'other',
      text: short(first.text, MAX_OPENING_LENGTH),
    };
    const left = this.#window.leftOut - (isRead && shown === undefined ? 1 : 0);
    const gap = isRead && left === 0 ? [] : [{ leftOut: isRead ? `${left} messages` : 'what came between' }];
    const rest = isRead ? this.lines.filter((line) => line !== shown) : this.lines;
    return [opening, ...gap, ...rest.toReversed()];
  }

  add(fact: TurnFact): void {
    switch (fact.type) {
      case 'remote_received':
      case 'remote_sent':
        this.#addMessage(fact);
        break;
      case 'user_guidance': {
        const guidance = this.#window.guidance(fact.text);
        if (guidance !== undefined) this.lines.push({ from: 'principal', guidance });
        break;
      }
      case 'user_answer': {
        const answer = this.#window.guidance(fact.text.trim() || NO_ANSWER);
        if (answer !== undefined) this.#answered(fact.qid, answer);
        break;
      }
      case 'agent_question':
        this.#completeAnswers(fact.qid, fact.prompt);
        this.#push({ asked: fact.prompt });
        break;
      case 'tool_result':
        this.#results.set(fact.callId, fact);
        break;
      case 'tool_call':
        this.#call(fact);
        break;
      case 'compose_dismissed':
        this.#dismissed.add(fact.composeId);
        break;
      case 'compose_intent':
        if (this.#dismissed.has(fact.composeId)) this.#push({ rejectedDraft: short(fact.text) });
        break;
    }
  }

  #addMessage(fact: Extract<TurnFact, { readonly type: 'remote_received' | 'remote_sent' }>): void {
    const from = fact.type === 'remote_sent' ? 'me' : 'other';
    const whole = { from, ...this.#message(fact) } as const;
    const line = this.#window.takesWhole(lengthOf(whole)) ? whole : this.#summarised(whole, fact.text);
    if (line) this.lines.push(line);
    if ('seq' in fact) this.#oldest = { seq: fact.seq, line };
  }

  #summarised(
    whole: Extract<HistoryLine, { readonly from: 'me' | 'other' }>,
    all: string,
  ): HistoryLine | undefined {
    const text = this.#window.summary(all);
    if (text === undefined) return undefined;
    return text === whole.text ? whole : { ...whole, text, summarised: true };
  }

  #call({ callId, name, args }: Extract<TurnFact, { readonly type: 'tool_call' }>): void {
    const settled = this.#results.get(callId);
    if (settled === undefined) return;
    const { ok, result = null, error = 'no reason was given' } = settled;
    const line = (longest: number): HistoryLine => {
      const call = { tool: name, args: shortValue(args, longest) };
      return ok
        ? { ...call, result: shortValue(result, longest) }
        : { ...call, error: short(error, longest) };
    };
    const whole = line(MAX_VALUE_LENGTH);
    this.#fromTools += lengthOf(whole);
    this.#push(this.#fromTools > MAX_FROM_TOOLS ? line(MAX_OLD_VALUE_LENGTH) : whole);
  }

  #message({
    text,
    attachments = [],
  }: {
    readonly text: string;
    readonly attachments?: readonly MessageAttachment[] | undefined;
  }): { readonly text: string; readonly files?: readonly string[] } {
    const files = attachments.map(({ name, sha256 }) => (sha256 && this.#files.find(sha256)?.name) ?? name);
    return { text: short(text), ...(files.length > 0 && { files }) };
  }

  #answered(qid: string, answer: string): void {
    this.#answers.push({ qid, at: this.lines.length, answer });
    this.lines.push({ from: 'principal', answer });
  }

  #completeAnswers(qid: string, question: string): void {
    for (const { at, answer } of this.#answers.filter((each) => each.qid === qid))
      this.lines[at] = { from: 'principal', answer, question };
  }

  #push(line: HistoryLine): void {
    if (this.#window.takesWhole(lengthOf(line))) this.lines.push(line);
  }
}

function lengthOf(line: HistoryLine): number {
  return JSON.stringify(line).length;
}

function short(text: string, longest = MAX_VALUE_LENGTH): string {
  return text.length > longest ? `${text.slice(0, longest)} ${CUT}` : text;
}

/** A value that would fill the prompt is shown as the beginning of its JSON. */
function shortValue(value: unknown, longest: number): unknown {
  const json = JSON.stringify(value) ?? 'null';
  return json.length > longest ? short(json, longest) : value;
}

/**
 * The tool whose call has ended the conversation, while its closing message is not sent yet. Whatever anybody has
 * said since, the call stands.
 */
export function endingTool(facts: readonly Fact[], terminal: ReadonlySet<string>): string | undefined {
  const succeeded = new Set<string>();
  for (let at = facts.length - 1; at >= Math.max(0, facts.length - MAX_SINCE_ENDING); at--) {
    const read = facts[at];
    if (read === undefined) return undefined;
    const fact = /^(?:tool_|status_changed$)/.test(read.type) ? conversationFact(read) : undefined;
    if (fact?.type === 'status_changed' && isFinal(fact.a2a)) return undefined;
    if (fact?.type === 'tool_result' && fact.ok) succeeded.add(fact.callId);
    if (fact?.type === 'tool_call' && succeeded.has(fact.callId) && terminal.has(fact.name)) return fact.name;
  }
  return undefined;
}
