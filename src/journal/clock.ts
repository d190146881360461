import { JournalError } from './error.ts';

/** A source of time. Pure code takes it as an argument; only the edge reads it. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
}

/** The machine's clock. */
export const systemClock: Clock = { now: () => Date.now() };

const FIRST_MS = Date.parse('0000-01-01T00:00:00.000Z');
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * A time in the format of facts. Throws a `JournalError` outside the years 0 to 9999: such a text would sort
 * wrongly and could not be read back.
 */
export function timestamp(ms: number): string {
  if (ms >= FIRST_MS && ms <= LAST_MS) return new Date(ms).toISOString();
  throw new JournalError('clock-out-of-range', {
    summary: `The clock of this machine is wrong: ${ms} ms since 1970 is not in the years 0 to 9999.`,
    fix: 'Set the clock. Nothing was written.',
  });
}

let last = { ms: Number.NaN, iso: '' };

/**
 * The same for the present: many appends fall into one millisecond, and formatting a date is expensive compared with the
 * rest of an append.
 */
export function presentTimestamp(clock: Clock): string {
  const now = clock.now();
  if (now !== last.ms) last = { ms: now, iso: timestamp(now) };
  return last.iso;
}

/** A source of new ids. */
export type NewId = (prefix?: string) => string;

/** Random ids: a UUID, prefixed with `prefix-` if a prefix is given. */
export const randomIds: NewId = (prefix) => {
  const id = crypto.randomUUID();
  return prefix ? `${prefix}-${id}` : id;
};
