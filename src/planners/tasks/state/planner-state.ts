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

/** A question about a task, and what was answered. */
export interface Clarification {
  readonly question: string;
  readonly answer?: string;
}

/** A task and how it stands. */
export interface Task extends PlannedTask {
  readonly status: TaskStatus;
  /** What came of it, or why it failed or was cancelled. */
  readonly result?: string;
  readonly clarifications?: readonly Clarification[];
  /** How often it was begun anew after a failure. */
  readonly retries?: number;
  /** The attempt it waits for, with its delay and what made it necessary. */
  readonly retry?: { readonly attempt: number; readonly delayMs: number; readonly error: string };
  /** What a coding agent has changed for it, until it is merged or rejected. */
  readonly change?: ProposedChange & {
    /** What a decision names; empty where what it stands for was erased. */
    readonly digest: string;
    /** Somebody has approved it, and it is being merged. */
    readonly approved?: true;
  };
  /** Why the latest change for it was rejected. Another attempt is told. */
  readonly rejection?: string;
  /** Its change was approved and could not be merged. */
  readonly conflict?: MergeConflict;
  /** Its outcome was erased: that it ended follows from what happened after it. */
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

/** A task plan at one moment. Plain JSON data. */
export interface TaskPlannerState {
  readonly tasks: readonly Task[];
  readonly waitingForClarification: boolean;
  /** The task whose question is the oldest that nobody has answered. */
  readonly pendingClarificationFor: number | null;
  readonly pendingClarifications: readonly number[];
  readonly nextId: number;
  /** What compaction made of the tasks it removed. */
  readonly contextSummary: string;
  readonly removed: RemovedTasks;
  readonly policy: TaskPolicy;
  /** What holds for all tasks; empty in a plan that was made before there were briefs. */
  readonly brief: Brief;
  /** Who read the text that was planned last; left out where the tasks themselves were given. */
  readonly readBy?: PlanReader;
  /** What was found out about the brief's criteria of acceptance since the plan came to its end. */
  readonly acceptance?: readonly CheckedCriterion[];
  /** Whether the plan has come to its end. */
  readonly completed: boolean;
  /** The first task of those that were added after the plan had come to an end: a failure before it ends nothing more. */
  readonly begunAgainAt?: number;
  /** Nothing has begun: the plan is to be approved first. */
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

/** Whether a task has come to its end, good or bad. */
export function isFinished({ status }: Pick<Task, 'status'>): boolean {
  return isPassed({ status }) || status === 'Failed' || status === 'Cancelled';
}

/** Whether what depends on a task may begin. */
export function isPassed({ status }: Pick<Task, 'status'>): boolean {
  return status === 'Completed' || status === 'Simulated';
}

/** A task in words, with every question about it that was answered, and why an earlier change for it was rejected. */
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
