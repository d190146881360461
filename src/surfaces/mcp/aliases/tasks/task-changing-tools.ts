import { z } from 'zod';
import type { CommandCall } from '../../../../harness/module/view-block.ts';
import type { TaskEvent } from '../../../../planners/tasks/facts.ts';
import { ExpectedVersion, textInput } from '../../checked-input.ts';
import { type PlannerTool, plannerTool } from '../../planner-tool.ts';
import type { PlannerSessions } from '../../session-tools/planner-sessions.ts';
import { changePlan, type TaskPlanChange, type TaskPlanMoment } from './task-plans.ts';
import { nextText } from './task-text.ts';
import { CHANGES, FIELD_OF_CODE, PlanId, planStanding, TaskNumber } from './task-tool-terms.ts';
import { WireStanding, WireTask, wireStanding, wireTask } from './task-wire.ts';

const LONGEST_RESULT = 100_000;
const LONGEST_ANSWER = 30_000;
const LONGEST_REASON = 4_000;

/** Tell a plan what became of its tasks. Said twice, it holds once. */
export function taskChangingTools(sessions: PlannerSessions): readonly PlannerTool[] {
  const common = { fieldOfCode: FIELD_OF_CODE, standing: planStanding(sessions) };
  return [
    plannerTool({
      ...common,
      name: 'tasks_report',
      title: 'Report a task',
      description:
        'Tell what came of a task that was to do: that it is completed, with its result; that it failed, with the error; or that it needs clarification, with the question. Answers what to do next.',
      inputSchema: z.strictObject({
        plan_id: PlanId,
        task: TaskNumber.describe('The number of the task.'),
        outcome: z.enum(['completed', 'failed', 'needs_clarification']),
        text: textInput('Text', LONGEST_RESULT, 'The result, the error or the question.'),
        expected_version: ExpectedVersion,
      }),
      outputSchema: z.strictObject({ ...WireStanding, task: WireTask.optional() }),
      hints: CHANGES,
      fieldOfCode: { ...FIELD_OF_CODE, InvalidCommand: 'outcome' },
      call: async ({ plan_id, task, outcome, text, expected_version }, by) => {
        const doer = { by, expectedVersion: expected_version };
        return changed(await changePlan(sessions, plan_id, outcomeOf(task, outcome, text), doer), task);
      },
    }),
    plannerTool({
      ...common,
      name: 'tasks_answer',
      title: 'Answer a question',
      description: 'Answer the question that a task waits for. Answers what to do next.',
      inputSchema: z.strictObject({
        plan_id: PlanId,
        task: TaskNumber.describe('The number of the task that asks.'),
        text: textInput('Text', LONGEST_ANSWER, 'The answer.'),
        expected_version: ExpectedVersion,
      }),
      outputSchema: z.strictObject({ ...WireStanding, task: WireTask.optional() }),
      hints: CHANGES,
      fieldOfCode: { ...FIELD_OF_CODE, InvalidCommand: 'task' },
      call: async ({ plan_id, task, text, expected_version }, by) => {
        const call = { type: 'task-answer', taskId: task, answer: text };
        const doer = { by, expectedVersion: expected_version };
        return changed(await changePlan(sessions, plan_id, call, doer), task);
      },
    }),
    plannerTool({
      ...common,
      name: 'tasks_cancel',
      title: 'Cancel tasks',
      description: 'Cancel one task of a plan, or all that have not finished.',
      inputSchema: z.strictObject({
        plan_id: PlanId,
        task: TaskNumber.optional().describe(
          'The number of the task. Leave it out to cancel the whole plan.',
        ),
        reason: textInput('Reason', LONGEST_REASON, 'Why, for the record.').optional(),
        expected_version: ExpectedVersion,
      }),
      outputSchema: z.strictObject({ ...WireStanding, cancelled: z.array(z.int()).optional() }),
      hints: { ...CHANGES, destructive: true },
      call: async ({ plan_id, task, reason, expected_version }, by) => {
        const why = { ...(reason !== undefined && { reason }) };
        const call: CommandCall =
          task === undefined ? { type: 'cancel', ...why } : { type: 'task-cancel', taskId: task, ...why };
        const change = await changePlan(sessions, plan_id, call, { by, expectedVersion: expected_version });
        const cancelled = change.events.flatMap(cancelledBy);
        const what =
          cancelled.length === 0
            ? 'Nothing to cancel: it had finished.'
            : `Cancelled: ${cancelled.join(', ')}.`;
        return { ...standing(change), cancelled, message: `${what}\n${nextText(change.state)}` };
      },
    }),
  ];
}

function standing({ planId, version, state }: TaskPlanMoment) {
  return wireStanding(planId, version, state);
}

function changed(change: TaskPlanChange, id: number) {
  const { state, events } = change;
  const task = state.tasks.find((each) => each.id === id);
  const what =
    events.length === 0
      ? `Nothing has changed: that was told about task ${id} before, or it was cancelled.`
      : `Noted for task ${id}.`;
  return {
    ...standing(change),
    ...(task && { task: wireTask(task) }),
    message: `${what}\n${nextText(state)}`,
  };
}

function outcomeOf(
  taskId: number,
  outcome: 'completed' | 'failed' | 'needs_clarification',
  text: string,
): CommandCall {
  switch (outcome) {
    case 'completed':
      return { type: 'task-complete', taskId, result: text };
    case 'failed':
      return { type: 'task-fail', taskId, error: text };
    case 'needs_clarification':
      return { type: 'task-ask', taskId, question: text };
  }
}

function cancelledBy(event: TaskEvent): readonly number[] {
  if (event.type === 'TasksCancelled') return event.taskIds;
  return event.type === 'TaskStatusUpdated' && event.status === 'Cancelled' ? [event.taskId] : [];
}
