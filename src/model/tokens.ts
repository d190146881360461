import type { encoding as Encoding } from './token-encoding.ts';

// TypeScript when run from sources, JavaScript when built.
const TABLES = `./token-encoding.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`;

/** Byte-pair merging takes quadratic time in the length of a run, so long runs are counted in parts. */
const MAX_RUN_LENGTH = 256;
const LONG_RUN = new RegExp(
  [String.raw`[\p{L}\p{M}]`, String.raw`\s`, String.raw`[^\s\p{L}\p{M}\p{N}]`]
    .map((kind) => `${kind}{${MAX_RUN_LENGTH + 1},}`)
    .join('|'),
  'gu',
);

/** Text such as `<|endoftext|>` counts as plain text. */
const PLAIN = { disallowedSpecial: new Set<string>() };

let loaded: typeof Encoding | undefined;

function encoding(): typeof Encoding {
  loaded ??= loadTables().encoding;
  return loaded;
}

/** Synchronous, because counts are needed in the middle of a computation; browsers cannot do that. */
function loadTables(): { readonly encoding: typeof Encoding } {
  const nodeModule = globalThis.process?.getBuiltinModule?.('node:module');
  if (nodeModule === undefined) throw new Error('Tokens are counted in Node.js only.');
  return nodeModule.createRequire(import.meta.url)(TABLES);
}

/**
 * The number of tokens of a text in the encoding `o200k_base`. Other providers' counts differ by a few percent.
 * Runs of more than 256 letters, spaces or symbols are counted in parts of 256.
 */
export function countTokens(text: string): number {
  let count = 0;
  for (const part of parts(text)) count += encoding().countTokens(part, PLAIN);
  return count;
}

/** Whether a text has at most `max` tokens. Reads no more of it than necessary. */
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

/** The default marker for truncated text. */
const TRUNCATION_MARKER = ' … [cut off]';

/**
 * The text, or as much of its beginning as fits into `max` tokens together with the marker. Never exceeds `max`
 * tokens or splits a character. A marker that does not fit is left out.
 */
export function truncateToTokens(
  text: string,
  max: number,
  { marker = TRUNCATION_MARKER }: { readonly marker?: string } = {},
): string {
  if (isWithinTokens(text, max)) return text;
  const ending = isWithinTokens(marker, max) ? marker : '';
  const tokens = firstTokens(text, max - countTokens(ending));
  // Truncated text can have more tokens than it had within the whole, and so can the joint of text and marker.
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

/** The text of some tokens, up to the last complete character: a token may end inside one. */
function wholeCharacters(text: string, decoded: string): string {
  let length = Math.min(decoded.length, text.length);
  while (length > 0 && decoded[length - 1] !== text[length - 1]) length--;
  return text.slice(0, endOfCharacter(text, length));
}

/** The index itself, or the one before it if it would split a surrogate pair. */
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
      const end = endOfCharacter(text, Math.min(at + MAX_RUN_LENGTH, from));
      yield text.slice(at, end);
      at = end;
    }
  }
  if (from < text.length) yield text.slice(from);
}
