import { z } from 'zod';
import { nearestStatus } from '../../../plan-tools/formats/foreign-status.ts';
import type { StepStatus } from '../../../plan-tools/plan/plan.ts';

/** An item of a coding agent's to-do list. */
export interface Todo {
  readonly text: string;
  readonly details?: string | undefined;
  /** `cancelled` means that the agent dropped the item. */
  readonly status: StepStatus | 'cancelled';
}

/** A change of an agent's list: the whole list rewritten, or one item with the agent's id. */
export type TodoChange =
  | { readonly type: 'written'; readonly todos: readonly Todo[] }
  | { readonly type: 'added'; readonly id: string; readonly todo: Todo }
  | {
      readonly type: 'changed';
      readonly id: string;
      readonly text?: string | undefined;
      readonly details?: string | undefined;
      readonly status?: Todo['status'] | undefined;
      /** The ids of items that now block it, and of those it blocks. */
      readonly blockedBy?: readonly string[] | undefined;
      readonly blocks?: readonly string[] | undefined;
    };

const CANCELLED = /^(?:cancell?ed|deleted)$/;

/** Agents spell statuses differently: `COMPLETED`, `in-progress`, `inProgress`. */
const Status = z.string().transform((status): Todo['status'] => {
  const words = status
    .trim()
    .replace(/([a-z])(?=[A-Z])/g, '$1 ')
    .toLowerCase();
  return CANCELLED.test(words) ? 'cancelled' : nearestStatus(words).status;
});

/** A rewritten list, with the text of each item in this field. Undefined if it is not a list. */
export function writtenTodos(list: unknown, textField: string): TodoChange | undefined {
  if (!Array.isArray(list)) return undefined;
  const todos = list.flatMap((item) => {
    const text = textOf(item, textField);
    if (text === undefined) return [];
    return { text, status: Status.catch('pending').parse(Object(item).status) };
  });
  return { type: 'written', todos };
}

/** The change made by a call of Claude Code's task tools. */
export function taskCreated(input: unknown, response: unknown): TodoChange | undefined {
  const text = textOf(input, 'subject');
  const id = idOf(Object(response).task) ?? idOf(response);
  if (text === undefined || id === undefined) return undefined;
  return { type: 'added', id, todo: { text, details: textOf(input, 'description'), status: 'pending' } };
}

export function taskUpdated(input: unknown, response: unknown): TodoChange | undefined {
  const { taskId, status, addBlockedBy, addBlocks } = Object(input);
  const id = idOf({ id: taskId });
  if (id === undefined || Object(response).success === false) return undefined;
  return {
    type: 'changed',
    id,
    text: textOf(input, 'subject'),
    details: textOf(input, 'description'),
    status: typeof status === 'string' ? Status.parse(status) : undefined,
    blockedBy: idsIn(addBlockedBy),
    blocks: idsIn(addBlocks),
  };
}

function textOf(item: unknown, field: string): string | undefined {
  const text: unknown = Object(item)[field];
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : undefined;
}

function idsIn(list: unknown): readonly string[] {
  return Array.isArray(list) ? list.flatMap((id) => idOf({ id }) ?? []) : [];
}

/** A number, or a text that is a valid id. */
function idOf(item: unknown): string | undefined {
  const { id } = Object(item);
  const text = typeof id === 'number' ? String(id) : id;
  return typeof text === 'string' && /^[\w.-]{1,64}$/.test(text) ? text : undefined;
}
