import { z } from 'zod';
import { Refusal } from '../../../../harness/module/refusal.ts';
import type { CommandCall } from '../../../../harness/module/view-block.ts';
import { HostError } from '../../../../host/error.ts';
import type { ProposedFact } from '../../../../journal/fact.ts';
import { sameJson } from '../../../../kernel/session/same-json.ts';
import type { Llm } from '../../../../model/llm.ts';
import { policyOf } from '../../../../planners/tasks/config.ts';
import { type TaskEvent, taskEventOf } from '../../../../planners/tasks/facts.ts';
import { isReadByModel, planWithModel, textDigest } from '../../../../planners/tasks/plan/plan-with-model.ts';
import { readerText } from '../../../../planners/tasks/plan/reader-text.ts';
import type { OpenSession } from '../../../../sessions/open-session.ts';
import { shortName } from '../../../../sessions/short-name.ts';
import { brokenRule, ExpectedVersion, idInput, isId, textInput } from '../../input-check.ts';
import { type PlannerTool, plannerTool } from '../../planner-tool.ts';
import { journalNotFound, type ToolTurn } from '../../session-tools/planner-sessions.ts';
import type { SessionCalls } from '../../session-tools/session-calls.ts';
import type { SessionTerms } from '../../session-tools/session-terms.ts';
import type { SessionTools } from '../../session-tools/session-tool-set.ts';
import { PlanId, taskReadingTools } from './task-reading-tools.ts';

import {
  givenTask,
  nextText,
  planOf,
  WireGivenTask,
  WireStatus,
  WireTask,
  wirePlan,
  wireStatus,
  wireTask,
} from './task-wire.ts';

const MAX_TEXT_LENGTH = 100_000;
const MAX_ANSWER_LENGTH = 30_000;
const MAX_REASON_LENGTH = 4_000;
const MAX_TITLE_LENGTH = 200;
const MAX_TASKS = 1000;
const MAX_AT_ONCE = 100;
const PARALLEL_RULE = `Parallel must be a whole number from 1 to ${MAX_AT_ONCE}.`;

/** Changes of a plan are idempotent. */
const CHANGES = { readOnly: false, destructive: false, idempotent: true, openWorld: false };

const TaskNumber = z
  .int('Task must be a whole number from 1 on.')
  .min(1, 'Task must be a whole number from 1 on.');

/** The wording of the task tools. The calling agent carries out the tasks. */
const TERMS: SessionTerms = {
  scheme: 'tasks',
  idName: 'plan_id',
  title: 'Task plan',
  description: 'A task plan with the result of each task, as JSON and as Markdown.',
  isId,
  fieldOfCode: { 'journal-not-found': 'plan_id', 'session-exists': 'plan_id', TaskNotFound: 'task' },
  missing: (name) =>
    journalNotFound(
      'task plan',
      name,
      'Call tasks_list to see the existing ones, or tasks_plan to start one.',
    ),
  isSettled: (refusal) => refusal instanceof Refusal && refusal.code === 'conflict',
  // The next call is described in the tools' own text.
  toolFor: () => undefined,
  answer: wireStatus,
  json: wirePlan,
};

function taskTools(calls: SessionCalls): readonly PlannerTool[] {
  return [planTool(calls), ...taskReadingTools(calls), ...changingTools(calls)];
}

function planTool({ sessions, refusals }: SessionCalls): PlannerTool {
  return plannerTool({
    ...refusals,
    fieldOfCode: { ...TERMS.fieldOfCode, ParseError: 'text', InvalidCommand: 'tasks' },
    name: 'tasks_plan',
    opensApp: true,
    title: 'Plan tasks',
    description:
      'Start a task plan from a text, with one task per line, list item or sentence, or from a list of tasks. Returns the id of the plan and what to do first.',
    inputSchema: z.strictObject({
      text: textInput(
        'Text',
        MAX_TEXT_LENGTH,
        'What to do, in plain words. Leave it out if you pass tasks.',
      ).optional(),
      tasks: z
        .array(WireGivenTask)
        .min(1, 'Tasks must not be empty.')
        .max(MAX_TASKS, `Tasks must be <= ${MAX_TASKS}.`)
        .optional()
        .describe('The tasks, in order, instead of text.'),
      plan_id: idInput(
        'Plan id',
        'A name for the plan. Repeating the call with it does not start a second plan.',
      ).optional(),
      title: textInput(
        'Title',
        MAX_TITLE_LENGTH,
        'The title of the plan. Default: its first line.',
      ).optional(),
      parallel: z
        .int(PARALLEL_RULE)
        .min(1, PARALLEL_RULE)
        .max(MAX_AT_ONCE, PARALLEL_RULE)
        .optional()
        .describe('How many tasks may run at once. Default 1.'),
      on_failure: z
        .enum(['continue', 'abort'])
        .optional()
        .describe('What a failed task does to the rest of the plan. Default continue.'),
    }),
    outputSchema: z.strictObject({
      ...WireStatus,
      is_new: z.boolean().optional().describe('False if the same plan already existed.'),
      tasks: z.array(WireTask).optional(),
    }),
    hints: { ...CHANGES, idempotent: false, openWorld: isReadByModel('auto', sessions.llm) },
    call: async (
      { text, tasks, plan_id: planId = shortName(), title, parallel, on_failure: onFailure },
      by,
    ) => {
      if ((text === undefined) === (tasks === undefined)) {
        throw brokenRule('text', 'Give either text or tasks.', text);
      }
      const policy = policyOf({
        ...(parallel !== undefined && { parallel }),
        ...(onFailure && { onFailure }),
      });
      // The module knows the registered kinds of tasks.
      const begun = (given: object) => sessions.module.starts?.({ ...given, policy }).facts ?? [];
      const called = title ?? firstLine(text ?? tasks?.[0]?.description ?? '');
      return await sessions.inTurn(planId, async () => {
        const known = text === undefined ? undefined : await sessions.find(planId);
        const isKnown = known && (await isReadIn(known, text ?? '', begun({ tasks: [ANY_TASK] })));
        const facts = isKnown
          ? []
          : begun(
              tasks
                ? { tasks: tasks.map(givenTask) }
                : await readText(text ?? '', known ? undefined : sessions.llm),
            );
        const { session, isNew } = await sessions.openOrCreate(planId, { title: called, facts, by });
        if (!isNew && !isKnown && !(await isPlannedIn(session, facts))) throw planExists(planId);
        const view = await session.view();
        const { title: _, ...plan } = wirePlan(view, planId);
        const count = plan.tasks.length;
        const what = isNew
          ? `Plan ${planId}: ${count} ${count === 1 ? 'task' : 'tasks'}.`
          : `Plan ${planId} already exists.`;
        const { readBy } = planOf(view);
        const message = [what, ...(readBy ? [readerText(readBy)] : []), nextText(planOf(view))].join('\n');
        return { ...plan, is_new: isNew, message };
      });
    },
  });
}

function changingTools(calls: SessionCalls): readonly PlannerTool[] {
  const { refusals } = calls;
  const outcomes = {
    completed: (taskId: number, result: string) => ({ type: 'task-complete', taskId, result }),
    failed: (taskId: number, error: string) => ({ type: 'task-fail', taskId, error }),
    needs_clarification: (taskId: number, question: string) => ({ type: 'task-ask', taskId, question }),
  };
  return [
    plannerTool({
      ...refusals,
      fieldOfCode: { ...TERMS.fieldOfCode, InvalidCommand: 'outcome' },
      name: 'tasks_report',
      title: 'Report a task',
      description:
        'Report the outcome of a task: completed with its result, failed with the error, or needs_clarification with the question. Returns what to do next.',
      inputSchema: z.strictObject({
        plan_id: PlanId,
        task: TaskNumber.describe('The number of the task.'),
        outcome: z.enum(['completed', 'failed', 'needs_clarification']),
        text: textInput('Text', MAX_TEXT_LENGTH, 'The result, the error or the question.'),
        expected_version: ExpectedVersion,
      }),
      outputSchema: z.strictObject({ ...WireStatus, task: WireTask.optional() }),
      hints: CHANGES,
      call: async (input, by) => {
        const { task, outcome, text } = input;
        return noted(await calls.give(input, by, outcomes[outcome](task, text)), input);
      },
    }),
    plannerTool({
      ...refusals,
      fieldOfCode: { ...TERMS.fieldOfCode, InvalidCommand: 'task' },
      name: 'tasks_answer',
      title: 'Answer a question',
      description: 'Answer the question of a task. Returns what to do next.',
      inputSchema: z.strictObject({
        plan_id: PlanId,
        task: TaskNumber.describe('The number of the task that asks.'),
        text: textInput('Text', MAX_ANSWER_LENGTH, 'The answer.'),
        expected_version: ExpectedVersion,
      }),
      outputSchema: z.strictObject({ ...WireStatus, task: WireTask.optional() }),
      hints: CHANGES,
      call: async (input, by) => {
        const { task: taskId, text: answer } = input;
        return noted(await calls.give(input, by, { type: 'task-answer', taskId, answer }), input);
      },
    }),
    plannerTool({
      ...refusals,
      fieldOfCode: { ...TERMS.fieldOfCode, InvalidCommand: 'task', 'digest-mismatch': 'digest' },
      name: 'tasks_decide',
      title: 'Decide about a change',
      description:
        'Approve or reject the change that a coding agent made for a task, identified by its digest. Ask the user first. Whoever runs the plan merges an approved change into the working tree; a rejected one is discarded.',
      inputSchema: z.strictObject({
        plan_id: PlanId,
        task: TaskNumber.describe('The number of the task.'),
        digest: z
          .string()
          .regex(/^[0-9a-f]{64}$/, 'Digest must be 64 hexadecimal digits, as the change has it.')
          .describe('The digest of the change that was reviewed.'),
        approve: z.boolean().describe('Whether to merge it.'),
        reason: textInput('Reason', MAX_REASON_LENGTH, 'Why it is rejected.').optional(),
        expected_version: ExpectedVersion,
      }),
      outputSchema: z.strictObject({ ...WireStatus, task: WireTask.optional() }),
      hints: CHANGES,
      call: async (input, by) => {
        const { task: taskId, digest, approve, reason } = input;
        const why = approve || reason === undefined ? {} : { reason };
        const call = { type: approve ? 'task-approve' : 'task-reject', taskId, digest, ...why };
        return noted(await calls.give(input, by, call), input);
      },
    }),
    plannerTool({
      ...refusals,
      fieldOfCode: { ...TERMS.fieldOfCode, InvalidCommand: 'criterion' },
      name: 'tasks_check',
      title: 'Check a criterion',
      description:
        'Record whether an acceptance criterion is met, after all tasks of a plan have ended and you have checked it. Returns what is left to check.',
      inputSchema: z.strictObject({
        plan_id: PlanId,
        criterion: textInput('Criterion', MAX_TEXT_LENGTH, 'The criterion, in the words of the brief.'),
        met: z.boolean().describe('Whether it is met.'),
        reason: textInput('Reason', MAX_REASON_LENGTH, 'The evidence.').optional(),
        expected_version: ExpectedVersion,
      }),
      outputSchema: z.strictObject(WireStatus),
      hints: CHANGES,
      call: async (input, by) => {
        const { plan_id, criterion, met, reason } = input;
        const call = { type: 'check-criterion', criterion, met, ...(reason !== undefined && { reason }) };
        const { view } = await calls.give(input, by, call);
        return { ...wireStatus(view, plan_id), message: nextText(planOf(view)) };
      },
    }),
    plannerTool({
      ...refusals,
      name: 'tasks_cancel',
      title: 'Cancel tasks',
      description: 'Cancel one task of a plan, or all unfinished ones.',
      inputSchema: z.strictObject({
        plan_id: PlanId,
        task: TaskNumber.optional().describe(
          'The number of the task. Leave it out to cancel the whole plan.',
        ),
        reason: textInput('Reason', MAX_REASON_LENGTH, 'Why, for the record.').optional(),
        expected_version: ExpectedVersion,
      }),
      outputSchema: z.strictObject({ ...WireStatus, cancelled: z.array(z.int()).optional() }),
      hints: { ...CHANGES, destructive: true },
      call: async (input, by) => {
        const { plan_id, task: taskId, reason } = input;
        const why = { ...(reason !== undefined && { reason }) };
        const call: CommandCall =
          taskId === undefined ? { type: 'cancel', ...why } : { type: 'task-cancel', taskId, ...why };
        const { view, done } = await calls.give(input, by, call);
        const cancelled = done.facts.flatMap((fact) => cancelledBy(taskEventOf(fact)));
        const what =
          cancelled.length === 0
            ? 'Nothing to cancel: it had finished.'
            : `Cancelled: ${cancelled.join(', ')}.`;
        return { ...wireStatus(view, plan_id), cancelled, message: `${what}\n${nextText(planOf(view))}` };
      },
    }),
  ];
}

function noted({ view, done }: ToolTurn, { plan_id, task: id }: { plan_id: string; task: number }) {
  const plan = planOf(view);
  const task = plan.tasks.find((each) => each.id === id);
  const what =
    done.facts.length === 0
      ? `Nothing has changed: task ${id} was already reported, or it was cancelled.`
      : `Recorded for task ${id}.`;
  return {
    ...wireStatus(view, plan_id),
    ...(task && { task: wireTask(task) }),
    message: `${what}\n${nextText(plan)}`,
  };
}

function cancelledBy(event: TaskEvent | undefined): readonly number[] {
  if (event?.type === 'TasksCancelled') return event.taskIds;
  return event?.type === 'TaskStatusUpdated' && event.status === 'Cancelled' ? [event.taskId] : [];
}

function firstLine(text: string): string {
  return text.trim().split('\n')[0]?.slice(0, MAX_TITLE_LENGTH) ?? '';
}

/** The input for a new plan: the text for the parser, or the tasks a model read from it. */
async function readText(text: string, llm: Llm | undefined): Promise<object> {
  if (!isReadByModel('auto', llm)) return { text };
  return { text, ...(await planWithModel(text, { llm })) };
}

const ANY_TASK = { description: 'Any' };

/** Whether the plan was read from this text by a model before: another call might answer differently. */
async function isReadIn(
  { journal }: OpenSession,
  text: string,
  like: readonly ProposedFact[],
): Promise<boolean> {
  const planned = (await journal.facts({ to: FIRST_FACTS })).flatMap((fact) => taskEventOf(fact) ?? [])[0];
  if (planned?.type !== 'TasksPlanned' || planned.readBy?.text !== textDigest(text)) return false;
  const policy = like[0] && 'policy' in like[0] ? like[0].policy : {};
  return sameJson(planned.policy ?? {}, policy);
}

/** Whether a plan started with exactly these tasks. */
async function isPlannedIn({ journal }: OpenSession, events: readonly ProposedFact[]): Promise<boolean> {
  const facts = await journal.facts({ to: FIRST_FACTS });
  const planned = facts.flatMap((fact) => taskEventOf(fact) ?? [])[0];
  return planned !== undefined && sameJson(planned, events[0]);
}

const FIRST_FACTS = 3;

function planExists(planId: string): HostError {
  return new HostError('session-exists', {
    message: `A task plan "${planId}" with other tasks already exists. Choose another plan_id, or leave it out for a new one.`,
    summary: `Plan ${planId} already exists, with other tasks.`,
    fix: 'Nothing was appended. Choose another plan_id, or leave it out for a new one.',
  });
}

const GUIDE = `## Task plans

1. Call \`tasks_plan\` with what to do. Keep the \`plan_id\` that it returns.
2. Carry out each task that is due, and report its outcome with \`tasks_report\`, which returns the next one.
3. Follow the \`brief\`: its rules apply to every task.
4. When a task waits for an answer, ask the user, then call \`tasks_answer\`.
5. The user decides on changes by a coding agent: show them, then call \`tasks_decide\` with the decision.
6. When all tasks have ended, check whether the acceptance criteria are met, and call \`tasks_check\` for each.
7. When you come back to work, call \`tasks_list\` and \`tasks_next\`.`;

/** The tools of task plans. */
export const TASK_TOOLS: SessionTools = { terms: TERMS, guide: GUIDE, tools: taskTools };
