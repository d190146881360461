import { JSONRepairError, jsonrepair } from 'jsonrepair';
import { isWithinLevels, MAX_LEVELS } from './json-depth.ts';

/** The JSON found in a model's text. `repaired`: its punctuation was fixed, no word changed. */
export type JsonReading =
  | { readonly ok: true; readonly value: unknown; readonly repaired: boolean }
  | { readonly ok: false; readonly reason: string };

/** One JSON value in a text. */
export interface JsonCandidate {
  readonly value: unknown;
  readonly repaired: boolean;
}

/** Limits on how much of a text is read, so that no answer takes too much time. */
export interface ReadingLimits {
  /** Of a longer text only the end is read, where the answer is. In UTF-16 units. */
  readonly characters: number;
  /** How many objects, and how many arrays: the last ones. */
  readonly candidates: number;
  readonly levels: number;
  /** Longer values are not repaired, because that takes quadratic time. In UTF-16 units. */
  readonly repaired: number;
  /** How often each character may be read on average. Unclosed brackets need many reads. */
  readonly readings: number;
}

/** The default limits. */
export const READING_LIMITS: ReadingLimits = {
  characters: 8 * 1024 * 1024,
  candidates: 64,
  levels: MAX_LEVELS,
  repaired: 64 * 1024,
  readings: 3,
};

/** Short texts may be read more often: that takes no time. */
const MIN_CHARACTERS_READ = 1_000_000;

/**
 * The JSON in a model's text: the whole text, or the last complete object in it, or the last complete array.
 * Fences, prose and a byte order mark around it are ignored.
 */
export function readJson(text: string): JsonReading {
  const [best] = jsonCandidates(text);
  return best === undefined ? { ok: false, reason: whyNoJson(text) } : { ok: true, ...best };
}

/**
 * Every JSON value that a model may have meant, the most likely first, for a caller who can tell which one is
 * right. A damaged value is repaired only if there is no other and its meaning is unambiguous.
 */
export function* jsonCandidates(text: string, limits = READING_LIMITS): Generator<JsonCandidate> {
  const whole = wholeJson(text, limits);
  if (whole !== undefined) {
    yield whole;
    return;
  }
  const { objects, lists, only } = lastRegions(text, limits);
  let isSound = false;
  for (const region of [...objects.toReversed(), ...lists.toReversed()]) {
    const sound = parsed(region.text, limits);
    if (sound === undefined) continue;
    isSound = true;
    yield sound;
  }
  const mended = isSound || only === undefined ? undefined : repair(only, limits);
  if (mended !== undefined) yield { value: mended, repaired: true };
}

/** The value of a text that is entirely JSON, except for a fence around it. */
export function wholeJson(text: string, limits = READING_LIMITS): JsonCandidate | undefined {
  return text.length > limits.characters ? undefined : parsed(unfenced(text), limits);
}

function parsed(text: string, { levels }: ReadingLimits): JsonCandidate | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isWithinLevels(value, levels) ? { value, repaired: false } : undefined;
  } catch {
    return undefined;
  }
}

function unfenced(text: string): string {
  const trimmed = text.replace(/^\uFEFF/, '').trim();
  return /^```[^\n`]*\n(?<inner>.*)\n```$/s.exec(trimmed)?.groups?.inner ?? trimmed;
}

/** A range of text from an opening bracket to its closing one. */
interface Region {
  readonly text: string;
  /** The text without comments. */
  readonly bare: string;
}

/** The last regions of each kind in order, and the only one if there is just one. */
function lastRegions(
  text: string,
  limits: ReadingLimits,
): { readonly objects: readonly Region[]; readonly lists: readonly Region[]; readonly only?: Region } {
  const objects: Region[] = [];
  const lists: Region[] = [];
  let count = 0;
  for (const region of regions(text, limits)) {
    count += 1;
    const kind = region.text.startsWith('{') ? objects : lists;
    kind.push(region);
    if (kind.length > limits.candidates) kind.shift();
  }
  const [only = lists[0]] = objects;
  return { objects, lists, ...(count === 1 && only !== undefined && { only }) };
}

function* regions(whole: string, { characters, readings }: ReadingLimits): Generator<Region> {
  const text = whole.length > characters ? whole.slice(-characters) : whole;
  let budget = Math.max(MIN_CHARACTERS_READ, text.length * readings);
  const opening = /[{[]/g;
  while (budget > 0) {
    const start = opening.exec(text)?.index;
    if (start === undefined) return;
    const { end, region } = regionAt(text, start);
    budget -= end - start;
    if (region !== undefined) yield region;
    // A truncated value contains complete ones, but none of them is what was meant.
    if (region !== undefined || looksLikeJson(text, start)) opening.lastIndex = end;
  }
}

/** Whether a bracket starts a value rather than a remark in prose. */
function looksLikeJson(text: string, start: number): boolean {
  const beginning = /\{\s*(?:["'}]|[\w$]+\s*:|$)|\[\s*(?:[[{"']|$)/y;
  beginning.lastIndex = start;
  return beginning.test(text);
}

const CLOSING: ReadonlyMap<string, string> = new Map([
  ['{', '}'],
  ['[', ']'],
]);

/** `end` is where reading stopped: after the region, or where it turned out to be none. */
function regionAt(text: string, start: number): { readonly end: number; readonly region?: Region } {
  const token = /\s*("[^"\\]*(?:\\.[^"\\]*)*"|\/\/[^\n]*|[^\s{}[\]"'/,:]+|\S)/sy;
  const open: string[] = [];
  let bare = '';
  let kept = start;
  let before = '';
  token.lastIndex = start;
  for (let found = token.exec(text); found !== null; found = token.exec(text)) {
    const [, piece = ''] = found;
    // In an unterminated string nothing is a bracket.
    if (piece === '"') break;
    const at = token.lastIndex - piece.length;
    const commentEnd = endOfComment(text, at, piece);
    if (commentEnd !== undefined) {
      bare += text.slice(kept, at);
      kept = commentEnd;
      token.lastIndex = commentEnd;
      continue;
    }
    if (piece === "'" && '{[,:'.includes(before)) token.lastIndex = endOfQuoted(text, at);
    before = piece;
    const closing = CLOSING.get(piece);
    if (closing !== undefined) open.push(closing);
    if (piece !== '}' && piece !== ']') continue;
    const end = token.lastIndex;
    if (open.pop() !== piece) return { end };
    if (open.length > 0) continue;
    return { end, region: { text: text.slice(start, end), bare: bare + text.slice(kept, end) } };
  }
  return { end: text.length };
}

function endOfComment(text: string, at: number, piece: string): number | undefined {
  if (piece.startsWith('//')) return at + piece.length;
  if (!text.startsWith('/*', at)) return undefined;
  const end = text.indexOf('*/', at + 2);
  return end === -1 ? text.length : end + 2;
}

function endOfQuoted(text: string, at: number): number {
  const quoted = /'[^'\\\n]*(?:\\.[^'\\\n]*)*'/y;
  quoted.lastIndex = at;
  return quoted.test(text) ? quoted.lastIndex : at + 1;
}

/** Python's and JavaScript's constants that JSON spells differently. */
const CONSTANTS: ReadonlyMap<string, string> = new Map([
  ['True', 'true'],
  ['False', 'false'],
  ['None', 'null'],
  ['undefined', 'null'],
]);

/** Repairs punctuation: quotes, commas, comments. A repair that would change the meaning is rejected. */
function repair({ bare }: Region, { levels, repaired }: ReadingLimits): unknown {
  if (bare.length > repaired) return undefined;
  try {
    const mended = jsonrepair(bare);
    const value: unknown = JSON.parse(mended);
    const isSame = wordsOf(bare).join(' ') === wordsOf(mended).join(' ');
    return isSame && typeof value === 'object' && value !== null && isWithinLevels(value, levels)
      ? value
      : undefined;
  } catch (error) {
    // Deeply nested brackets would overflow the stack.
    const isDamage =
      error instanceof JSONRepairError || error instanceof SyntaxError || error instanceof RangeError;
    if (isDamage) return undefined;
    throw error;
  }
}

function wordsOf(json: string): string[] {
  const text = json.replace(/\\[nrtbf]/g, ' ');
  return (text.match(/[\p{L}\p{N}_]+/gu) ?? []).map((word) => CONSTANTS.get(word) ?? word);
}

/** Why no JSON could be read from a text. */
export function whyNoJson(text: string, limits = READING_LIMITS): string {
  if (text.trim() === '') return 'It was empty.';
  if (!/[{[]/.test(text)) return 'There was no JSON in it.';
  for (const region of regions(text, limits))
    return `Its JSON was damaged: ${syntaxError(region.text, limits)}`;
  return 'Its JSON was not complete: an opening bracket is never closed.';
}

function syntaxError(json: string, { levels }: ReadingLimits): string {
  try {
    return isWithinLevels(JSON.parse(json), levels)
      ? 'more than one value could be meant.'
      : `it nests deeper than ${levels} levels.`;
  } catch (error) {
    return error instanceof Error ? `${error.message}.` : String(error);
  }
}
