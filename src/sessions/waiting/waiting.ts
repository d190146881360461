import { isFinal } from '../../harness/conversation/task-status.ts';
import type { Draft } from '../../harness/drafts/draft-fold.ts';
import { A2aStatus, type ConversationFactOf } from '../../harness/facts.ts';
import type { ModuleFailure } from '../../harness/module/module-failure.ts';
import type { BlockAction, StepItem, ViewBlock } from '../../harness/module/view-block.ts';
import type { WaitingItem } from '../../harness/module/waiting-item.ts';
import type { Pause } from '../../kernel/limits/pause.ts';

/** Something that needs a person in a session of any planner. `seq` is the fact that made it wait. */
export interface Waiting extends WaitingItem {
  readonly seq: number;
}

const RAISE_FACTOR = 10;

/** A limit is reached. The session is paused until somebody resumes it. */
export function budgetItem({
  seq,
  limit,
  spent,
  allowed,
}: Extract<Pause, { readonly cause: 'limit' }>): Waiting {
  const raised = Math.max(allowed, spent) * RAISE_FACTOR;
  return {
    id: `budget-${seq}`,
    seq,
    text: `${spent} of ${allowed} ${limit} are spent. Work is paused until somebody resumes it.`,
    options: [
      { id: 'resume', label: 'Resume with as much again', command: { type: 'resume' } },
      {
        id: 'raise',
        label: `Raise the limit to ${raised} ${limit}`,
        command: { type: 'resume', limits: { [limit]: raised } },
      },
    ],
    data: { type: 'budget', limit, spent, allowed },
  };
}

/** Planning continued on its own for too long, and is frozen until somebody acts. */
export function stoppedItem({ seq, code, message }: ConversationFactOf<'planner_error'>): Waiting {
  return {
    id: `stopped-${seq}`,
    seq,
    text: message,
    details: 'Write a message to continue planning.',
    data: { type: 'stopped', code, message },
  };
}

/** A pass failed, and nothing has happened since. */
export function errorItem({ seq, code, message }: ConversationFactOf<'planner_error'>): Waiting {
  return {
    id: `error-${seq}`,
    seq,
    text: message,
    options: [{ id: 'retry', label: 'Try again', command: { type: 'retry' } }],
    data: { type: 'error', code, message },
  };
}

/** The waiting items are unknown, because the planner's module fails. */
export function failureItem({ code, message }: ModuleFailure, seq: number): Waiting {
  return { id: `failure-${seq}`, seq, text: message, data: { type: 'error', code, message } };
}

/** What failed in work that ended with a failure: its first failed step, or the first text that offers something. */
export function failedWorkItem(blocks: readonly ViewBlock[], seq: number): Waiting | undefined {
  const [failed] = [...blocks.flatMap(failedSteps), ...blocks.flatMap(offeringText)];
  if (failed === undefined) return undefined;
  const { id, text, details, actions } = failed;
  const options = actions
    .filter(({ edit }) => edit === undefined)
    .map(({ label, command }) => ({ id: command.type, label, command }));
  return {
    id: `failed-${id}`,
    seq,
    text,
    ...(details !== undefined && details !== '' && { details }),
    ...(options.length > 0 && { options }),
    data: { type: 'error' },
  };
}

interface FailedWork {
  readonly id: string;
  readonly text: string;
  readonly details: string | undefined;
  readonly actions: readonly BlockAction[];
}

function failedSteps(block: ViewBlock): readonly FailedWork[] {
  if (block.type !== 'steps') return [];
  return withChildren(block.items)
    .filter(({ status }) => status === 'failed')
    .map(({ id, title, details, actions = [] }) => ({ id, text: `${title}: failed`, details, actions }));
}

/** Work that failed before it had steps. */
function offeringText(block: ViewBlock): readonly FailedWork[] {
  if (block.type !== 'markdown' || block.actions === undefined) return [];
  const [first = '', ...rest] = block.text.split(/\n{2,}/);
  const title = first.replace(/^#+ +/, '');
  return [{ id: 'work', text: `${title}: failed`, details: rest.join('\n\n'), actions: block.actions }];
}

function withChildren(items: readonly StepItem[]): readonly StepItem[] {
  return items.flatMap((item) => [...withChildren(item.children ?? []), item]);
}

/** A draft that waits for a decision, or could not be sent. */
export function draftItem({ seq, composeId, digest, text, failure, nextStateHint }: Draft): Waiting {
  const failed = failure === undefined ? '' : ` It could not be sent: ${failure}`;
  const ends = isFinal(A2aStatus.safeParse(nextStateHint).data)
    ? ` It ends the conversation (${nextStateHint}).`
    : '';
  return {
    id: `draft-${composeId}`,
    seq,
    text: `A draft waits for your approval.${ends}${failed}`,
    details: text,
    options: [
      { id: 'approve', label: 'Approve & send', command: { type: 'approve', composeId, digest } },
      {
        id: 'regenerate',
        label: 'Regenerate',
        command: { type: 'dismiss', composeId, regenerate: true },
      },
      { id: 'dismiss', label: 'Dismiss', command: { type: 'dismiss', composeId } },
    ],
    data: {
      type: 'draft',
      composeId,
      digest,
      text,
      ...(failure !== undefined && { failure }),
      ...(nextStateHint !== undefined && { nextStateHint }),
    },
  };
}
