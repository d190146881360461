import type { Brief, ProposedChange, TaskAttachment, TaskKind } from '../facts.ts';

/** What an executor is given: one task, what holds for all of them, and the summary of what was done before it. */
export interface ExecutableTask {
  readonly id: number;
  readonly kind: TaskKind;
  readonly description: string;
  /** The task in words, with every question about it that was answered. */
  readonly parameters: string;
  readonly attachments: readonly TaskAttachment[];
  /** What holds for every task of the plan: objective, rules, background and acceptance. Left out where there is none. */
  readonly brief?: Brief;
  /** What the finished tasks came to, within the token budget. */
  readonly context: string;
}

/** What an executor may use while it works. */
export interface ExecutionContext {
  /** Aborted when the task is cancelled, the claim is lost or the host stops: what the executor returns then is dropped. */
  readonly signal: AbortSignal;
  /** The same on every attempt at this dispatch. */
  readonly idempotencyKey: string;
  /** What tasks came to that words find, also those that compaction took out; left out where nothing was. */
  recall?(words: string): Promise<string>;
  /** Tells people how it goes. Nothing of it is recorded. */
  progress(text: string): void;
}

/** What kind of failure it was. Retry policies go by it; executors of your own may have more. */
export type FailureClass =
  | 'crash'
  | 'forbidden'
  | 'rate-limited'
  | 'rejected'
  | 'timeout'
  | 'too-large'
  | 'unavailable';

/** What came of a task. An executor that throws has failed with the class `crash`. */
export type ExecutionOutcome =
  | { readonly type: 'completed'; readonly result: string }
  /** Nothing was done: a demo played it through. */
  | { readonly type: 'simulated'; readonly result: string }
  /** A change was made beside the working tree. It is merged when somebody has approved it. */
  | { readonly type: 'proposed'; readonly change: ProposedChange }
  | { readonly type: 'failed'; readonly error: string; readonly failureClass?: FailureClass | (string & {}) }
  | { readonly type: 'needs-clarification'; readonly question: string };

/** The kind of failure that an outcome stands for; `undefined` when it is none. */
export function failureOf(outcome: ExecutionOutcome): string | undefined {
  return outcome.type === 'failed' ? (outcome.failureClass ?? 'failed') : undefined;
}

/** Carries out one task. It does not know the plan, the journal or who asked. */
export interface Executor {
  readonly name: string;
  execute(task: ExecutableTask, context: ExecutionContext): Promise<ExecutionOutcome>;
}

/** Thrown by an executor, or by who asks a person: nobody is there to do it. Nothing is recorded, and the task waits. */
export class NobodyThere extends Error {
  override readonly name = 'NobodyThere';
}

/**
 * Asks a person. Rejects when `signal` is aborted: the question was answered elsewhere, or no longer matters; and with
 * {@link NobodyThere} when no answer will come.
 */
export type AskPerson = (
  question: string,
  context: { readonly taskId: number; readonly signal: AbortSignal },
) => Promise<string>;
