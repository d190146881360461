import { z } from 'zod';
import type { TaskAttachment, TaskKind, TaskStatus } from '../../../../planners/tasks/facts.ts';
import type { Task, TaskPlannerState } from '../../../../planners/tasks/planner-state.ts';

const STATUSES = {
  Planned: 'planned',
  Running: 'running',
  Completed: 'completed',
  NeedsClarification: 'needs_clarification',
  Failed: 'failed',
  Cancelled: 'cancelled',
} as const satisfies Record<TaskStatus, string>;

const KINDS = {
  Processing: 'processing',
  ToolCall: 'tool_call',
  Clarification: 'clarification',
} as const satisfies Record<TaskKind, string>;

const ATTACHMENTS = { Link: 'link', ImageRef: 'image', FileRef: 'file' } as const satisfies Record<
  TaskAttachment['kind']['type'],
  string
>;

/** The kinds of tasks, as they are on the wire. */
export const WIRE_KINDS = Object.values(KINDS);

/** An attachment of a task as it is on the wire. */
export const WireAttachment = z.strictObject({
  type: z.enum(Object.values(ATTACHMENTS)),
  value: z.string().min(1, 'Value must not be empty.'),
  label: z.string().optional(),
});

const WireClarification = z.strictObject({ question: z.string(), answer: z.string().optional() });

/** A task as it is on the wire. */
export const WireTask = z.strictObject({
  id: z.int().describe('Counts from 1.'),
  description: z.string(),
  kind: z.enum(WIRE_KINDS),
  status: z.enum(Object.values(STATUSES)),
  attachments: z.array(WireAttachment),
  depends_on: z.array(z.int()).optional(),
  result: z.string().optional().describe('What came of it, or why it failed or was cancelled.'),
  clarifications: z.array(WireClarification).optional(),
});

/** How a task plan stands, as every tool tells it. */
export const WireStanding = {
  plan_id: z.string().optional(),
  version: z.int().optional().describe('How many facts its journal has.'),
  status: z.enum(['open', 'asks', 'finished']).optional(),
  done: z.int().optional().describe('How many tasks have completed.'),
  total: z.int().optional(),
  due: z.array(WireTask).optional().describe('The tasks to carry out now.'),
  questions: z
    .array(z.strictObject({ task: z.int(), question: z.string() }))
    .optional()
    .describe('What has to be answered before the plan goes on.'),
  context_summary: z.string().optional().describe('What is left of finished tasks that were taken out.'),
};

/** A task in the words of the wire. */
export function wireTask(task: Task): z.infer<typeof WireTask> {
  const { id, description, kind, status, attachments, dependsOn, result, clarifications } = task;
  return {
    id,
    description,
    kind: KINDS[kind],
    status: STATUSES[status],
    attachments: attachments.map(wireAttachment),
    ...(dependsOn && { depends_on: [...dependsOn] }),
    ...(result !== undefined && { result }),
    ...(clarifications && { clarifications: clarifications.map((each) => ({ ...each })) }),
  };
}

function wireAttachment({ kind, label }: TaskAttachment): z.infer<typeof WireAttachment> {
  return { type: ATTACHMENTS[kind.type], value: kind.value, ...(label !== undefined && { label }) };
}

/** The kind of a task by its word on the wire. */
export function kindFromWire(wire: (typeof WIRE_KINDS)[number]): TaskKind {
  return keyOf(KINDS, wire);
}

/** An attachment by its words on the wire. */
export function attachmentFromWire({ type, value, label }: z.infer<typeof WireAttachment>): TaskAttachment {
  return { kind: { type: keyOf(ATTACHMENTS, type), value }, ...(label !== undefined && { label }) };
}

/** The tasks whose turn it is. */
export function dueTasks({ tasks }: TaskPlannerState): Task[] {
  return tasks.filter(({ status }) => status === 'Running');
}

/** What has to be answered, oldest first. */
export function openQuestions(state: TaskPlannerState): { task: number; question: string }[] {
  const tasks = new Map(state.tasks.map((task) => [task.id, task]));
  return state.pendingClarifications.map((task) => ({
    task,
    question: tasks.get(task)?.clarifications?.at(-1)?.question ?? '',
  }));
}

/** How a plan stands, in numbers and in what is due. */
export function wireStanding(planId: string, version: number, state: TaskPlannerState) {
  const { tasks, removed, completed, waitingForClarification, contextSummary } = state;
  return {
    plan_id: planId,
    version,
    status: completed ? 'finished' : waitingForClarification ? 'asks' : 'open',
    done: removed.completed + tasks.filter(({ status }) => status === 'Completed').length,
    total: tasks.length + removed.completed + removed.cancelled + removed.failed.length,
    due: dueTasks(state).map(wireTask),
    questions: openQuestions(state),
    ...(contextSummary !== '' && { context_summary: contextSummary }),
  };
}

function keyOf<Key extends string, Value extends string>(
  names: Readonly<Record<Key, Value>>,
  wire: Value,
): Key {
  // The schema took the value because it is one of these.
  const [key] = Object.entries(names).find(([, value]) => value === wire) ?? [];
  return key as Key;
}
