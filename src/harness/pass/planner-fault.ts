import { z } from 'zod';
import { shown } from '../../journal/error.ts';
import type { ProposedFact } from '../../journal/fact.ts';

const MAX_MESSAGE_LENGTH = 2000;
const MAX_NAME_LENGTH = 128;

/** What went wrong in a pass, as `planner_error` records it. */
export interface PlannerFault {
  readonly code: string;
  readonly message: string;
  readonly stage: string;
  readonly attempts: number;
}

/** What an error may say about itself. */
const ErrorFields = z.object({
  code: z.string().min(1).max(MAX_NAME_LENGTH).catch('exception'),
  message: z.string().catch(''),
  stage: z.string().max(MAX_NAME_LENGTH).catch('plan'),
  attempts: z.int().min(0).catch(1),
});

/** The fault for whatever a planner threw. An error may have its own `code`, `stage` and `attempts`. */
export function faultOf(thrown: unknown): PlannerFault {
  try {
    const { data } = ErrorFields.safeParse(thrown);
    return data ?? nameless(shown(thrown));
  } catch {
    // Reading it threw as well.
    return nameless('The planner threw something that cannot be read.');
  }
}

function nameless(message: string): PlannerFault {
  return { code: 'exception', message, stage: 'plan', attempts: 1 };
}

/** The fact that records a fault. */
export function plannerError({ code, message, stage, attempts }: PlannerFault): ProposedFact {
  const short =
    message.length > MAX_MESSAGE_LENGTH ? `${message.slice(0, MAX_MESSAGE_LENGTH - 1)}…` : message;
  return { type: 'planner_error', code, message: short, stage, attempts };
}
