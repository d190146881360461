import type { LlmRequest } from '../llm.ts';

/** The content of a request, in parts for an answer. */
export interface PromptContent {
  /** The last user message. */
  readonly question: string;
  readonly sentences: readonly string[];
  /** Items of its lists, without markers. */
  readonly items: readonly string[];
  /** The values of `name: value` lines, by name in lower case without spaces and punctuation. */
  readonly named: ReadonlyMap<string, string>;
}

const MAX_QUESTION_LENGTH = 20_000;
const ITEM = /^\s*(?:[-*+]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?(\S.*)$/;
const NAMED = /^\s*(?:[-*+]\s+)?["'`*_]*([\p{L}][\p{L}\p{N} _-]{0,40}?)["'`*_]*\s*[:=]\s+(\S.*)$/u;

/** Parses the last user message, and the `name: value` lines of all messages; later ones win. */
export function promptContent({ messages }: LlmRequest): PromptContent {
  const asked = messages.filter(({ role }) => role === 'user');
  const question = (asked.at(-1)?.text ?? '').slice(0, MAX_QUESTION_LENGTH).trim();
  const lines = question.split(/\r?\n/);
  const named = new Map<string, string>();
  for (const { text } of asked) {
    for (const line of text.slice(0, MAX_QUESTION_LENGTH).split(/\r?\n/)) {
      const [, name = '', value = ''] = NAMED.exec(line) ?? [];
      if (name !== '') named.set(nameKey(name), value.trim().replace(/^["'`]|(?<!["'`,;])["'`,;]+$/g, ''));
    }
  }
  return {
    question,
    sentences: sentencesOf(question),
    items: lines.flatMap((line) => ITEM.exec(line)?.[1]?.trim() ?? []),
    named,
  };
}

/** `departureCity`, `departure_city` and `Departure city` are the same name. */
export function nameKey(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

function sentencesOf(text: string): string[] {
  return text
    .split(/(?<=[.!?])\s+|\n+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}
