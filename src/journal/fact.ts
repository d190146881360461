import { JournalError, shown } from './error.ts';
import { type CanonicalCopy, canonicalCopy, isPlainObject } from './integrity/canonical-json.ts';

/** The largest payload of one fact, as UTF-8 bytes of its canonical JSON. */
export const MAX_FACT_BYTES = 1024 * 1024;
/** The most facts one append may carry. */
export const MAX_BATCH_FACTS = 1000;

/** What the journal adds to a payload. `seq` starts at 1 and is contiguous; a batch shares one `ts`. */
export interface Envelope {
  readonly seq: number;
  readonly id: string;
  /** ISO 8601, UTC, milliseconds; never earlier than the fact before it, even when the clock goes back. */
  readonly ts: string;
  readonly type: string;
  /** The version of the payload's shape. */
  readonly v: number;
}

/** Something that happened, as it stands in a journal. */
export type Fact<Payload extends object = { readonly [field: string]: unknown }> = Envelope &
  Readonly<Payload>;

/** A fact before it has a place: what callers append and planners propose. */
export type ProposedFact<Payload extends object = { readonly [field: string]: unknown }> = {
  readonly type: string;
  readonly v?: number;
} & Readonly<Payload>;

/** The type under which an erased fact is seen by folds. */
export const REDACTED = 'redacted';

/** The type of the facts that record an erasure. The journal alone appends them. */
export const FACT_ERASED = 'fact_erased';

/** What stands where a fact was erased: its place and former type remain, its payload is gone. */
export type RedactedFact = Envelope & {
  readonly type: typeof REDACTED;
  readonly redactedType: string;
  readonly redactedAt: string;
  /** The fields that whoever erased it left in force. */
  readonly kept?: { readonly [field: string]: unknown };
};

const ENVELOPE_FIELDS = ['seq', 'id', 'ts', 'type', 'v'] as const;
const FACT_ID = /^[A-Za-z0-9._:-]{1,128}$/;
const TYPE_NAME = /^[A-Za-z][A-Za-z0-9_.:/-]{0,127}$/;

/** A proposed fact taken apart, its payload still a value. */
export interface SplitFact {
  readonly type: string;
  readonly v: number | undefined;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** Separates envelope from payload and refuses what cannot be a fact. `at` is its place in the batch. */
export function takeApart(proposed: unknown, at: number): SplitFact {
  // Read once: a getter could answer otherwise the next time.
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

/** What a getter or a Proxy throws becomes a refusal of the fact. */
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

/** The canonical text of a payload, within the size limit and clear of the envelope's fields. */
export function payloadText(payload: object, place: { type: string; at: number }): string {
  return canonicalPayload(payload, place).text;
}

/** The same with a copy of the payload, as it will be read. */
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
  // UTF-8 is at most three bytes a UTF-16 unit: most texts need no count.
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

/** Puts a stored fact together. The parts are known to be clean, so the text needs no escaping. */
export function factFrom(envelope: Envelope, payload: string): Fact {
  const { seq, id, ts, type, v } = envelope;
  const tail = payload === '{}' ? '}' : `,${payload.slice(1)}`;
  return JSON.parse(`{"seq":${seq},"id":"${id}","ts":"${ts}","type":"${type}","v":${v}${tail}`);
}

/** Whether this can be the id of a fact: it needs no escaping, whatever made it. */
export function isFactId(id: unknown): id is string {
  return typeof id === 'string' && FACT_ID.test(id);
}

/** Whether this can be the type of a fact. */
export function isFactType(type: unknown): type is string {
  return typeof type === 'string' && TYPE_NAME.test(type);
}

/** Whether a type is the journal's own: nobody else appends such facts. */
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
