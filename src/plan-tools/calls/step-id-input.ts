import { z } from 'zod';
import { requiredText } from '../plan/text-rules.ts';

/** Long enough for any existing id. */
const MAX_STEP_ID = 32;

export const StepIdInput = z
  .string()
  .describe('The id of the step, S###: S001. Results and reads carry the ids.');

/** An id is matched exactly, after trimming. The plan decides whether it exists. */
export function stepIdFrom(text: string, field = 'step_id'): string {
  return requiredText(text, { name: 'Step id', field, most: MAX_STEP_ID, text: 'ascii' });
}
