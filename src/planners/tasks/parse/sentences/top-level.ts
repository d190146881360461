import { protectedSpans } from '../spans/protected-spans.ts';

/** Splits a text at a separator, but not inside code, quotes or parentheses. */
export function topLevel(text: string, separator: RegExp): string[] {
  const spans = protectedSpans(text);
  const parts: string[] = [];
  let start = 0;
  let nextSpan = 0;
  for (const { 0: found, index } of text.matchAll(separator)) {
    while ((spans[nextSpan]?.end ?? text.length) <= index) nextSpan += 1;
    if ((spans[nextSpan]?.start ?? text.length) <= index) continue;
    parts.push(text.slice(start, index));
    start = index + found.length;
  }
  parts.push(text.slice(start));
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}
