import { memoized } from '../memoized.ts';
import { codeSpans } from './code-spans.ts';
import { markdownLinkAt, URL_START, urlAt } from './links.ts';
import { forwardSearch, type Span } from './span.ts';

/** A span that is never split: code, a link, a quoted string, or text in parentheses. */
export interface ProtectedSpan extends Span {
  readonly type: 'code' | 'link' | 'quote' | 'parentheses';
}

interface QuoteMark {
  readonly closing: RegExp;
  /** An apostrophe looks the same, so such a string must be short, and opens only after a space or a bracket. */
  readonly most?: number;
}

const MAX_IN_SINGLE_QUOTES = 200;
const SINGLE = { closing: /['’](?![\p{L}\p{N}])/gu, most: MAX_IN_SINGLE_QUOTES };
const QUOTES: Readonly<Record<string, QuoteMark>> = {
  '"': { closing: /"/g },
  "'": SINGLE,
  '‘': SINGLE,
  '“': { closing: /”/g },
  '„': { closing: /[“”]/g },
  '«': { closing: /»/g },
  '‹': { closing: /›/g },
  '「': { closing: /」/g },
  '『': { closing: /』/g },
  '《': { closing: /》/g },
};

const OPENS_SPAN = /[[("'‘“„«‹「『《（`]|:\/\/|www\./i;
const SIGN = /[[("'‘“„«‹「『《（)）]/g;

/** The spans of a text that are never split, in order and disjoint. */
export const protectedSpans: (text: string) => readonly ProtectedSpan[] = memoized(spansIn);

function spansIn(text: string): ProtectedSpan[] {
  if (!OPENS_SPAN.test(text)) return [];
  const found: ProtectedSpan[] = [];
  const openParentheses: number[] = [];
  const codes = codeSpans(text);
  const nextSign = forwardSearch(text, SIGN);
  const nextUrl = forwardSearch(text, URL_START);
  const closingOf = new Map<string, (from: number) => number>();
  let nextCode = 0;

  for (let at = 0; at < text.length; ) {
    while ((codes[nextCode]?.start ?? text.length) < at) nextCode += 1;
    const code = codes[nextCode];
    const index = Math.min(nextSign(at), nextUrl(at), code?.start ?? Number.POSITIVE_INFINITY);
    if (index >= text.length) break;

    const span = spanAt(index);
    if (span) {
      found.push(span);
      at = span.end;
      continue;
    }
    const sign = text[index] ?? '';
    if (sign === '(' || sign === '（') openParentheses.push(index);
    if (sign === ')' || sign === '）') closeParentheses(index);
    at = index + 1;
  }
  return found;

  function spanAt(index: number): ProtectedSpan | undefined {
    const code = codes[nextCode];
    if (code?.start === index) return { type: 'code', start: index, end: code.end };
    const link = text[index] === '[' ? linkOrImage(index) : urlAt(text, index);
    if (link) return { type: 'link', start: link.start, end: link.end };
    return quoteAt(index);
  }

  function linkOrImage(index: number) {
    return markdownLinkAt(text, text[index - 1] === '!' ? index - 1 : index);
  }

  function quoteAt(index: number): ProtectedSpan | undefined {
    const sign = text[index] ?? '';
    const mark = QUOTES[sign];
    if (mark === undefined || !opensQuote(text, index)) return undefined;
    let closing = closingOf.get(sign);
    if (closing === undefined) {
      closing = forwardSearch(text, mark.closing);
      closingOf.set(sign, closing);
    }
    const close = closing(index + 1);
    if (close >= text.length || close - index > (mark.most ?? text.length)) return undefined;
    return { type: 'quote', start: index, end: close + 1 };
  }

  function closeParentheses(index: number): void {
    const start = openParentheses.pop();
    if (start === undefined) return;
    while ((found.at(-1)?.start ?? -1) > start) found.pop();
    found.push({ type: 'parentheses', start, end: index + 1 });
  }
}

/** A symmetric quotation mark opens a string only after a space or bracket, and not before one. */
function opensQuote(text: string, index: number): boolean {
  const isStraight = /["'‘]/.test(text[index] ?? '');
  if (!isStraight) return true;
  return /^$|[\s([{=:,/—–>]/u.test(text[index - 1] ?? '') && /\S/.test(text[index + 1] ?? '');
}
