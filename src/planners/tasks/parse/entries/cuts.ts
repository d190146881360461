import type { Clause } from '../sentences/clauses.ts';
import { protectedSpans } from '../spans/protected-spans.ts';

/** A position in a sentence where another piece may start. */
export interface CutPlace {
  /** The end of the preceding piece. */
  readonly index: number;
  /** The start of the next piece. */
  readonly end: number;
  readonly sign: string;
}

const SEPARATOR =
  /[,;:]\s+|\s+(?:->|→|=>|>|\/|\|)\s+|\s+(?:[—–]|--?)\s+|\s+(?:and|but|then|so|oh|also|afterwards|please|pls|before|after|otherwise)\s+|\s+(?=\()|(?<=\))\s+|[.…!?]\s+/giu;
const JOINING = /^(?:(?:and|but|so|oh|also|plus)[\s,]+)+/i;
/** Words that open a piece and are none by themselves. */
const JOINS_ONLY =
  /^[\s,(]*(?:(?:and|but|so|oh|also|plus|or|then|um|uh|ok|okay|well|please|pls|first|second|third|finally|next|now|yes|no|if (?:so|not|yes|no)|when|once)[\s,:.]*)*$/i;
const MAX_JOINT_LENGTH = 60;
const LATER =
  /^(?:(?:and|but|so)\s+)*(?:(?:only|just)\s+)?(?:then|after\s+that|afterwards?|finally|lastly|at last|second(?:ly)?|third(?:ly)?|fourth(?:ly)?|subsequently)\b[\s,]*/i;
const EARLIER =
  /^(?:(?:but|and|so|just)\s+)*(?:before (?:that|this|you do (?:that|this|so)|doing (?:that|so))|beforehand)\b[\s,]*/i;

/** The positions where a sentence may be cut. */
export function cutPlaces(sentence: string): CutPlace[] {
  const places: CutPlace[] = [];
  const spans = protectedSpans(sentence).filter(({ type }) => type !== 'parentheses');
  let nextSpan = 0;
  for (const { 0: separator, index } of sentence.matchAll(SEPARATOR)) {
    const last = places.at(-1);
    while ((spans[nextSpan]?.end ?? sentence.length) <= index) nextSpan += 1;
    if ((spans[nextSpan]?.start ?? sentence.length) <= index) continue;
    if (index === 0 || index + separator.length >= sentence.length) continue;
    // `, and then` is a single position.
    if (last && index <= last.end) continue;
    places.push({ index, end: index + separator.length, sign: separator.trim().toLowerCase() });
  }
  return places;
}

/** Cuts a sentence at some of its positions. */
export function cutAt(sentence: string, places: readonly CutPlace[]): Clause[] {
  const clauses: Clause[] = [];
  let start = 0;
  let joint: Clause['joint'] = 'first';
  for (const { index, end, sign } of places) {
    const before = sentence.slice(start, Math.min(index, start + MAX_JOINT_LENGTH));
    // In `Write, test and document the page` the verbs share one object.
    if (JOINS_ONLY.test(before) || (start === 0 && /^[\p{L}-]+$/u.test(before))) continue;
    clauses.push({ text: sentence.slice(start, closing(sign) ? index + 1 : index).trim(), joint });
    const from = /^\p{L}/u.test(sign) ? index : end;
    const rest = sentence.slice(from, from + MAX_JOINT_LENGTH).trimStart();
    const skipped = Math.min(sentence.length, from + MAX_JOINT_LENGTH) - rest.length;
    const [later] = LATER.exec(rest) ?? [];
    const [earlier] = EARLIER.exec(rest) ?? [];
    joint = /^(?:->|→|=>|>)$/.test(sign) || later ? 'then' : earlier ? 'before' : 'and';
    start = skipped + (later ?? earlier ?? JOINING.exec(rest)?.[0] ?? '').length;
  }
  clauses.push({ text: sentence.slice(start).trim(), joint });
  return clauses.filter(({ text }) => /[\p{L}\p{N}]/u.test(text));
}

function closing(sign: string): boolean {
  return /^[.…!?]$/.test(sign);
}
