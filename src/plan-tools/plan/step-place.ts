import { z } from 'zod';
import { stepIdFrom } from '../calls/step-id-input.ts';
import { ToolValidationError } from '../error.ts';
import type { StepPlace } from './commands.ts';

/** The position of steps, on the wire. */
export const placeInputs = {
  before: z.string().optional().describe('Put it before the step of this id.'),
  after: z.string().optional().describe('Put it after the step of this id.'),
} as const;

/** The requested position; there can be only one. */
export function stepPlaceFrom({ before, after }: StepPlace): StepPlace {
  if (before !== undefined && after !== undefined) {
    throw new ToolValidationError('invalid-tool-input', {
      field: 'after',
      message: 'Give before or after, not both.',
      expected: 'before or after',
      actual: 'both',
      fix: 'Leave one of them out, and call again: the plan is unchanged.',
    });
  }
  return {
    ...(before !== undefined && { before: stepIdFrom(before, 'before') }),
    ...(after !== undefined && { after: stepIdFrom(after, 'after') }),
  };
}
