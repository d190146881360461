import type { Fact } from '../api/contracts.ts';
import { type FactKind, kindOf } from './fact-kind.ts';
import { textOf } from './fact-text.ts';

/** The name and look of a kind of fact. */
export interface KindLook {
  readonly label: string;
  /** The design token of its colour. */
  readonly token: string;
  readonly dot: string;
  /** The height of its tick as a share of the line's: some people cannot tell colours apart. */
  readonly height: number;
}

export const KIND_LOOKS: Readonly<Record<FactKind, KindLook>> = {
  bookkeeping: { label: 'Bookkeeping', token: '--edge', dot: 'bg-edge/50', height: 0.2 },
  other: { label: 'Other', token: '--edge', dot: 'bg-edge', height: 0.5 },
  erased: { label: 'Erased', token: '--edge', dot: 'border border-edge bg-transparent', height: 0.35 },
  private: { label: 'Private', token: '--edge', dot: 'bg-edge', height: 0.5 },
  plan: { label: 'Plan', token: '--soft', dot: 'bg-soft', height: 0.65 },
  config: { label: 'Setup', token: '--warn', dot: 'bg-warn', height: 0.65 },
  public: { label: 'Public', token: '--calm', dot: 'bg-calm', height: 0.85 },
  person: { label: 'Person', token: '--accent', dot: 'bg-accent', height: 0.85 },
  decision: { label: 'Decision', token: '--good', dot: 'bg-good', height: 0.85 },
  failure: { label: 'Failure', token: '--bad', dot: 'bg-bad', height: 1 },
};

/** What a person says to the planner alone. */
const WHISPERS = new Set(['user_guidance', 'user_answer']);

/** Whether the other side of a conversation must never see it. */
export function isPrivate(fact: Fact): boolean {
  return kindOf(fact) === 'private' || WHISPERS.has(fact.type);
}

const ENVELOPE = new Set(['seq', 'id', 'ts', 'type', 'v']);

/** The fields of a fact without its envelope. */
export function payloadOf(fact: Fact): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(fact).filter(([key]) => !ENVELOPE.has(key)));
}

/** The fields with text for a person, the most telling first. */
const TELLING = [
  'text',
  'title',
  'message',
  'error',
  'reason',
  'prompt',
  'question',
  'description',
  'summary',
  'answer',
  'name',
  'label',
] as const;

/** The name of a file beside the journal, which tells people nothing. */
const HASH = /^[0-9a-f]{64}$/;
const MAX_LINE_LENGTH = 240;

/** A fact in one line: its text by the planner, otherwise its own text, the input of a tool call, or its fields. */
export function lineOf(fact: Fact): string {
  const text = textOf(fact);
  if (text !== undefined) return shortened(text);
  const payload = payloadOf(fact);
  for (const field of TELLING) {
    const words = payload[field];
    if (typeof words === 'string' && words.trim() !== '' && !HASH.test(words)) return shortened(words);
  }
  const { tool, params } = payload;
  if (typeof tool === 'string' && typeof params === 'object' && params !== null) {
    return shortened([tool, ...fieldsOf(params)].join(' · '));
  }
  return shortened(fieldsOf(payload).join(' · '));
}

function fieldsOf(values: object): readonly string[] {
  return Object.entries(values).map(([key, value]) => `${key}: ${brief(value)}`);
}

function brief(value: unknown): string {
  if (Array.isArray(value)) return value.length === 1 ? '1 item' : `${value.length} items`;
  if (typeof value === 'object' && value !== null) return `{${Object.keys(value).slice(0, 4).join(', ')}}`;
  return typeof value === 'string' ? value.slice(0, 80) : String(value);
}

function shortened(text: string): string {
  const line = text
    .slice(0, MAX_LINE_LENGTH * 2)
    .replace(/\s+/g, ' ')
    .trim();
  return line.length > MAX_LINE_LENGTH ? `${line.slice(0, MAX_LINE_LENGTH - 1)}…` : line;
}

/** The reason of a failure, as its fact words it. */
export function reasonOf(fact: Fact): string | undefined {
  const { error, reason, message, result } = payloadOf(fact);
  for (const words of [error, reason, message, result]) {
    if (typeof words === 'string' && words.trim() !== '') return words;
    if (typeof words === 'object' && words !== null && 'message' in words) return String(words.message);
  }
  return undefined;
}

const inEnglish = new Intl.NumberFormat('en');

/** A number of facts, in words. */
export function factCount(count: number): string {
  return count === 1 ? '1 fact' : `${inEnglish.format(count)} facts`;
}
