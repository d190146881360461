import { randomInt } from 'node:crypto';

const LETTERS = 'abcdefghjkmnpqrstvwxyz23456789';

/** A new name, short enough to type. */
export function newSessionName(): string {
  return Array.from({ length: 6 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}
