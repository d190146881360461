import { JSONRepairError, jsonrepair } from 'jsonrepair';

/** What was read out of a model's text. `repaired`: its punctuation was put right, no word of it changed. */
export type JsonReading =
  | { readonly ok: true; readonly value: unknown; readonly repaired: boolean }
  | { readonly ok: false; readonly reason: string };

/** One JSON value that stands in a text. */
export interface JsonCandidate {
  readonly value: unknown;
  readonly repaired: boolean;
}

/**
 * The JSON in a model's text: the whole text, or the last complete object in it, or the last complete list. Fences,
 * prose and a byte order mark around it do no harm.
 */
export function readJson(text: string): JsonReading {
  const [best] = jsonCandidates(text);
  return best === undefined ? { ok: false, reason: whyNoJson(text) } : { ok: true, ...best };
}

/**
 * Every JSON value that a model may have meant, the likeliest first, for a caller who can tell which one is right.
 * A damaged one is repaired only where no other is there and what it says is beyond doubt.
 */
export function* jsonCandidates(text: string): Generator<JsonCandidate> {
  const whole = parsed(unfenced(text));
  if (whole !== undefined) {
    yield { ...whole, repaired: false };
    return;
  }
  const damaged: Region[] = [];
  const objects: JsonCandidate[] = [];
  const lists: JsonCandidate[] = [];
  for (const region of regions(text)) {
    const sound = parsed(region.text);
    if (sound === undefined) damaged.push(region);
    else (Array.isArray(sound.value) ? lists : objects).push({ ...sound, repaired: false });
  }
  if (objects.length > 0 || lists.length > 0) {
    yield* objects.toReversed();
    yield* lists.toReversed();
    return;
  }
  const [only, ...others] = damaged;
  const mended = only === undefined || others.length > 0 ? undefined : repair(only);
  if (mended !== undefined) yield { value: mended, repaired: true };
}

function parsed(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

function unfenced(text: string): string {
  const trimmed = text.replace(/^\uFEFF/, '').trim();
  return /^```[^\n`]*\n(?<inner>.*)\n```$/s.exec(trimmed)?.groups?.inner ?? trimmed;
}

/** A stretch of text from an opening bracket to the one that closes it. */
interface Region {
  readonly text: string;
  /** The text without its comments. */
  readonly bare: string;
}

/** Text with many brackets that never close is not read once for each of them. */
const MOST_CHARACTERS_READ = 1_000_000;
const MOST_READINGS = 3;

function* regions(text: string): Generator<Region> {
  let budget = Math.max(MOST_CHARACTERS_READ, text.length * MOST_READINGS);
  const opening = /[{[]/g;
  while (budget > 0) {
    const start = opening.exec(text)?.index;
    if (start === undefined) return;
    const { end, region } = regionAt(text, start);
    budget -= end - start;
    if (region !== undefined) yield region;
    // Inside a value that is cut off are whole ones, but none of them is what was meant.
    if (region !== undefined || looksLikeJson(text, start)) opening.lastIndex = end;
  }
}

/** Whether a bracket begins a value, and not a remark in prose. */
function looksLikeJson(text: string, start: number): boolean {
  const beginning = /\{\s*(?:["'}]|[\w$]+\s*:|$)|\[\s*(?:[[{"']|$)/y;
  beginning.lastIndex = start;
  return beginning.test(text);
}

const CLOSING: ReadonlyMap<string, string> = new Map([
  ['{', '}'],
  ['[', ']'],
]);

/** `end` is where reading stopped: behind the region, or where it turned out to be none. */
function regionAt(text: string, start: number): { readonly end: number; readonly region?: Region } {
  const token = /\s*("[^"\\]*(?:\\.[^"\\]*)*"|\/\/[^\n]*|[^\s{}[\]"'/,:]+|\S)/sy;
  const open: string[] = [];
  let bare = '';
  let kept = start;
  let before = '';
  token.lastIndex = start;
  for (let found = token.exec(text); found !== null; found = token.exec(text)) {
    const [, piece = ''] = found;
    // A text that never ends: whatever stands in it is no bracket.
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

/** Python's and JavaScript's words for what JSON writes otherwise. */
const CONSTANTS: ReadonlyMap<string, string> = new Map([
  ['True', 'true'],
  ['False', 'false'],
  ['None', 'null'],
  ['undefined', 'null'],
]);

/** Repairs punctuation: quotes, commas, comments. A repair that would change what is said is none. */
function repair({ bare }: Region): unknown {
  try {
    const mended = jsonrepair(bare);
    const value: unknown = JSON.parse(mended);
    const isSame = wordsOf(bare).join(' ') === wordsOf(mended).join(' ');
    return isSame && typeof value === 'object' && value !== null ? value : undefined;
  } catch (error) {
    if (error instanceof JSONRepairError || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function wordsOf(json: string): string[] {
  const text = json.replace(/\\[nrtbf]/g, ' ');
  return (text.match(/[\p{L}\p{N}_]+/gu) ?? []).map((word) => CONSTANTS.get(word) ?? word);
}

/** What is wrong with a text in which no JSON could be read. */
export function whyNoJson(text: string): string {
  if (text.trim() === '') return 'It was empty.';
  if (!/[{[]/.test(text)) return 'There was no JSON in it.';
  for (const region of regions(text)) return `Its JSON was damaged: ${syntaxError(region.text)}`;
  return 'Its JSON was not complete: an opening bracket is never closed.';
}

function syntaxError(json: string): string {
  try {
    JSON.parse(json);
    return 'more than one value could be meant.';
  } catch (error) {
    return error instanceof Error ? `${error.message}.` : String(error);
  }
}
