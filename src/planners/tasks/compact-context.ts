import { countTokens, truncateToTokens } from '../../model/tokens.ts';
import { LONGEST_IN_CONTEXT, shownResult } from './final-summary.ts';
import type { Task } from './task-fold.ts';

const LEFT_OUT = /^\[(\d+) earlier lines? left out\]$/;

/**
 * One line a finished task, oldest first, after what was there before. What does not fit into the budget goes, oldest
 * first, and a line in its place counts it; a budget that has no room even for that line leaves nothing.
 */
export function compactedSummary(before: string, finished: readonly Task[], maxTokens: number): string {
  const [first = '', ...others] = before === '' ? [] : before.split('\n');
  const earlier = LEFT_OUT.exec(first);
  const lines = [
    ...(before === '' || earlier ? [] : [first]),
    ...others,
    ...finished.map((task) => shownResult(task, LONGEST_IN_CONTEXT)),
  ];
  return withinBudget(lines, Number(earlier?.[1] ?? 0), maxTokens);
}

/** A summary made elsewhere, cut where it exceeds the budget. */
export function givenSummary(summary: string, maxTokens: number): string {
  return truncateToTokens(summary, maxTokens, { marker: ' [cut]' });
}

function withinBudget(lines: readonly string[], leftOutBefore: number, maxTokens: number): string {
  let kept = newestThatFit(lines, maxTokens);
  for (;;) {
    const leftOut = leftOutBefore + lines.length - kept;
    const shown = lines.slice(lines.length - kept);
    const summary = [...(leftOut > 0 ? [leftOutLine(leftOut)] : []), ...shown].join('\n');
    if (countTokens(summary) <= maxTokens) return summary;
    if (kept === 0) return '';
    if (kept === 1) return lastLineCut(lines.at(-1) ?? '', leftOut, maxTokens);
    kept -= 1;
  }
}

/** An estimate from each line's own count, so that the whole is counted only a few times. */
function newestThatFit(lines: readonly string[], maxTokens: number): number {
  let kept = 0;
  for (let tokens = 0; kept < lines.length; kept++) {
    tokens += countTokens(lines.at(-1 - kept) ?? '') + 1;
    if (tokens > maxTokens) break;
  }
  return Math.max(kept, Math.min(1, lines.length));
}

function lastLineCut(line: string, leftOut: number, maxTokens: number): string {
  const marker = leftOut > 0 ? `${leftOutLine(leftOut)}\n` : '';
  const room = maxTokens - countTokens(marker) - 1;
  const cut = room > 0 ? marker + truncateToTokens(line, room, { marker: '…' }) : '';
  if (cut !== '' && countTokens(cut) <= maxTokens) return cut;
  const all = leftOutLine(leftOut + 1);
  return countTokens(all) <= maxTokens ? all : '';
}

function leftOutLine(count: number): string {
  return `[${count} earlier ${count === 1 ? 'line' : 'lines'} left out]`;
}
