import type { RedactedEvent } from '../../../kernel/event.ts';
import { type TaskEvent, type TaskPolicy, taskEventIn, taskFacts } from '../facts.ts';
import { ERASED_OUTCOME, ERASED_QUESTION } from './erased-outcomes.ts';

const ERASED = 'The text was erased.';
/** No decision can name it: nobody sees any more what would be approved. */
const NO_DIGEST = { digest: '0'.repeat(64) };
const ERASED_CHANGE = { repository: ERASED, summary: ERASED, diff: '', files: [], commands: [], checks: [] };

/** What an erased plan of tasks leaves in force. */
export interface KeptPlan {
  readonly policy: TaskPolicy;
  /** The highest id that it gave to a task; 0 where nobody knows. */
  readonly lastId: number;
  /** Whether it was to be approved before anything began, or nobody knows. */
  readonly isForReview: boolean;
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
  if (kept === undefined) return { policy: STRICTEST, lastId: 0, isForReview: true };
  const { data } = taskFacts.TasksPlanned.shape.policy.safeParse(kept.policy);
  const policy = data ?? (kept.policy === undefined ? {} : STRICTEST);
  const isForReview = policy.review === true || policy === STRICTEST;
  return { policy, lastId: Math.max(0, ...(taskIds(kept) ?? [])), isForReview };
}

/** The tasks that an erased revision was about; `undefined` where that is gone too. */
export function keptRevision(event: RedactedEvent): readonly number[] | undefined {
  return taskIds(keptOf(event));
}

function taskIds(kept: Readonly<Record<string, unknown>> | undefined): readonly number[] | undefined {
  if (!Array.isArray(kept?.tasks)) return undefined;
  return kept.tasks.map(({ id }: { id?: unknown }) => Number(id) || 0);
}

/** The texts that an event must have, where whoever erased it left the rest. */
function textsFor(type: string, kept: Readonly<Record<string, unknown>>): object | undefined {
  switch (type) {
    case 'TaskStatusUpdated':
      return kept.status === undefined ? undefined : { result: ERASED_OUTCOME };
    case 'ChangeProposed':
      return { ...NO_DIGEST, change: { ...Object(kept.change), ...ERASED_CHANGE } };
    case 'ChangeDecided':
      return {};
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
