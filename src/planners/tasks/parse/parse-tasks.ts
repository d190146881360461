import type { TaskAttachment } from '../facts.ts';
import { type ParsedPlan, type ParsedTask, readPlanWith } from './read-plan.ts';
import { learnedReader } from './reader/learned-reader.ts';
import { forgetRemembered } from './remembered.ts';

export type { ParsedPlan, ParsedTask } from './read-plan.ts';

/**
 * Reads a plan from a text: the steps, their order, and the brief. The same text gives the same plan, and no model or
 * clock is asked. The caller's attachments go to the first step that is not done. A text that asks for nothing gives none.
 */
export function parsePlan(userInput: string, attachments: readonly TaskAttachment[] = []): ParsedPlan {
  try {
    return readPlanWith(learnedReader(), userInput, attachments);
  } finally {
    forgetRemembered();
  }
}

/** The steps of {@link parsePlan} alone. */
export function parseTasks(
  userInput: string,
  attachments: readonly TaskAttachment[] = [],
): readonly ParsedTask[] {
  return parsePlan(userInput, attachments).tasks;
}
