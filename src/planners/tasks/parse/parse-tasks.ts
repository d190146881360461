import type { TaskAttachment } from '../facts.ts';
import { clearMemoized } from './memoized.ts';
import { type ParsedPlan, type ParsedTask, readPlanWith } from './read-plan.ts';
import { learnedReader } from './reader/learned-reader.ts';

export type { ParsedPlan, ParsedTask } from './read-plan.ts';

/**
 * Parses a plan from a text: the steps, their order, and the brief. Deterministic, without a model or a clock. The
 * caller's attachments belong to the first open step. A text without a request gives no steps.
 */
export function parsePlan(userInput: string, attachments: readonly TaskAttachment[] = []): ParsedPlan {
  try {
    return readPlanWith(learnedReader(), userInput, attachments);
  } finally {
    clearMemoized();
  }
}

/** Only the steps of {@link parsePlan}. */
export function parseTasks(
  userInput: string,
  attachments: readonly TaskAttachment[] = [],
): readonly ParsedTask[] {
  return parsePlan(userInput, attachments).tasks;
}
