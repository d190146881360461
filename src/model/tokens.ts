import type { encoding as Encoding } from './token-encoding.ts';

// Sources run as they are and, when built, as JavaScript beside this file.
const TABLES = `./token-encoding.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`;

/** Byte-pair merging takes quadratic time in the length of a run, so that long runs are counted in parts. */
const LONGEST_RUN = 256;
const LONG_RUN = new RegExp(
  [String.raw`[\p{L}\p{M}]`, String.raw`\s`, String.raw`[^\s\p{L}\p{M}\p{N}]`]
    .map((kind) => `${kind}{${LONGEST_RUN + 1},}`)
    .join('|'),
  'gu',
);

/** Text such as `<|endoftext|>` is text: it has no power over a count. */
const PLAIN = { disallowedSpecial: new Set<string>() };

let loaded: typeof Encoding | undefined;

function encoding(): typeof Encoding {
  loaded ??= loadTables().encoding;
  return loaded;
}

/** At once, because counts are wanted in the middle of a computation; in a browser there is no such way. */
function loadTables(): { readonly encoding: typeof Encoding } {
  const nodeModule = globalThis.process?.getBuiltinModule?.('node:module');
  if (nodeModule === undefined) throw new Error('Tokens are counted in Node.js only.');
  return nodeModule.createRequire(import.meta.url)(TABLES);
}

/**
 * How many tokens a text has in the encoding `o200k_base`. Other providers' own counts differ by some percent. Runs of
 * more than 256 letters, spaces or signs are counted in parts of 256.
 */
export function countTokens(text: string): number {
  let count = 0;
  for (const part of parts(text)) count += encoding().countTokens(part, PLAIN);
  return count;
}

/** Whether a text has at most `max` tokens. Reads no more of it than that takes. */
export function isWithinTokens(text: string, max: number): boolean {
  // A token has at least one byte, and a UTF-16 unit at most three.
  if (text.length * 3 <= max) return true;
  let left = max;
  for (const part of parts(text)) {
    const count = encoding().isWithinTokenLimit(part, left, PLAIN);
    if (count === false) return false;
    left -= count;
  }
  return left >= 0;
}

/** What stands where a text was cut, if nothing else is asked for. */
const TRUNCATION_MARKER = ' … [cut off]';

/**
 * The text, or as much of its beginning as fits into `max` tokens together with the marker. Never more than `max`
 * tokens, and never half a character. A marker that does not fit is left away.
 */
export function truncateToTokens(
  text: string,
  max: number,
  { marker = TRUNCATION_MARKER }: { readonly marker?: string } = {},
): string {
  if (isWithinTokens(text, max)) return text;
  const ending = isWithinTokens(marker, max) ? marker : '';
  const tokens = firstTokens(text, max - countTokens(ending));
  // Cut text can have more tokens than it had as a part of the whole, and so can text and marker where they meet.
  for (let kept = tokens.length; kept > 0; kept--) {
    const cut = wholeCharacters(text, encoding().decode(tokens.slice(0, kept))) + ending;
    if (isWithinTokens(cut, max)) return cut;
  }
  return ending;
}

function firstTokens(text: string, max: number): number[] {
  const tokens: number[] = [];
  for (const part of parts(text)) {
    for (const piece of encoding().encodeGenerator(part, PLAIN)) {
      tokens.push(...piece);
      if (tokens.length >= max) return tokens.slice(0, Math.max(0, max));
    }
  }
  return tokens;
}

/** As much of the text as some tokens stand for: a token may end within a character. */
function wholeCharacters(text: string, decoded: string): string {
  let length = Math.min(decoded.length, text.length);
  while (length > 0 && decoded[length - 1] !== text[length - 1]) length--;
  return text.slice(0, endOfCharacter(text, length));
}

/** The place itself, or the one before when it would cut a surrogate pair. */
export function endOfCharacter(text: string, at: number): number {
  const isPair = /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(text.slice(Math.max(0, at - 1), at + 1));
  return isPair ? at - 1 : at;
}

function* parts(text: string): Generator<string> {
  let from = 0;
  for (const { 0: run, index } of text.matchAll(LONG_RUN)) {
    if (index > from) yield text.slice(from, index);
    from = index + run.length;
    for (let at = index; at < from; ) {
      const end = endOfCharacter(text, Math.min(at + LONGEST_RUN, from));
      yield text.slice(at, end);
      at = end;
    }
  }
  if (from < text.length) yield text.slice(from);
}
