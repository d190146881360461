import type { Span } from './span.ts';

/** Inline code; `content` is the text between its backticks. */
export interface CodeSpan extends Span {
  readonly content: string;
}

/** The code spans of a text: a run of backticks is closed by the next run of the same length. */
export function codeSpans(text: string): CodeSpan[] {
  if (!text.includes('`')) return [];
  const runs = Array.from(text.matchAll(/`+/g), ({ 0: ticks, index }) => ({ index, length: ticks.length }));
  const next = nextOfSameLength(runs);
  const spans: CodeSpan[] = [];
  for (let at = 0; at < runs.length; ) {
    const open = runs[at];
    const closing = next[at];
    const close = closing === undefined ? undefined : runs[closing];
    if (open && close && closing !== undefined) {
      const content = text.slice(open.index + open.length, close.index);
      spans.push({ start: open.index, end: close.index + close.length, content });
      at = closing + 1;
    } else {
      at += 1;
    }
  }
  return spans;
}

function nextOfSameLength(runs: readonly { readonly length: number }[]): (number | undefined)[] {
  const latest = new Map<number, number>();
  const next: (number | undefined)[] = new Array(runs.length);
  for (let at = runs.length - 1; at >= 0; at -= 1) {
    const length = runs[at]?.length ?? 0;
    next[at] = latest.get(length);
    latest.set(length, at);
  }
  return next;
}

/** The text with white space outside code spans collapsed and trimmed. */
export function collapseSpaces(text: string): string {
  const parts: string[] = [];
  let at = 0;
  for (const { start, end } of codeSpans(text)) {
    parts.push(text.slice(at, start).replace(/\s+/g, ' '), text.slice(start, end));
    at = end;
  }
  parts.push(text.slice(at).replace(/\s+/g, ' '));
  return parts.join('').trim();
}
