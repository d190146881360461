import { z } from 'zod';
import { readAnswer } from '../../../model/answers/read-answer.ts';

const MAX_REASONING_LENGTH = 2000;

/** The name of the decision for {@link generateObject}. */
export const DECISION = 'scenario_decision';

/** A step that a model decided on. */
export interface Decision {
  readonly reasoning: string;
  readonly tool: string;
  readonly args: unknown;
}

/**
 * The schema of a decision among these tools. The names help providers with native schema support and are not
 * validated here: a wrong one is a failed step, and the model is told so with its earlier steps.
 */
export function decisionSchema(toolNames: readonly string[]) {
  return z.object({
    reasoning: z.string().describe('Why this step, in a sentence or two.'),
    action: z.object({
      tool: z.string().trim().min(1).max(200).meta({ enum: toolNames }),
      args: z
        .union([z.looseObject({}), z.string()])
        .describe('The arguments, an object that fits the schema of the tool.'),
    }),
  });
}

export async function decisionOf(
  { reasoning, action: { tool, args } }: z.infer<ReturnType<typeof decisionSchema>>,
  signal?: AbortSignal,
): Promise<Decision> {
  return { reasoning: reasoning.slice(0, MAX_REASONING_LENGTH), tool, args: await unwrapped(args, signal) };
}

/** Some models write the arguments as JSON inside the JSON. */
async function unwrapped(args: unknown, signal: AbortSignal | undefined): Promise<unknown> {
  if (typeof args !== 'string') return args;
  if (args.trim() === '') return {};
  const [best] = (await readAnswer(args, signal)).candidates;
  return best === undefined ? args : best.value;
}
