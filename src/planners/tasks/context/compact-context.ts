import { countTokens, isWithinTokens, truncateToTokens } from '../../../model/tokens.ts';
import type { Task } from '../state/planner-state.ts';
import { LONGEST_IN_CONTEXT, shownResult } from './final-summary.ts';

const LEFT_OUT = /^\[(\d+) earlier lines? left out\]$/;

/** How much of the budget is filled again when something has to go, so that it does not overflow with the next task. */
const REFILL = 0.75;

/**
 * One line a finished task, oldest first, after what was there before. When they exceed the budget, as many of the
 * oldest go as it takes to leave some room, and a line in their place counts them; a budget that has no room even for
 * that line leaves nothing.
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

/** An estimate from each line's own count, so that the whole is counted only a few times. */
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
