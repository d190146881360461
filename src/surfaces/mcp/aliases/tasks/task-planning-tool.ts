import { z } from 'zod';
import type { Command } from '../../../../planners/tasks/command.ts';
import { policyOf } from '../../../../planners/tasks/config.ts';
import { brokenRule, idInput, textInput } from '../../checked-input.ts';
import { type PlannerTool, plannerTool } from '../../planner-tool.ts';
import type { PlannerSessions } from '../../session-tools/planner-sessions.ts';
import { beginPlan } from './task-plans.ts';
import { nextText } from './task-text.ts';
import { CHANGES, FIELD_OF_CODE, planStanding } from './task-tool-terms.ts';
import {
  attachmentFromWire,
  kindFromWire,
  WIRE_KINDS,
  WireAttachment,
  WireStanding,
  WireTask,
  wireStanding,
  wireTask,
} from './task-wire.ts';

const LONGEST_TEXT = 100_000;
const LONGEST_DESCRIPTION = 4_000;
const LONGEST_TITLE = 200;
const MOST_TASKS = 1000;
const MOST_AT_ONCE = 100;

const GivenTask = z.strictObject({
  description: textInput('Description', LONGEST_DESCRIPTION, 'What is to be done.'),
  kind: z
    .enum(WIRE_KINDS)
    .optional()
    .describe('Default processing. A clarification is a question to the user.'),
  depends_on: z
    .array(z.int())
    .optional()
    .describe('The numbers of the tasks that must complete first, counted from 1 in this list.'),
  attachments: z.array(WireAttachment).optional(),
});

/** Begins task plans. */
export function taskPlanningTool(sessions: PlannerSessions): PlannerTool {
  return plannerTool({
    standing: planStanding(sessions),
    name: 'tasks_plan',
    title: 'Plan tasks',
    description:
      'Begin a task plan: make tasks of a text, one a line, list item or sentence, or give the tasks themselves. Answers the id of the plan and what to do first.',
    inputSchema: z.strictObject({
      text: textInput(
        'Text',
        LONGEST_TEXT,
        'What is to be done, in plain words. Leave it out when you give tasks.',
      ).optional(),
      tasks: z
        .array(GivenTask)
        .min(1, 'Tasks must not be empty.')
        .max(MOST_TASKS, `Tasks must be <= ${MOST_TASKS}.`)
        .optional()
        .describe('The tasks, in their order, in the place of text.'),
      plan_id: idInput(
        'Plan id',
        'A name for the plan. The same call again then begins no second one.',
      ).optional(),
      title: textInput('Title', LONGEST_TITLE, 'What the plan is called; default its first line.').optional(),
      parallel: z
        .int(`Parallel must be a whole number from 1 to ${MOST_AT_ONCE}.`)
        .min(1, `Parallel must be a whole number from 1 to ${MOST_AT_ONCE}.`)
        .max(MOST_AT_ONCE, `Parallel must be a whole number from 1 to ${MOST_AT_ONCE}.`)
        .optional()
        .describe('How many tasks may be under way at once. Default 1.'),
      on_failure: z
        .enum(['continue', 'abort'])
        .optional()
        .describe('What a failed task does to the rest of the plan. Default continue.'),
    }),
    outputSchema: z.strictObject({
      ...WireStanding,
      is_new: z.boolean().optional().describe('False when this very plan was there already.'),
      tasks: z.array(WireTask).optional(),
    }),
    hints: { ...CHANGES, idempotent: false },
    fieldOfCode: { ...FIELD_OF_CODE, ParseError: 'text', InvalidCommand: 'tasks' },
    call: async ({ text, tasks, plan_id, title, parallel, on_failure: onFailure }, by) => {
      if ((text === undefined) === (tasks === undefined)) {
        throw brokenRule('text', 'Give either text or tasks.', text);
      }
      const command: Command = {
        type: 'Initialize',
        userInput: text ?? '',
        attachments: [],
        ...(tasks && { tasks: tasks.map(givenTask) }),
        policy: policyOf({ ...(parallel !== undefined && { parallel }), ...(onFailure && { onFailure }) }),
      };
      const called = title ?? firstLine(text ?? tasks?.[0]?.description ?? '');
      const begun = await beginPlan(sessions, { planId: plan_id, title: called, by }, command);
      const { planId, version, state, isNew } = begun;
      const count = state.tasks.length;
      const what = isNew
        ? `Plan ${planId}: ${count} ${count === 1 ? 'task' : 'tasks'}.`
        : `Plan ${planId} was there already.`;
      return {
        ...wireStanding(planId, version, state),
        is_new: isNew,
        tasks: state.tasks.map(wireTask),
        message: `${what}\n${nextText(state)}`,
      };
    },
  });
}

function givenTask({ description, kind, depends_on, attachments = [] }: z.infer<typeof GivenTask>) {
  return {
    description,
    kind: kindFromWire(kind ?? 'processing'),
    attachments: attachments.map(attachmentFromWire),
    ...(depends_on && { dependsOn: depends_on }),
  };
}

function firstLine(text: string): string {
  return text.trim().split('\n')[0]?.slice(0, LONGEST_TITLE) ?? '';
}
