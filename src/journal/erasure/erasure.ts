import { JournalError, shown } from '../error.ts';
import { type Envelope, FACT_ERASED, type Fact } from '../fact.ts';
import { canonicalJson, isPlainObject } from '../integrity/canonical-json.ts';
import type { StoredFact } from '../store.ts';

/** How much an erased fact may keep, in characters of JSON. */
const MAX_KEPT = 4096;
const MAX_BY = 200;
const MAX_REASON = 1000;

/** Who erases a fact, why, and which fields stay. */
export interface RedactOptions {
  readonly by?: string;
  readonly reason?: string;
  /**
   * The fields that stay readable because they stay in force, such as a mode or a limit. `config.mode` is a nested
   * field, `items.id` a field of every item of a list. Default: the fields that the fact's type declares with
   * `keeps`.
   */
  readonly keep?: readonly string[];
  /**
   * Whether to rewrite the store's files at once, so that unused space keeps no copy; default true. To erase many
   * facts, pass false and call `store.overwriteUnused()` after the last one.
   */
  readonly overwrite?: boolean;
}

/** The payload of a `fact_erased` fact. */
export interface ErasureRecord {
  readonly erasedSeq: number;
  readonly erasedType: string;
  readonly erasedAt: string;
  readonly by?: string;
  readonly reason?: string;
  readonly kept?: KeptFields;
}

/** The fields of an erased fact that stay in force. */
export type KeptFields = { readonly [field: string]: unknown };

/** The record of an erasure: part of the chain of every journal that contains the erased fact. */
export type FactErased = Envelope & { readonly type: typeof FACT_ERASED } & ErasureRecord;

/** Whether a fact is the record of an erasure. */
export function isFactErased(fact: Envelope): fact is FactErased {
  return fact.type === FACT_ERASED;
}

/** An erased fact, as its store keeps it. */
export type ErasedFact = Pick<StoredFact, 'seq' | 'type' | 'redactedAt' | 'kept'>;

/** The erasure that a stored fact records; `undefined` for any other fact. */
export function recordIn({ type, payload }: StoredFact): ErasureRecord | undefined {
  if (type !== FACT_ERASED || payload === null) return undefined;
  try {
    const record: unknown = JSON.parse(payload);
    return isRecord(record) ? record : undefined;
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is ErasureRecord {
  return (
    isPlainObject(value) &&
    typeof value.erasedSeq === 'number' &&
    typeof value.erasedType === 'string' &&
    typeof value.erasedAt === 'string'
  );
}

/** Whether a record belongs to this erased fact: same time, same kept fields. */
export function isRecordOf(record: ErasureRecord, { seq, type, redactedAt, kept }: ErasedFact): boolean {
  return (
    record.erasedSeq === seq &&
    record.erasedType === type &&
    record.erasedAt === redactedAt &&
    (record.kept === undefined ? kept === undefined : canonicalJson(record.kept, 'kept') === kept)
  );
}

/** Throws unless the options can be recorded. */
export function checkRedactOptions({ by, reason, keep }: RedactOptions): void {
  checkText('by', by, MAX_BY);
  checkText('reason', reason, MAX_REASON);
  if (keep === undefined || (Array.isArray(keep) && keep.every((field) => typeof field === 'string'))) return;
  throw new JournalError('invalid-payload', {
    expected: 'keep to be a list of field names',
    actual: shown(keep),
    fix: "Name the fields that must stay in force, like ['mode'].",
  });
}

function checkText(name: string, text: unknown, limit: number): void {
  if (text === undefined || (typeof text === 'string' && text.length <= limit)) return;
  throw new JournalError('invalid-payload', {
    expected: `${name} to be a text of at most ${limit} characters`,
    actual: shown(text),
    fix: `Shorten it, or leave ${name} out.`,
  });
}

/** The fields of a fact that stay, as canonical JSON; `undefined` if there are none. */
export function keptFields(fact: Fact, keep: readonly string[]): string | undefined {
  const text = textOf(fact, keep);
  if (text === undefined || text.length <= MAX_KEPT) return text;
  throw new JournalError('fact-too-large', {
    expected: `at most ${MAX_KEPT} characters to stay of fact ${fact.seq}`,
    actual: `${text.length}`,
    fix: 'Keep only what must stay in force, like a mode or a limit.',
  });
}

/** The fields that a fact's type declares. None if they are too large: a fact can always be erased. */
export function declaredFields(fact: Fact, keeps: readonly string[]): string | undefined {
  const text = textOf(fact, keeps);
  return text === undefined || text.length > MAX_KEPT ? undefined : text;
}

function textOf(fact: Fact, keep: readonly string[]): string | undefined {
  const kept: Record<string, unknown> = {};
  for (const path of keep) copyField(fact, kept, path.split('.'));
  return Object.keys(kept).length === 0 ? undefined : canonicalJson(kept, 'kept');
}

function copyField(from: Fact | KeptFields, to: Record<string, unknown>, [field, ...rest]: string[]): void {
  if (field === undefined || !Object.hasOwn(from, field)) return;
  const value = from[field];
  if (rest.length === 0) {
    to[field] = value;
    return;
  }
  if (Array.isArray(value)) {
    to[field] = value.map((item, at) => copyOfItem(item, Object(to[field])[at], rest));
    return;
  }
  if (!isPlainObject(value)) return;
  const inner = Object.hasOwn(to, field) && isPlainObject(to[field]) ? to[field] : {};
  const copied: Record<string, unknown> = { ...inner };
  copyField(value, copied, rest);
  if (Object.keys(copied).length > 0) to[field] = copied;
}

/** Keeps a field in every item of a list. */
function copyOfItem(item: unknown, before: unknown, path: string[]): KeptFields {
  const copied: Record<string, unknown> = isPlainObject(before) ? { ...before } : {};
  if (isPlainObject(item)) copyField(item, copied, path);
  return copied;
}

/** The error for erasing the record of an erasure. */
export function notErasable(id: string, seq: number): JournalError {
  return new JournalError('fact-not-erasable', {
    summary: `Fact ${seq} of ${id} records an erasure and cannot be erased.`,
    fix: 'Records of erasures stay. Delete the whole journal if it must go.',
  });
}

/** The error when a fact was erased during a read whose result would restore it or miss its record. */
export function erasedMeanwhile(what: string): JournalError {
  return new JournalError('erased-meanwhile', {
    summary: `A fact was erased during ${what}.`,
    fix: 'Run it again.',
  });
}
