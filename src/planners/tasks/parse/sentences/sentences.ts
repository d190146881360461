import { type ProtectedSpan, protectedSpans } from '../spans/protected-spans.ts';
import { forwardSearch, readAt } from '../spans/span.ts';
import { fullStopAfter } from './abbreviations.ts';
import { connectorEnd, isConnectorInside, wordAt } from './connectors.ts';
import { isToolVerb } from './tool-verbs.ts';
import { isNounToo, isVerb } from './verbs.ts';

const SIGN = /[.!?…。！？｡．؟۔।።։,;]/g;
const TERMINATORS = /[.!?…。！？｡．؟۔।።։]+/y;
/** Scripts that put no space between sentences. */
const CLOSES_WITHOUT_SPACE = /[。！？｡．]/;
const CLOSERS = /[)\]}"'”’»›」』）】*_~]*/y;
const SPACE = /\s+/y;
const WORD_BEFORE = /(?:[\p{L}\p{N}]|(?<=\p{L})\.(?=\p{L})|(?<=\p{L})[-'’](?=\p{L}))+$/u;
const MAX_WORD_LENGTH = 24;
/** Things distinguished by a single letter: `Task A.` */
const LETTERED =
  /(?<![\p{L}\p{N}])(?:appendix|block|case|chapter|class|exhibit|field|figure|gate|group|grade|item|level|model|module|option|part|phase|plan|point|question|room|scenario|section|series|step|table|task|team|terminal|type|unit|variant|version|vitamin|zone)\s\p{Lu}$/iu;

/** Words that join the clause before ", then" with the next one: if this, then that. */
const CONDITIONS = new Set(
  'if when whenever once unless because since until while given provided assuming suppose wenn falls sobald si'.split(
    ' ',
  ),
);

/** Words that follow `Inc.` or `U.S.` only at the start of a sentence. */
const SENTENCE_OPENERS = new Set(
  (
    'the a an it this that these those we you they he she i if when once after before please also but and so however in on for ' +
    'with use add write make create update fix check read remove delete send set move open close review ask tell note do ' +
    'get put find show keep change document implement refactor verify then next finally what which who why how where should is are can'
  ).split(' '),
);

/** Splits a text into sentences, and at ", then" inside a sentence. The pieces are unchanged parts of the text. */
export function sentencesOf(text: string): string[] {
  const spans = protectedSpans(text);
  const pieces: string[] = [];
  let start = 0;
  let nextSpan = 0;

  function cut(end: number, next: number): void {
    const piece = text.slice(start, end);
    const last = pieces.length - 1;
    // An emoji or a dash between two sentences belongs to the first one.
    if (last >= 0 && !/[\p{L}\p{N}`]/u.test(piece)) pieces[last] += ` ${piece}`;
    else pieces.push(piece);
    start = next;
  }

  const nextSign = forwardSearch(text, SIGN);
  for (let at = 0; at < text.length; ) {
    const index = Math.min(nextSign(at), text.length);
    let span = spans[nextSpan];
    while (span && span.end <= at) span = spans[++nextSpan];
    if (span && span.start <= index) {
      const next = closesAfter(text, span);
      if (next !== undefined) cut(span.end, next);
      at = span.end;
      continue;
    }
    if (index === text.length) break;
    const boundary = boundaryAt(text, start, index);
    if (boundary?.next !== undefined) cut(boundary.end, boundary.next);
    at = boundary?.next ?? boundary?.end ?? index + 1;
  }
  cut(text.length, text.length);
  return pieces.map((piece) => piece.trim()).filter((piece) => piece !== '');
}

interface Boundary {
  /** The end of the sentence, or where the search continues. */
  readonly end: number;
  /** The start of the next sentence; undefined if none ends here. */
  readonly next?: number;
}

function boundaryAt(text: string, start: number, index: number): Boundary | undefined {
  const sign = text[index] ?? '';
  if (sign === ',' || sign === ';') {
    if (!isConnectorInside(text, index) || isCondition(text, start, index)) return undefined;
    return { end: index, next: afterSpace(text, index + 1) };
  }
  const signs = readAt(TERMINATORS, text, index)?.[0] ?? sign;
  const afterSigns = index + signs.length;
  const end = afterSigns + (readAt(CLOSERS, text, afterSigns)?.[0].length ?? 0);
  const next = afterSpace(text, end);
  if (CLOSES_WITHOUT_SPACE.test(signs)) return { end, next };
  if (next === end && next < text.length) return { end };
  return isClosing(text, index, signs, next) ? { end, next } : { end };
}

function isClosing(text: string, index: number, signs: string, next: number): boolean {
  if (next >= text.length) return true;
  if (/^(?:…+|\.{2,}…*)$/.test(signs))
    return /\p{Lu}/u.test(text[next] ?? '') && connectorEnd(text, next) !== undefined;
  if (signs !== '.') return true;
  const word = wordBefore(text, index);
  const following = wordAt(text, next);
  const isCapital = /^\p{Lu}/u.test(text.slice(next, next + 2));
  const role = fullStopAfter(word, following);
  switch (role) {
    case 'closing':
      return true;
    case 'abbreviation':
      return isCapital && connectorEnd(text, next) !== undefined;
    case 'abbreviation-or-closing':
      return isCapital || connectorEnd(text, next) !== undefined;
    case 'name-or-closing':
      if (!isCapital) return false;
      return (
        SENTENCE_OPENERS.has(following.toLowerCase()) ||
        isToolVerb(following) ||
        (isVerb(following) && !isNounToo(following)) ||
        endsInLetter(text, index)
      );
  }
}

/** Whether the letter before an index is a label, and not an initial. */
function endsInLetter(text: string, index: number): boolean {
  return LETTERED.test(text.slice(Math.max(0, index - MAX_WORD_LENGTH), index));
}

/** The word before an index; empty at the end of a path or file name, which is not an abbreviation. */
function wordBefore(text: string, index: number): string {
  const before = text.slice(Math.max(0, index - MAX_WORD_LENGTH), index);
  const [word = ''] = WORD_BEFORE.exec(before) ?? [];
  return /[./\\_@-]/.test(before[before.length - word.length - 1] ?? '') ? '' : word;
}

/**
 * The start of the next sentence if a quoted or parenthesized one ends the sentence around it, as in: Say "Done." Then
 * leave.
 */
function closesAfter(text: string, { type, start, end }: ProtectedSpan): number | undefined {
  if (type !== 'quote' && type !== 'parentheses') return undefined;
  const inner = text.slice(Math.max(start + 1, end - 3), end - 1);
  if (!/[.!?。！？]$/.test(inner)) return undefined;
  const next = afterSpace(text, end);
  const following = wordAt(text, next);
  if (next === end || !/^\p{Lu}/u.test(following)) return undefined;
  const isStatement = inner.endsWith('.') && !inner.endsWith('..');
  return isStatement || SENTENCE_OPENERS.has(following.toLowerCase()) || isToolVerb(following)
    ? next
    : undefined;
}

/** Whether the clause before a comma, or its sentence, is a condition. */
function isCondition(text: string, start: number, comma: number): boolean {
  const sentence = afterSpace(text, start);
  const begin = connectorEnd(text, sentence) ?? sentence;
  // The answer is the whole condition, and the following clause is the first task.
  if (/^if (?:yes|so|not|no)\b,? \p{L}+ \p{L}/iu.test(text.slice(begin, begin + 60))) return false;
  if (CONDITIONS.has(wordAt(text, begin).toLowerCase())) return true;
  const clause = text.slice(Math.max(start, comma - 200), comma);
  const last = clause.slice(Math.max(clause.lastIndexOf(','), clause.lastIndexOf(';')) + 1).trimStart();
  return CONDITIONS.has(wordAt(last, 0).toLowerCase()) || /^(?:and|but|or)\s+if\b/i.test(last);
}

function afterSpace(text: string, index: number): number {
  return index + (readAt(SPACE, text, index)?.[0].length ?? 0);
}
