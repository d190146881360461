import { protectedSpans } from '../spans/protected-spans.ts';

/** A numbered list on one line: the text before it, and its items without numbers. */
export interface InlineList {
  readonly lead: string;
  readonly items: readonly string[];
}

const NUMBER = /(?<=^|[\s:;,])\(?(\d{1,2})([.)])(?=\s+[\p{L}`"'“[*])/gu;
/** A number with a full stop may also end a sentence, so a list needs three of them. */
const MIN_COUNT = { '.': 3, ')': 2 };

/** Parses `1) build 2) test` as a list. `isFirst` means that the text itself is item 1. */
export function inlineList(text: string, isFirst: boolean): InlineList | undefined {
  for (const sign of ['.', ')'] as const) {
    const numbers = countedUp(text, sign, isFirst ? 2 : 1);
    if (numbers.length + (isFirst ? 1 : 0) < MIN_COUNT[sign]) continue;
    const items = numbers.map(({ end }, index) => text.slice(end, numbers[index + 1]?.start));
    const lead = text.slice(0, numbers[0]?.start);
    return isFirst ? { lead: '', items: [lead, ...items] } : { lead: lead.trim(), items };
  }
  return undefined;
}

function countedUp(text: string, sign: '.' | ')', from: number) {
  const candidates = Array.from(text.matchAll(NUMBER), ({ 0: whole, 1: number, 2: close, index }) => ({
    start: index,
    end: index + whole.length,
    number: Number(number),
    close,
  }));
  if (candidates.length === 0) return [];
  const inner = protectedSpans(text).filter(({ type }) => type !== 'parentheses');
  let span = 0;
  let next = from;
  return candidates.filter(({ start, number, close }) => {
    while ((inner[span]?.end ?? text.length) <= start) span += 1;
    const isInside = (inner[span]?.start ?? text.length) <= start;
    if (isInside || close !== sign || number !== next) return false;
    next += 1;
    return true;
  });
}
