import type { LlmMessage } from '../../model/llm.ts';
import { isWithinTokens } from '../../model/tokens.ts';
import { compactedSummary } from './compact-context.ts';
import { LONGEST_IN_CONTEXT, shownResult } from './final-summary.ts';
import { isFinished, type PlannerState } from './task-fold.ts';

/** What a task is told about the ones before it: just what compaction would leave of them. */
export function contextOf({ tasks, contextSummary }: PlannerState, maxTokens: number): string {
  return compactedSummary(contextSummary, tasks.filter(isFinished), maxTokens);
}

/** Whether what finished tasks came to is more than the budget allows. */
export function isOverBudget({ tasks, contextSummary }: PlannerState, maxTokens: number): boolean {
  const lines = tasks.filter(isFinished).map((task) => shownResult(task, LONGEST_IN_CONTEXT));
  return lines.length > 0 && !isWithinTokens([contextSummary, ...lines].join('\n'), maxTokens);
}

/** The finished work as a conversation, which a model can make shorter. */
export function threadOf({ tasks, contextSummary }: PlannerState): LlmMessage[] {
  return [
    ...(contextSummary === '' ? [] : [{ role: 'user', text: contextSummary } as const]),
    ...tasks
      .filter(isFinished)
      .map((task) => ({ role: 'assistant', text: shownResult(task, LONGEST_IN_CONTEXT) }) as const),
  ];
}
