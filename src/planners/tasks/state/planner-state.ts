import type {
  Brief,
  CheckedCriterion,
  MergeConflict,
  PlannedTask,
  PlanReader,
  ProposedChange,
  TaskPolicy,
  TaskStatus,
} from '../facts.ts';
import { EMPTY_BRIEF } from '../plan/merge-brief.ts';
import type { ErasedOutcomes } from './erased-outcomes.ts';

/** A question about a task, and its answer. */
export interface Clarification {
  readonly question: string;
  readonly answer?: string;
}

/** A task and its status. */
export interface Task extends PlannedTask {
  readonly status: TaskStatus;
  /** Its result, or why it failed or was cancelled. */
  readonly result?: string;
  readonly clarifications?: readonly Clarification[];
  /** How often it was restarted after a failure. */
  readonly retries?: number;
  /** The next attempt, with its delay and reason. */
  readonly retry?: { readonly attempt: number; readonly delayMs: number; readonly error: string };
  /** A coding agent's change, until it is merged or rejected. */
  readonly change?: ProposedChange & {
    /** What a decision names; empty if its content was erased. */
    readonly digest: string;
    /** Somebody has approved it, and it is being merged. */
    readonly approved?: true;
  };
  /** Why its latest change was rejected, for the next attempt. */
  readonly rejection?: string;
  /** Its change was approved and could not be merged. */
  readonly conflict?: MergeConflict;
  /** Its outcome was erased: later events imply that it ended. */
  readonly isTakenForEnded?: true;
}

/** Finished tasks that compaction took out of the plan. */
export interface RemovedTasks {
  readonly completed: number;
  readonly cancelled: number;
  /** Left out where there are none. */
  readonly simulated?: number;
  /** By id, since the summary at the end names every failure. */
  readonly failed: readonly number[];
}

/** A task plan at one moment. Plain JSON. */
export interface TaskPlannerState {
  readonly tasks: readonly Task[];
  readonly waitingForClarification: boolean;
  /** The task with the oldest unanswered question. */
  readonly pendingClarificationFor: number | null;
  readonly pendingClarifications: readonly number[];
  readonly nextId: number;
  /** The summary of the tasks that compaction removed. */
  readonly contextSummary: string;
  readonly removed: RemovedTasks;
  readonly policy: TaskPolicy;
  /** What applies to all tasks; empty in plans from before briefs were introduced. */
  readonly brief: Brief;
  /** Who read the last planned text; absent if tasks were given directly. */
  readonly readBy?: PlanReader;
  /** The verdicts on the brief's acceptance criteria since the plan ended. */
  readonly acceptance?: readonly CheckedCriterion[];
  /** Whether the plan has ended. */
  readonly completed: boolean;
  /** The first task that was added after the plan had ended: earlier failures no longer end the plan. */
  readonly begunAgainAt?: number;
  /** Nothing has started: the plan waits for approval. */
  readonly held?: true;
  readonly erased?: ErasedOutcomes;
}

/** The state before anything happened. */
export const INITIAL_STATE: TaskPlannerState = {
  tasks: [],
  waitingForClarification: false,
  pendingClarificationFor: null,
  pendingClarifications: [],
  nextId: 1,
  contextSummary: '',
  removed: { completed: 0, cancelled: 0, failed: [] },
  policy: {},
  brief: EMPTY_BRIEF,
  completed: false,
};

/** Whether a task has ended, successfully or not. */
export function isFinished({ status }: Pick<Task, 'status'>): boolean {
  return isPassed({ status }) || status === 'Failed' || status === 'Cancelled';
}

/** Whether dependents of a task may start. */
export function isPassed({ status }: Pick<Task, 'status'>): boolean {
  return status === 'Completed' || status === 'Simulated';
}

/** The text of a task, with every answered question about it, and why an earlier change was rejected. */
export function parametersOf({
  description,
  clarifications = [],
  rejection,
}: Pick<Task, 'description' | 'clarifications' | 'rejection'>): string {
  const asked = clarifications.map(({ question, answer = '' }) => `Question: ${question}\nAnswer: ${answer}`);
  const rejected =
    rejection === undefined ? [] : [`An earlier change for this task was rejected: ${rejection}`];
  return [description, ...asked, ...rejected].join('\n\n');
}
