import { type ConversationFact, conversationFacts } from '../../harness/facts.ts';
import type { Envelope, RedactedFact } from '../../journal/fact.ts';
import { PersistentMap } from '../../kernel/collections/persistent-map.ts';
import type { TaskEvent } from './facts.ts';
import type { LastInput } from './plan/plan-pass.ts';
import { isFinished, type TaskPlannerState } from './state/planner-state.ts';
import { TaskFold } from './task-fold.ts';

/** When a task was last dispatched, and when it ended. */
export interface TaskTime {
  readonly began: string | null;
  readonly ended?: string;
}

/** The position of the last fact about a task, and when it ran. */
interface TaskTrace {
  /** The seq of the last fact about this task alone; 0 if there is none. */
  readonly seq: number;
  readonly time?: TaskTime;
}

/** The state of a task session. Immutable. */
export interface TasksState {
  readonly plan: Omit<TaskFold, 'apply'>;
  readonly traces: PersistentMap<number, TaskTrace>;
  readonly lastInput?: LastInput;
  /** The seq of the last planning; 0 if there was none. */
  readonly plannedAt: number;
  /** Messages since the last planning. The next text must include them, or they would be lost. */
  readonly unplanned: string;
  /** Whether a message after the end added nothing. */
  readonly isLate: boolean;
}

/** The state of a session without facts. */
export const NO_TASKS: TasksState = {
  plan: new TaskFold(),
  traces: PersistentMap.empty(),
  plannedAt: 0,
  unplanned: '',
  isLate: false,
};

type TaskFact = TaskEvent & Envelope;

/** The state after one more fact. */
export function applyFact(state: TasksState, fact: TaskFact | ConversationFact | RedactedFact): TasksState {
  switch (fact.type) {
    case 'user_input':
    case 'user_answer':
      return withInput(state, fact);
    case 'TasksPlanned':
      return { ...afterEvent(state, fact), plannedAt: fact.seq, isLate: false };
    case 'TaskDispatched':
    case 'TaskStatusUpdated':
    case 'TaskRetryScheduled':
    case 'ChangeProposed':
    case 'ChangeDecided':
    case 'TasksCancelled':
    case 'ClarificationRequested':
    case 'ClarificationReceived':
    case 'ContextCompacted':
    case 'PlanningCompleted':
    case 'AcceptanceChecked':
    case 'TasksRevised':
    case 'PlanApproved':
      return afterEvent(state, fact);
    case 'redacted': {
      const next = afterEvent(state, fact);
      return fact.redactedType === 'TasksPlanned' ? { ...next, plannedAt: fact.seq } : next;
    }
    default:
      return isAboutSession(fact) || state.unplanned === '' ? state : { ...state, unplanned: '' };
  }
}

function withInput(
  state: TasksState,
  fact: Extract<ConversationFact, { readonly type: 'user_input' | 'user_answer' }>,
): TasksState {
  const { type, seq } = fact;
  const text = typeof fact.text === 'string' ? fact.text : '';
  const qid = type === 'user_answer' ? { qid: fact.qid } : {};
  return {
    ...state,
    lastInput: { type, text, seq, ...qid },
    unplanned: type === 'user_input' ? text : '',
    isLate: state.plan.completed,
  };
}

function afterEvent(state: TasksState, fact: TaskFact | RedactedFact): TasksState {
  const plan = state.plan.draft();
  plan.apply(fact);
  return { ...state, plan, traces: tracesAfter(state.traces, fact), unplanned: '' };
}

function tracesAfter(traces: TasksState['traces'], fact: TaskFact | RedactedFact): TasksState['traces'] {
  if (fact.type === 'TasksCancelled') {
    return fact.taskIds.reduce((all, id) => all.set(id, ended(all.get(id), fact.ts)), traces);
  }
  if (!('taskId' in fact)) return traces;
  const before = traces.get(fact.taskId);
  if (fact.type === 'TaskDispatched') {
    return traces.set(fact.taskId, { seq: fact.seq, time: { began: fact.ts } });
  }
  const isEnd = fact.type === 'TaskStatusUpdated' && isFinished(fact);
  return traces.set(fact.taskId, { ...(isEnd ? ended(before, fact.ts) : before), seq: fact.seq });
}

function ended({ seq, time }: TaskTrace = { seq: 0 }, at: string): TaskTrace {
  return { seq, time: { began: time?.began ?? null, ended: at } };
}

/**
 * Facts that mean nothing to this planner: about the other side, its files and the session's host, and unknown ones.
 */
function isAboutSession({ type }: Envelope): boolean {
  if (!Object.hasOwn(conversationFacts, type)) return true;
  return /^(?:remote_|attachment_|a2a_|session_|status_|planner_configured$)/.test(type);
}

/** The start and end times of tasks, by id. */
export function timesOf({ traces }: TasksState): Readonly<Record<string, TaskTime>> {
  const times = [...traces].flatMap(([id, { time }]) => (time ? [[id, time] as const] : []));
  return Object.fromEntries(times);
}

/** The state as plain JSON. */
interface SavedTasks extends Omit<TasksState, 'plan' | 'traces'> {
  readonly plan: TaskPlannerState;
  readonly traces: readonly (readonly [number, TaskTrace])[];
}

/** Converts the state to plain JSON, which {@link restored} reads. */
export function saved({ plan, traces, ...rest }: TasksState): SavedTasks {
  return { ...rest, plan: plan.state, traces: [...traces] };
}

/** Restores the state from plain JSON. */
export function restored(snapshot: unknown): TasksState {
  // The input always comes from `saved`, of the same version.
  const { plan, traces, ...rest } = snapshot as SavedTasks;
  return { ...rest, plan: new TaskFold(plan), traces: PersistentMap.from(traces) };
}
