import { countTokens, isWithinTokens, truncateToTokens } from '../../../model/tokens.ts';
import type { Task } from '../state/planner-state.ts';
import { MAX_LENGTH_IN_CONTEXT, shownResult } from './final-summary.ts';

const LEFT_OUT = /^\[(\d+) earlier lines? left out\]$/;

/**
 * The share of the budget to fill when something must be removed, so that it does not overflow again with the next
 * task.
 */
const REFILL = 0.75;

/**
 * A summary with one line for each finished task, oldest first, after the previous summary. If it exceeds the budget,
 * the oldest lines are replaced by a line that counts them, leaving some room; if not even that line fits, the summary
 * is empty.
 */
export function compactedSummary(before: string, finished: readonly Task[], maxTokens: number): string {
  const [first = '', ...others] = before === '' ? [] : before.split('\n');
  const earlier = LEFT_OUT.exec(first);
  const lines = [
    ...(before === '' || earlier ? [] : [first]),
    ...others,
    ...finished.map((task) => shownResult(task, MAX_LENGTH_IN_CONTEXT)),
  ];
  return withinBudget(lines, Number(earlier?.[1] ?? 0), maxTokens);
}

/** A summary made elsewhere, truncated to the budget. */
export function givenSummary(summary: string, maxTokens: number): string {
  return truncateToTokens(summary, maxTokens, { marker: ' [cut]' });
}

function withinBudget(lines: readonly string[], leftOutBefore: number, maxTokens: number): string {
  const all = summaryOf(lines, leftOutBefore);
  if (isWithinTokens(all, maxTokens)) return all;
  if (lines.length === 0) return '';
  let kept = Math.min(newestThatFit(lines, Math.floor(REFILL * maxTokens)), lines.length - 1);
  for (; kept > 0; kept--) {
    const summary = summaryOf(lines.slice(-kept), leftOutBefore + lines.length - kept);
    if (isWithinTokens(summary, maxTokens)) return summary;
  }
  return lastLineCut(lines.at(-1) ?? '', leftOutBefore + lines.length - 1, maxTokens);
}

function summaryOf(lines: readonly string[], leftOut: number): string {
  return [...(leftOut > 0 ? [leftOutLine(leftOut)] : []), ...lines].join('\n');
}

/** An estimate from the count of each line, so that the whole is counted only a few times. */
function newestThatFit(lines: readonly string[], maxTokens: number): number {
  let kept = 0;
  for (let tokens = 0; kept < lines.length; kept++) {
    tokens += countTokens(lines.at(-1 - kept) ?? '') + 1;
    if (tokens > maxTokens) break;
  }
  return kept;
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
