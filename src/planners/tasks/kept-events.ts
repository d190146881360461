import type { RedactedEvent } from '../../kernel/event.ts';
import { ERASED_OUTCOME, ERASED_QUESTION } from './erased-outcomes.ts';
import { type TaskEvent, type TaskPolicy, taskEventIn, taskFacts } from './facts.ts';

const ERASED = 'It was erased.';

/** What an erased plan of tasks leaves in force. */
export interface KeptPlan {
  readonly policy: TaskPolicy;
  /** The highest id that it gave to a task; 0 where nobody knows. */
  readonly lastId: number;
}

/** One task after the other, and none after a failure. */
const STRICTEST: TaskPolicy = { parallel: 1, onFailure: 'abort' };

/** What an erased event still says of its task, with a remark where text was; `undefined` when that is gone too. */
export function keptEvent(event: RedactedEvent): TaskEvent | undefined {
  const kept = keptOf(event);
  const text = kept && textsFor(event.redactedType, kept);
  return text && taskEventIn({ ...kept, ...text, type: event.redactedType });
}

/** What an erased plan leaves in force. */
export function keptPlan(event: RedactedEvent): KeptPlan {
  const kept = keptOf(event);
  if (kept === undefined) return { policy: STRICTEST, lastId: 0 };
  const ids = Array.isArray(kept.tasks) ? kept.tasks.map(({ id }: { id?: unknown }) => Number(id) || 0) : [];
  const { data: policy } = taskFacts.TasksPlanned.shape.policy.safeParse(kept.policy);
  return { policy: policy ?? (kept.policy === undefined ? {} : STRICTEST), lastId: Math.max(0, ...ids) };
}

/** The texts that an event must have, where whoever erased it left the rest. */
function textsFor(type: string, kept: Readonly<Record<string, unknown>>): object | undefined {
  switch (type) {
    case 'TaskStatusUpdated':
      return kept.status === undefined ? undefined : { result: ERASED_OUTCOME };
    case 'TaskRetryScheduled':
      return { error: ERASED };
    case 'TasksCancelled':
      return { reason: ERASED };
    case 'ClarificationRequested':
      return { question: ERASED_QUESTION };
    case 'TaskDispatched': {
      const isQuestion = Object(kept.command).type === 'RequestClarification';
      const text = isQuestion ? { question: ERASED_QUESTION } : { parameters: ERASED };
      return { command: { ...Object(kept.command), ...text } };
    }
    default:
      return undefined;
  }
}

function keptOf(event: RedactedEvent): Readonly<Record<string, unknown>> | undefined {
  return 'kept' in event && typeof event.kept === 'object' && event.kept !== null
    ? { ...event.kept }
    : undefined;
}
