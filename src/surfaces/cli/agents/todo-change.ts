import { z } from 'zod';
import { nearestStatus } from '../../../plan-tools/formats/foreign-status.ts';
import type { StepStatus } from '../../../plan-tools/plan/plan.ts';

/** An item of the to-do list that a coding agent keeps for itself. */
export interface Todo {
  readonly text: string;
  readonly details?: string | undefined;
  /** `cancelled` is an item that the agent has given up. */
  readonly status: StepStatus | 'cancelled';
}

/** What an agent has done to its list: written all of it anew, or one item, which it knows by an id of its own. */
export type TodoChange =
  | { readonly type: 'written'; readonly todos: readonly Todo[] }
  | { readonly type: 'added'; readonly id: string; readonly todo: Todo }
  | {
      readonly type: 'changed';
      readonly id: string;
      readonly text?: string | undefined;
      readonly details?: string | undefined;
      readonly status?: Todo['status'] | undefined;
      /** The ids of items that it now waits for, and of those that wait for it. */
      readonly blockedBy?: readonly string[] | undefined;
      readonly blocks?: readonly string[] | undefined;
    };

const CANCELLED = /^(?:cancell?ed|deleted)$/;

/** Agents call where an item stands in ways of their own: `COMPLETED`, `in-progress`, `inProgress`. */
const Status = z.string().transform((status): Todo['status'] => {
  const words = status
    .trim()
    .replace(/([a-z])(?=[A-Z])/g, '$1 ')
    .toLowerCase();
  return CANCELLED.test(words) ? 'cancelled' : nearestStatus(words).status;
});

/** A list that was written anew, each item with its text under this name. What is no list says nothing about it. */
export function writtenTodos(list: unknown, textField: string): TodoChange | undefined {
  if (!Array.isArray(list)) return undefined;
  const todos = list.flatMap((item) => {
    const text = textOf(item, textField);
    if (text === undefined) return [];
    return { text, status: Status.catch('pending').parse(Object(item).status) };
  });
  return { type: 'written', todos };
}

/** The change that an item of Claude Code's task tools stands for. */
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

/** A number, or a text that could be one of its own facts' words. */
function idOf(item: unknown): string | undefined {
  const { id } = Object(item);
  const text = typeof id === 'number' ? String(id) : id;
  return typeof text === 'string' && /^[\w.-]{1,64}$/.test(text) ? text : undefined;
}
