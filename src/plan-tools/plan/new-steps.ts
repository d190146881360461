import { z } from 'zod';
import { charactersOf, perRules, type ToolRules } from '../calls/tool-rules.ts';
import type { NewPlanStep } from './commands.ts';
import { MAX_DETAILS, MAX_TITLE, optionalText, requiredText } from './text-rules.ts';

/** A new step on the wire. */
export const newStepInput = perRules((rules) =>
  z.strictObject({
    title: z.string().describe(`What to do, in one line: 1-${MAX_TITLE} ${charactersOf(rules)}.`),
    details: z
      .string()
      .nullish()
      .describe(`What else to know: up to ${MAX_DETAILS} ${charactersOf(rules)}. Blank for none.`),
  }),
);

export function newSteps(
  steps: readonly z.infer<ReturnType<typeof newStepInput>>[],
  list: string,
  { text }: ToolRules,
): NewPlanStep[] {
  return steps.map(({ title, details }, i) => {
    const at = `${list}[${i}]`;
    return Object.freeze({
      title: requiredText(title, { name: 'Title', field: `${at}.title`, most: MAX_TITLE, text }),
      details: optionalText(details, {
        name: 'Details',
        field: `${at}.details`,
        most: MAX_DETAILS,
        multiline: true,
        text,
      }),
    });
  });
}

/** The steps as they are recorded: without empty details. */
export function recordedSteps(steps: readonly NewPlanStep[]): object[] {
  return steps.map(({ title, details }) => (details === null ? { title } : { title, details }));
}

/** Ids in a message: all if there are few, else the first and last of a range. */
export function listedIds(ids: readonly string[]): string {
  return ids.length > 12 ? `${ids[0]} to ${ids.at(-1)}` : ids.join(', ');
}
