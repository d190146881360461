import type { Envelope } from '../journal/fact.ts';
import { isBookkeeping } from '../kernel/facts.ts';
import type { OpenSession } from './open-session.ts';
import type { Message } from './view/message.ts';
import type { SessionSummary } from './view/session-summary.ts';

/** Where words were found: in the title, in messages, or in a fact. */
export type MatchedPart = 'title' | 'message' | 'fact';

/** A session in which words were found. */
export interface FoundSession {
  readonly session: string;
  readonly title: string;
  readonly plannerId: string;
  readonly foundIn: MatchedPart;
  /** The words with their context. */
  readonly excerpt: string;
  /** The matching fact; absent for a title. */
  readonly seq?: number;
}

/** What to search, and how much of it. */
export interface SessionSearch {
  /** All of them have to be found in one place. */
  readonly words: readonly string[];
  readonly limit: number;
  readonly signal?: AbortSignal | undefined;
  open(id: string): Promise<OpenSession>;
}

/** Further sessions are searched by title only: a search responds while somebody types. */
const MAX_OPENED = 100;
const MAX_READ = 25;
const AROUND = 60;

/** Sessions by relevance: by title, then by messages, then by facts; the latest first. */
export async function searchSessions(
  summaries: readonly SessionSummary[],
  search: SessionSearch,
): Promise<readonly FoundSession[]> {
  const { words, limit, signal } = search;
  if (words.length === 0) return [];
  const latest = summaries.toSorted((a, b) => b.lastActivity.localeCompare(a.lastActivity));
  const found = latest
    .flatMap((summary) => {
      const rank = titleRank(summary.title, words);
      return rank === 0 ? [] : [{ rank, found: foundIn(summary, 'title', summary.title) }];
    })
    .toSorted((a, b) => b.rank - a.rank)
    .map((each) => each.found);
  const rest = latest.filter(({ id }) => !found.some(({ session }) => session === id));
  const unsaid: SessionSummary[] = [];
  for (const summary of rest.slice(0, MAX_OPENED)) {
    if (found.length >= limit || signal?.aborted) return found.slice(0, limit);
    const inText = await inMessages(summary, search);
    if (inText) found.push(inText);
    else unsaid.push(summary);
  }
  for (const summary of unsaid.slice(0, MAX_READ)) {
    if (found.length >= limit || signal?.aborted) break;
    const fact = await inFacts(summary, search);
    if (fact) found.push(fact);
  }
  return found.slice(0, limit);
}

/** 3 if a title starts with the words, 2 if each starts a word of it, 1 if it contains them, 0 if not. */
export function titleRank(title: string, words: readonly string[]): number {
  const text = title.toLowerCase();
  if (!words.every((word) => text.includes(word))) return 0;
  if (text.startsWith(words.join(' '))) return 3;
  return words.every((word) => ` ${text}`.includes(` ${word}`)) ? 2 : 1;
}

async function inMessages(
  summary: SessionSummary,
  { words, open }: SessionSearch,
): Promise<FoundSession | undefined> {
  const { messages } = await (await open(summary.id)).view();
  for (let at = messages.length - 1; at >= 0; at--) {
    const message = messages.at(at);
    const text = message && textOf(message);
    if (message && text !== undefined && hasAll(text, words))
      return { ...foundIn(summary, 'message', around(text, words)), seq: message.seq };
  }
  return undefined;
}

async function inFacts(
  summary: SessionSummary,
  { words, open, signal }: SessionSearch,
): Promise<FoundSession | undefined> {
  const { journal } = await open(summary.id);
  for await (const page of journal.facts({ to: summary.head }).pages()) {
    if (signal?.aborted) return undefined;
    for (const fact of page) {
      // Title and planner of a session are known without its facts.
      if (isBookkeeping(fact) || fact.type === 'session_created') continue;
      const text = valuesOf(fact);
      if (hasAll(text, words)) return { ...foundIn(summary, 'fact', around(text, words)), seq: fact.seq };
    }
  }
  return undefined;
}

function foundIn(
  { id, title, plannerId }: SessionSummary,
  where: MatchedPart,
  excerpt: string,
): Omit<FoundSession, 'seq'> {
  return { session: id, title, plannerId, foundIn: where, excerpt };
}

function textOf(message: Message): string | undefined {
  if ('text' in message && typeof message.text === 'string') return message.text;
  return message.type === 'agent_question' ? message.prompt : undefined;
}

/** The values of a fact for people: without type, field names and ids. */
function valuesOf({ id: _id, ts: _ts, v: _v, seq: _seq, type: _type, ...payload }: Envelope): string {
  return [...leavesOf(payload)].filter((value) => !ID.test(value)).join(' · ');
}

/** A UUID or a digest, possibly with a prefix. */
const ID = /^(?:[a-z]+[:-])*(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32,})$/i;

function* leavesOf(value: unknown): Generator<string> {
  if (typeof value === 'object' && value !== null) {
    for (const each of Object.values(value)) yield* leavesOf(each);
  } else if (value !== null && value !== undefined) yield String(value);
}

function hasAll(text: string, words: readonly string[]): boolean {
  const lower = text.toLowerCase();
  return words.every((word) => lower.includes(word));
}

/** What begins a line of a list or a heading in Markdown, and says nothing within a line. */
const LINE_MARKS = /^[ \t]*(?:[-*+]|#{1,6})[ \t]+/gm;

/** The first of the words with its context, on one line. */
function around(text: string, words: readonly string[]): string {
  const at = text.toLowerCase().indexOf(words[0] ?? '');
  const from = Math.max(0, at - AROUND);
  const to = Math.min(text.length, at + 2 * AROUND);
  const excerpt = text.slice(from, to).replace(LINE_MARKS, '').replace(/\s+/g, ' ').trim();
  return `${from > 0 ? '…' : ''}${excerpt}${to < text.length ? '…' : ''}`;
}
