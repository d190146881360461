import type { RedactedEvent } from '../../../kernel/event.ts';
import { type TaskEvent, type TaskPolicy, taskEventIn, taskFacts } from '../facts.ts';
import { ERASED_OUTCOME, ERASED_QUESTION } from './erased-outcomes.ts';

const ERASED = 'The text was erased.';
/** Matches no decision, because nobody can see what would be approved. */
const NO_DIGEST = { digest: '0'.repeat(64) };
const ERASED_CHANGE = { repository: ERASED, summary: ERASED, diff: '', files: [], commands: [], checks: [] };

/** What remains in effect of an erased plan. */
export interface KeptPlan {
  readonly policy: TaskPolicy;
  /** The highest task id; 0 if unknown. */
  readonly lastId: number;
  /** Whether it needed approval before anything started, or that is unknown. */
  readonly isForReview: boolean;
}

/** Sequential, and stopping after a failure. */
const STRICTEST: TaskPolicy = { parallel: 1, onFailure: 'abort' };

/** The remaining parts of an erased event, with placeholders for texts; `undefined` if the task is unknown too. */
export function keptEvent(event: RedactedEvent): TaskEvent | undefined {
  const kept = keptOf(event);
  const text = kept && textsFor(event.redactedType, kept);
  return text && taskEventIn({ ...kept, ...text, type: event.redactedType });
}

/** What remains in effect of an erased plan. */
export function keptPlan(event: RedactedEvent): KeptPlan {
  const kept = keptOf(event);
  if (kept === undefined) return { policy: STRICTEST, lastId: 0, isForReview: true };
  const { data } = taskFacts.TasksPlanned.shape.policy.safeParse(kept.policy);
  const policy = data ?? (kept.policy === undefined ? {} : STRICTEST);
  const isForReview = policy.review === true || policy === STRICTEST;
  return { policy, lastId: Math.max(0, ...(taskIds(kept) ?? [])), isForReview };
}

/** The tasks of an erased revision; `undefined` if unknown. */
export function keptRevision(event: RedactedEvent): readonly number[] | undefined {
  return taskIds(keptOf(event));
}

function taskIds(kept: Readonly<Record<string, unknown>> | undefined): readonly number[] | undefined {
  if (!Array.isArray(kept?.tasks)) return undefined;
  return kept.tasks.map(({ id }: { id?: unknown }) => Number(id) || 0);
}

/** The texts that an event must have, if the rest of it was kept. */
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
