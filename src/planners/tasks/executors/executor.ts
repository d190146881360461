import type { Brief, ProposedChange, TaskAttachment, TaskKind } from '../facts.ts';

/** The input of an executor: one task, the brief for all tasks, and a summary of finished work. */
export interface ExecutableTask {
  readonly id: number;
  readonly kind: TaskKind;
  readonly description: string;
  /** The task as text, with every answered question about it. */
  readonly parameters: string;
  readonly attachments: readonly TaskAttachment[];
  /** What applies to every task of the plan: objective, rules, background and acceptance. Omitted if empty. */
  readonly brief?: Brief;
  /** The results of finished tasks, within the token budget. */
  readonly context: string;
}

/** What an executor can use while it works. */
export interface ExecutionContext {
  /** Aborted when the task is cancelled, the claim is lost or the host stops: the result is dropped then. */
  readonly signal: AbortSignal;
  /** The same on every attempt at this dispatch. */
  readonly idempotencyKey: string;
  /** Searches results of tasks by words, including those that compaction removed; absent if there are none. */
  recall?(words: string): Promise<string>;
  /** Reports progress to people; not recorded. */
  progress(text: string): void;
}

/** The class of a failure, for the retry policy; your own executors may add others. */
export type FailureClass =
  | 'crash'
  | 'forbidden'
  | 'rate-limited'
  | 'rejected'
  | 'timeout'
  | 'too-large'
  | 'unavailable';

/** The outcome of a task. An executor that throws has failed with the class `crash`. */
export type ExecutionOutcome =
  | { readonly type: 'completed'; readonly result: string }
  /** Nothing was done: a demo simulated it. */
  | { readonly type: 'simulated'; readonly result: string }
  /** A change was made outside the working tree. It is merged once somebody has approved it. */
  | { readonly type: 'proposed'; readonly change: ProposedChange }
  | { readonly type: 'failed'; readonly error: string; readonly failureClass?: FailureClass | (string & {}) }
  | { readonly type: 'needs-clarification'; readonly question: string };

/** The class of a failed outcome; `undefined` for others. */
export function failureOf(outcome: ExecutionOutcome): string | undefined {
  return outcome.type === 'failed' ? (outcome.failureClass ?? 'failed') : undefined;
}

/** Carries out one task. It knows nothing about the plan, the journal or the caller. */
export interface Executor {
  readonly name: string;
  execute(task: ExecutableTask, context: ExecutionContext): Promise<ExecutionOutcome>;
}

/** Thrown by an executor if nobody is there to do the task. Nothing is recorded, and the task waits. */
export class NoPersonAvailable extends Error {
  override readonly name = 'NoPersonAvailable';
}

/**
 * Asks a person. Rejects when `signal` is aborted: the question was answered elsewhere, or no longer matters; and with
 * {@link NoPersonAvailable} when no answer will come.
 */
export type AskPerson = (
  question: string,
  context: { readonly taskId: number; readonly signal: AbortSignal },
) => Promise<string>;
