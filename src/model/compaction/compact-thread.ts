import type { LlmMessage } from '../llm.ts';
import { countTokens, isWithinTokens, truncateToTokens } from '../tokens.ts';

/** The total number of tokens in a conversation. */
export function countThreadTokens(messages: readonly LlmMessage[]): number {
  return messages.reduce((sum, { text }) => sum + countTokens(text), 0);
}

/**
 * Shortens a conversation to `maxTokens` tokens. One that fits is returned as is. Of a longer one, the user's first
 * and last message, as many of the latest messages as fit, and a note that summarises the rest are kept; long code
 * blocks are shortened first. With fewer than {@link MIN_THREAD_TOKENS} even the user's last message is
 * truncated, and with 0 nothing is left.
 */
export function compactThread(
  messages: readonly LlmMessage[],
  { maxTokens }: { readonly maxTokens: number },
): readonly LlmMessage[] {
  if (isThreadWithin(messages, maxTokens)) return messages;
  const lean = messages.map((message) => ({ ...message, text: withoutLongCode(message.text) }));
  return isThreadWithin(lean, maxTokens) ? lean : selected(lean, maxTokens);
}

/** Enough tokens for a note and the beginnings of the user's first and last message. */
export const MIN_THREAD_TOKENS = 64;

function isThreadWithin(messages: readonly LlmMessage[], maxTokens: number): boolean {
  let left = maxTokens;
  for (const { text } of messages) {
    if (!isWithinTokens(text, left)) return false;
    left -= countTokens(text);
  }
  return true;
}

const MAX_CODE_LENGTH = 12;
const CODE_HEAD = 4;
const CODE_TAIL = 2;

function withoutLongCode(text: string): string {
  return text.replace(
    /^(```[^\n]*\n)(.*?)(^```)/gms,
    (block, opening: string, code: string, closing: string) => {
      const lines = code.trimEnd().split('\n');
      if (lines.length <= MAX_CODE_LENGTH) return block;
      const left = lines.length - CODE_HEAD - CODE_TAIL;
      const short = [...lines.slice(0, CODE_HEAD), `… ${left} lines left out …`, ...lines.slice(-CODE_TAIL)];
      return `${opening}${short.join('\n')}\n${closing}`;
    },
  );
}

/** Distributes the budget: the last intent, the first one, the latest messages, and a note about the rest. */
function selected(messages: readonly LlmMessage[], maxTokens: number): LlmMessage[] {
  const last = messages.findLastIndex(({ role }) => role === 'user');
  const first = messages.findIndex(({ role }) => role === 'user');
  const noteBudget = maxTokens < MIN_THREAD_TOKENS ? 0 : Math.floor(maxTokens / 5);
  const kept = new Map<number, LlmMessage>();
  let left = maxTokens - noteBudget;
  const keep = (at: number, budget: number) => {
    const message = messages[at];
    if (message === undefined) return;
    const text = truncateToTokens(message.text, Math.min(budget, left));
    if (text === '') return;
    kept.set(at, { ...message, text });
    left -= countTokens(text);
  };
  if (last !== -1) keep(last, first === last || maxTokens < MIN_THREAD_TOKENS ? left : Math.ceil(left * 0.6));
  if (first !== last) keep(first, Math.ceil(left * 0.5));
  for (let at = messages.length - 1; at >= 0; at--) {
    const message = messages[at];
    if (message === undefined || kept.has(at)) continue;
    if (!isWithinTokens(message.text, left)) break;
    keep(at, left);
  }
  return withNote(messages, kept, left + noteBudget);
}

/** The note takes the place of a missing first message. */
function withNote(
  messages: readonly LlmMessage[],
  kept: ReadonlyMap<number, LlmMessage>,
  budget: number,
): LlmMessage[] {
  const missing = messages.flatMap((message, at) => (kept.has(at) ? [] : [{ ...message, at }]));
  const [gone] = missing;
  const inOrder = [...kept].toSorted(([a], [b]) => a - b);
  if (gone === undefined) return inOrder.map(([, message]) => message);
  const note: LlmMessage = { role: 'user', text: truncateToTokens(noteAbout(missing), budget) };
  const before = inOrder.filter(([at]) => at < gone.at).map(([, message]) => message);
  const after = inOrder.filter(([at]) => at > gone.at).map(([, message]) => message);
  return [...before, ...(note.text === '' ? [] : [note]), ...after];
}

/** Lines about the state of the work: checklists, decisions, results, errors. */
const STATE =
  /^\s*[-*]\s+\[[ xX~-]\]\s|\b(?:status|state|decision|decided|result|done|todo|next|open|blocked|error|failed|fixed|created|changed)\b\s*[:=]|\b(?:decided|agreed) (?:to|on)\b/i;
const MAX_LINE_LENGTH = 160;

function noteAbout(missing: readonly LlmMessage[]): string {
  const lines = missing.flatMap(({ role, text }) => {
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    const state = lines.filter((line) => STATE.test(line.slice(0, 400)));
    return role === 'user' ? [...lines.slice(0, 1).map((line) => `user: ${line.trim()}`), ...state] : state;
  });
  const distinct = [...new Set(lines.map((line) => line.trim().slice(0, MAX_LINE_LENGTH)))];
  const count = missing.length === 1 ? '1 message' : `${missing.length} messages`;
  return [`[${count} left out]`, ...distinct.toReversed()].join('\n');
}
