import { JournalError, shown } from './error.ts';
import { type CanonicalCopy, canonicalCopy, isPlainObject } from './integrity/canonical-json.ts';

/** The maximum size of a fact's payload, in UTF-8 bytes of canonical JSON. */
export const MAX_FACT_BYTES = 1024 * 1024;
/** The maximum number of facts in one append. */
export const MAX_BATCH_FACTS = 1000;

/** The fields that the journal adds to a payload. `seq` starts at 1 and is contiguous; a batch shares one `ts`. */
export interface Envelope {
  readonly seq: number;
  readonly id: string;
  /** ISO 8601, UTC, milliseconds; never earlier than the previous fact's, even if the clock goes back. */
  readonly ts: string;
  readonly type: string;
  /** The version of the payload's shape. */
  readonly v: number;
}

/** Something that happened, as recorded in a journal. */
export type Fact<Payload extends object = { readonly [field: string]: unknown }> = Envelope &
  Readonly<Payload>;

/** A fact that has no position yet: what callers append and planners propose. */
export type ProposedFact<Payload extends object = { readonly [field: string]: unknown }> = {
  readonly type: string;
  readonly v?: number;
} & Readonly<Payload>;

/** The type that folds see for an erased fact. */
export const REDACTED = 'redacted';

/** The type of facts that record an erasure. Only the journal appends them. */
export const FACT_ERASED = 'fact_erased';

/** The placeholder of an erased fact: its position and former type remain, its payload is gone. */
export type RedactedFact = Envelope & {
  readonly type: typeof REDACTED;
  readonly redactedType: string;
  readonly redactedAt: string;
  /** The fields that stayed in force. */
  readonly kept?: { readonly [field: string]: unknown };
};

const ENVELOPE_FIELDS = ['seq', 'id', 'ts', 'type', 'v'] as const;
const FACT_ID = /^[A-Za-z0-9._:-]{1,128}$/;
const TYPE_NAME = /^[A-Za-z][A-Za-z0-9_.:/-]{0,127}$/;

/** A proposed fact split into envelope and payload. */
export interface SplitFact {
  readonly type: string;
  readonly v: number | undefined;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** Splits a proposed fact into envelope and payload; throws if it cannot be a fact. `at` is its index in the batch. */
export function takeApart(proposed: unknown, at: number): SplitFact {
  // Read once: a getter could return something else the next time.
  const { type, v, payload } = readable(at, () => split(proposed, at));
  if (!isFactType(type)) {
    throw invalidFact(
      at,
      `a type that matches ${TYPE_NAME.source}`,
      type,
      'Name what happened, like note_added.',
    );
  }
  if (isReserved(type)) {
    throw invalidFact(at, 'a type of your own', type, 'Use journal.redact(seq) to erase a fact.');
  }
  if (v !== undefined && !isVersion(v)) {
    throw invalidFact(at, 'v to be a whole number from 1', v, 'Leave v out to write the current version.');
  }
  return { type, v, payload };
}

function split(
  proposed: unknown,
  at: number,
): { type: unknown; v: unknown; payload: Record<string, unknown> } {
  if (isPlainObject(proposed)) {
    const { type, v, ...payload } = proposed;
    return { type, v, payload };
  }
  const fix = "Append facts like { type: 'note_added', text: 'hi' }.";
  throw invalidFact(at, 'a plain object with a type', proposed, fix);
}

/** Turns an exception of a getter or Proxy into a refusal of the fact. */
function readable<T>(at: number, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    if (cause instanceof JournalError) throw cause;
    throw new JournalError('invalid-fact', {
      summary: `facts[${at}] cannot be read: ${cause instanceof Error ? `${cause.name}: ${cause.message}` : shown(cause)}.`,
      fix: 'Pass plain data.',
      cause,
    });
  }
}

/** The canonical text of a payload; checks its size and that it has none of the envelope's fields. */
export function payloadText(payload: object, place: { type: string; at: number }): string {
  return canonicalPayload(payload, place).text;
}

/** The same, with a copy of the payload as it will be read. */
export function canonicalPayload(payload: object, { type, at }: { type: string; at: number }): CanonicalCopy {
  for (const field of ENVELOPE_FIELDS) {
    if (Object.hasOwn(payload, field)) {
      throw invalidFact(
        at,
        'a payload without the envelope fields',
        field,
        `Rename ${field}: the journal sets it.`,
      );
    }
  }
  const canonical = readable(at, () => canonicalCopy(payload, `facts[${at}] (${type})`));
  const { text } = canonical;
  // UTF-8 has at most three bytes per UTF-16 unit, so most texts need no exact count.
  if (text.length * 3 > MAX_FACT_BYTES) {
    const bytes = utf8Length(text);
    if (bytes > MAX_FACT_BYTES) {
      throw new JournalError('fact-too-large', {
        expected: `facts[${at}] (${type}) to hold at most ${MAX_FACT_BYTES} bytes`,
        actual: `${bytes} bytes`,
        fix: 'Store large content as an attachment and keep its sha256 in the fact.',
      });
    }
  }
  return canonical;
}

/** Assembles a stored fact. The parts are known to be clean, so the text needs no escaping. */
export function factFrom(envelope: Envelope, payload: string): Fact {
  const { seq, id, ts, type, v } = envelope;
  const tail = payload === '{}' ? '}' : `,${payload.slice(1)}`;
  return JSON.parse(`{"seq":${seq},"id":"${id}","ts":"${ts}","type":"${type}","v":${v}${tail}`);
}

/** Whether this can be the id of a fact: text that needs no escaping. */
export function isFactId(id: unknown): id is string {
  return typeof id === 'string' && FACT_ID.test(id);
}

/** Whether this can be a fact type. */
export function isFactType(type: unknown): type is string {
  return typeof type === 'string' && TYPE_NAME.test(type);
}

/** Whether only the journal may append facts of this type. */
function isReserved(type: string): boolean {
  return type === REDACTED || type === FACT_ERASED;
}

export function isVersion(v: unknown): v is number {
  return typeof v === 'number' && Number.isSafeInteger(v) && v >= 1;
}

function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length;
}

function invalidFact(at: number, expected: string, actual: unknown, fix: string): JournalError {
  return new JournalError('invalid-fact', {
    expected: `facts[${at}]: ${expected}`,
    actual: shown(actual),
    fix,
  });
}
