import {
  type ConversationFact,
  conversationFact,
  type MessageAttachment,
  type ProposedConversationFact,
} from '../../harness/facts.ts';
import type { Fact } from '../../journal/fact.ts';
import { firstMessage, NO_ANSWER } from '../conversation.ts';
import type { TurnFiles } from './turn-files.ts';

/** Something that happened, as a model is shown it. */
type HistoryLine =
  | { readonly from: 'me' | 'other'; readonly text: string; readonly files?: readonly string[] }
  | { readonly from: 'principal'; readonly guidance: string }
  | { readonly from: 'principal'; readonly answer: string; readonly question?: string }
  | { readonly asked: string }
  | { readonly tool: string; readonly args: unknown; readonly result: unknown }
  | { readonly tool: string; readonly args: unknown; readonly error: string }
  | { readonly leftOut: string }
  | { readonly rejectedDraft: string };

/** What a turn knows of what came before it, oldest first. */
export interface History {
  readonly lines: readonly HistoryLine[];
  /** Whether there is more than is shown. */
  readonly shortened: boolean;
}

const MOST_CHARACTERS = 80_000;
const LONGEST_VALUE = 24_000;
/** What a conversation began with stays in view, however long it gets. */
const LONGEST_OPENING = 8000;
/** What tools brought may take this much. Of older results only the beginning is shown, so that the talk itself stays. */
const MOST_FROM_TOOLS = 48_000;
const LONGEST_OLD_VALUE = 200;
/** However long a journal is, a turn reads no more of it than this. */
const MOST_FACTS = 10_000;

type TurnFact = ConversationFact | ProposedConversationFact;

/** Reads back from the newest fact until there is enough for a prompt; `record` is what this turn has done so far. */
export function historyOf(
  facts: readonly Fact[],
  record: readonly ProposedConversationFact[],
  files: TurnFiles,
): History {
  const reading = new BackwardReading(files);
  for (const fact of record.toReversed()) reading.add(fact);
  const end = Math.max(0, facts.length - MOST_FACTS);
  for (let at = facts.length - 1; at >= end && !reading.full; at--) {
    const read = facts[at];
    const fact = read && conversationFact(read);
    if (fact) reading.add(fact);
  }
  const lines = reading.lines.toReversed();
  const isWhole = !reading.full && end === 0;
  const first = isWhole ? undefined : firstMessage(facts);
  const isShown =
    first === undefined || lines.some((line) => 'from' in line && 'text' in line && line.text === first.text);
  if (isShown) return { lines, shortened: !isWhole };
  const opening: HistoryLine = {
    from: first.type === 'remote_sent' ? 'me' : 'other',
    text: short(first.text, LONGEST_OPENING),
  };
  return {
    lines: [opening, { leftOut: 'what came between this message and the next line' }, ...lines],
    shortened: true,
  };
}

/** Pairs what belongs together while it meets the later half first. */
class BackwardReading {
  /** Newest first. */
  readonly lines: HistoryLine[] = [];
  full = false;
  readonly #files: TurnFiles;
  readonly #results = new Map<string, Extract<TurnFact, { readonly type: 'tool_result' }>>();
  readonly #answers: { readonly qid: string; readonly at: number; readonly answer: string }[] = [];
  readonly #dismissed = new Set<string>();
  #characters = 0;
  #fromTools = 0;

  constructor(files: TurnFiles) {
    this.#files = files;
  }

  add(fact: TurnFact): void {
    switch (fact.type) {
      case 'remote_received':
        this.#push({ from: 'other', ...this.#message(fact) });
        break;
      case 'remote_sent':
        this.#push({ from: 'me', ...this.#message(fact) });
        break;
      case 'user_guidance':
        this.#push({ from: 'principal', guidance: short(fact.text) });
        break;
      case 'user_answer':
        this.#answered(fact.qid, short(fact.text).trim() || NO_ANSWER);
        break;
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
    const whole = line(LONGEST_VALUE);
    this.#fromTools += lengthOf(whole);
    this.#push(this.#fromTools > MOST_FROM_TOOLS ? line(LONGEST_OLD_VALUE) : whole);
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
    this.#push({ from: 'principal', answer });
  }

  #completeAnswers(qid: string, question: string): void {
    for (const { at, answer } of this.#answers.filter((each) => each.qid === qid))
      this.lines[at] = { from: 'principal', answer, question };
  }

  #push(line: HistoryLine): void {
    const length = lengthOf(line);
    this.full ||= this.lines.length > 0 && this.#characters + length > MOST_CHARACTERS;
    if (this.full) return;
    this.#characters += length;
    this.lines.push(line);
  }
}

function lengthOf(line: HistoryLine): number {
  return JSON.stringify(line).length;
}

function short(text: string, longest = LONGEST_VALUE): string {
  return text.length > longest ? `${text.slice(0, longest)} […]` : text;
}

/** A value that would fill the prompt is shown as the beginning of its JSON. */
function shortValue(value: unknown, longest: number): unknown {
  const json = JSON.stringify(value) ?? 'null';
  return json.length > longest ? short(json, longest) : value;
}

/**
 * The tool whose call has ended the conversation and still lacks its closing message: nobody has said anything since,
 * neither the other side nor the person.
 */
export function endingTool(facts: readonly Fact[], terminal: ReadonlySet<string>): string | undefined {
  const succeeded = new Set<string>();
  for (let at = facts.length - 1; at >= 0; at--) {
    const read = facts[at];
    if (read === undefined || /^(?:remote|user)_/.test(read.type)) return undefined;
    const fact = read.type.startsWith('tool_') ? conversationFact(read) : undefined;
    if (fact?.type === 'tool_result' && fact.ok) succeeded.add(fact.callId);
    if (fact?.type === 'tool_call' && succeeded.has(fact.callId) && terminal.has(fact.name)) return fact.name;
  }
  return undefined;
}
