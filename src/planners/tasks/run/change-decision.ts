import { canonicalJson } from '../../../journal/integrity/canonical-json.ts';
import { sha256 } from '../../../journal/integrity/sha256.ts';
import { invalidCommand } from '../error.ts';
import type { ProposedChange, TaskEvent } from '../facts.ts';
import type { Task } from '../state/planner-state.ts';

/** A task's change that waits for a decision. */
export type WaitingChange = NonNullable<Task['change']>;

/** The SHA-256 of the canonical JSON of a change and its task, which a decision names. */
export function changeDigest(taskId: number, change: ProposedChange): string {
  return sha256(canonicalJson({ taskId, change }, 'change'));
}

/** The event of a change that waits for a decision. */
export function proposalOf(
  taskId: number,
  change: ProposedChange,
): Extract<TaskEvent, { type: 'ChangeProposed' }> {
  return { type: 'ChangeProposed', taskId, digest: changeDigest(taskId, change), change };
}

/** The pending event about a change, repeated in a copy of its journal. */
export function repeatedEvent(taskId: number, { digest, approved, ...change }: WaitingChange): TaskEvent {
  return approved
    ? { type: 'ChangeDecided', taskId, digest, approved }
    : { type: 'ChangeProposed', taskId, digest, change };
}

/** The change that a decision is about. Throws an `InvalidCommand` if there is none, or another one. */
export function decidableChange(
  task: Task | undefined,
  {
    taskId,
    digest,
    approved,
  }: { readonly taskId: number; readonly digest: string; readonly approved: boolean },
): WaitingChange {
  const change = task?.change;
  if (task?.status !== 'NeedsApproval' || change === undefined) {
    throw invalidCommand(
      task === undefined
        ? `Task ${taskId} was summarised and does not wait for approval.`
        : `Task ${taskId} is ${task.status} and does not wait for approval.`,
      'Check the current tasks.',
    );
  }
  if (approved && change.diff === '') {
    throw invalidCommand(
      'The change was erased, so nobody can approve it.',
      'Reject it, or cancel the task.',
    );
  }
  if (change.digest === digest) return change;
  throw invalidCommand(
    `The change that waits has the digest ${change.digest}, not ${digest}.`,
    'Read the change again, then decide.',
  );
}

/** The result of a task whose change was rejected. */
export function rejectedText({ branch }: ProposedChange, reason: string | undefined): string {
  const why = reason === undefined ? 'The change was rejected.' : `The change was rejected: ${reason}`;
  return `${why}\nThe working tree is as it was, and the branch ${branch} is removed.`;
}
