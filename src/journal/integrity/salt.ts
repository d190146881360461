import { bytesToHex } from '@noble/hashes/utils.js';

/** A source of salts: 32 lower-case hex digits, new on every call. */
export type NewSalt = () => string;

const SALT_DIGITS = 32;
/** Requesting random bytes takes longer than the rest of a salt, so they are drawn for many salts at once. */
const POOL_BYTES = 4096;

// Node's own conversion is many times faster, but browsers do not have it.
const nodeBuffer = globalThis.process?.getBuiltinModule?.('node:buffer')?.Buffer;
const hexOf = (bytes: Uint8Array): string => nodeBuffer?.from(bytes).toString('hex') ?? bytesToHex(bytes);

let pool = '';
let next = 0;

/** Salts of 16 random bytes. */
export const randomSalts: NewSalt = () => {
  if (next === pool.length) {
    pool = hexOf(crypto.getRandomValues(new Uint8Array(POOL_BYTES)));
    next = 0;
  }
  const salt = pool.slice(next, next + SALT_DIGITS);
  next += SALT_DIGITS;
  return salt;
};

/** A payload with its salt. Payloads written before salts were introduced have none. */
export interface SaltedPayload {
  readonly salt?: string;
  readonly payload: string;
}

/** Whether this can be a salt. */
export function isSalt(salt: unknown): salt is string {
  return typeof salt === 'string' && /^[0-9a-f]{32}$/.test(salt);
}

/**
 * The text that a digest covers: the salt, a line feed, the payload. Stores keep it as one value, so that a payload
 * is never erased without its salt.
 */
export function saltedText({ salt, payload }: SaltedPayload): string {
  return salt === undefined ? payload : `${salt}\n${payload}`;
}

/** Canonical JSON has no line feed, so any text before one is a salt. */
export function hasSalt(text: string): boolean {
  return text.charCodeAt(SALT_DIGITS) === 10;
}

/** The salt of a text that {@link hasSalt}. */
export function saltOf(text: string): string {
  return text.slice(0, SALT_DIGITS);
}

/** The payload in a text that {@link hasSalt}. */
export function payloadOf(text: string): string {
  return text.slice(SALT_DIGITS + 1);
}

/** Splits what {@link saltedText} joined. */
export function fromSalted(text: string): SaltedPayload {
  return hasSalt(text) ? { salt: saltOf(text), payload: payloadOf(text) } : { payload: text };
}
