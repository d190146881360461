import { z } from 'zod';
import { ProposedChange } from '../facts.ts';
import type { ExecutionOutcome } from './executor.ts';

const Outcome = z.discriminatedUnion('type', [
  z.object({ type: z.literal('completed'), result: z.string() }),
  z.object({ type: z.literal('simulated'), result: z.string() }),
  z.object({ type: z.literal('proposed'), change: ProposedChange }),
  z.object({ type: z.literal('failed'), error: z.string(), failureClass: z.string().min(1).optional() }),
  z.object({ type: z.literal('needs-clarification'), question: z.string().trim().min(1) }),
]);

/** Validates the result of an executor, which may be anybody's program: an invalid result is a failure. */
export function checkedOutcome(returned: unknown, executor: string): ExecutionOutcome {
  const { data, error } = Outcome.safeParse(returned);
  if (data === undefined) {
    const wrong = error.issues.map(({ path, message }) => `${path.join('.') || 'outcome'}: ${message}`);
    return { type: 'failed', error: `${executor} returned no outcome (${wrong.join('; ')}).` };
  }
  if (data.type !== 'failed') return data;
  const { type, error: message, failureClass } = data;
  return { type, error: message, ...(failureClass !== undefined && { failureClass }) };
}
