import type { LlmMessage } from '../../../model/llm.ts';
import { countTokens } from '../../../model/tokens.ts';
import type { Task } from '../state/planner-state.ts';
import { compactedSummary } from './compact-context.ts';
import { MAX_LENGTH_IN_CONTEXT, shownResult } from './final-summary.ts';

/** The work before a task: the summary from compaction, and the tasks finished since. */
export interface FinishedWork {
  readonly contextSummary: string;
  readonly finished: readonly Task[];
}

/** The context of a task: what compaction would leave of the finished work. */
export function contextOf({ contextSummary, finished }: FinishedWork, maxTokens: number): string {
  return compactedSummary(contextSummary, finished, maxTokens);
}

/** The finished work as a conversation, for a model to summarize. */
export function threadOf({ contextSummary, finished }: FinishedWork): LlmMessage[] {
  return [
    ...(contextSummary === '' ? [] : [{ role: 'user', text: contextSummary } as const]),
    ...finished.map((task) => ({ role: 'assistant', text: lineOf(task) }) as const),
  ];
}

/** Measures finished work. Each line is counted once, because the same lines are measured after every task. */
export class ContextMeter {
  readonly #lines = new WeakMap<Task, number>();
  #summary = { text: '', tokens: 0 };

  /** Whether the finished work exceeds the budget. */
  isOverBudget({ contextSummary, finished }: FinishedWork, maxTokens: number): boolean {
    if (finished.length === 0) return false;
    const ofTasks = finished.reduce((sum, task) => sum + this.#tokensOfLine(task), 0);
    return this.#tokensOfSummary(contextSummary) + ofTasks > maxTokens;
  }

  #tokensOfLine(task: Task): number {
    const known = this.#lines.get(task);
    if (known !== undefined) return known;
    const tokens = countTokens(`${lineOf(task)}\n`);
    this.#lines.set(task, tokens);
    return tokens;
  }

  #tokensOfSummary(text: string): number {
    if (text === '') return 0;
    if (this.#summary.text !== text) this.#summary = { text, tokens: countTokens(`${text}\n`) };
    return this.#summary.tokens;
  }
}

function lineOf(task: Task): string {
  return shownResult(task, MAX_LENGTH_IN_CONTEXT);
}
