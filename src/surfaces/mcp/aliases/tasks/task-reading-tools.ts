import { z } from 'zod';
import { recalled, recalledText } from '../../../../planners/tasks/context/recall.ts';
import { taskEventOf } from '../../../../planners/tasks/facts.ts';
import { idInput, textInput } from '../../input-check.ts';
import { type PlannerTool, plannerTool, READING_HINTS } from '../../planner-tool.ts';
import type { SessionCalls } from '../../session-tools/session-calls.ts';
import { wireName } from '../../wire-names.ts';
import { nextText, planOf, WireStatus, WireTask, wirePlan, wireStatus } from './task-wire.ts';

const MAX_QUERY_LENGTH = 4_000;

/** The id of a plan. */
export const PlanId = idInput('Plan id', 'The id of the plan, as tasks_plan returned it.');

/** The read-only tools: they list, search and show task plans. */
export function taskReadingTools(calls: SessionCalls): readonly PlannerTool[] {
  const { sessions, refusals } = calls;
  const common = { ...refusals, hints: READING_HINTS };
  return [
    plannerTool({
      ...common,
      name: 'tasks_list',
      title: 'List task plans',
      description: 'List the task plans with their status.',
      inputSchema: z.strictObject({}),
      outputSchema: z.strictObject({
        plans: z
          .array(
            z.object({
              plan_id: z.string(),
              title: z.string(),
              status: z.string(),
              done: z.int(),
              total: z.int(),
              updated_at: z.string(),
            }),
          )
          .optional(),
      }),
      call: async () => {
        const plans = await Promise.all(
          (await sessions.list()).map(async ({ name, summary }) => {
            const { title, status, done, total } = wirePlan(await (await sessions.open(name)).view(), name);
            return { plan_id: name, title, status, done, total, updated_at: summary.lastActivity };
          }),
        );
        const lines = plans.map(
          ({ plan_id, title, status, done, total }) =>
            `${plan_id}: ${title} (${status}, ${done} of ${total} done)`,
        );
        return { plans, message: lines.join('\n') || 'There are no task plans. Start one with tasks_plan.' };
      },
    }),
    plannerTool({
      ...common,
      name: 'tasks_next',
      title: 'What to do next',
      description: 'Get what a task plan needs now: the tasks to carry out and the questions to answer.',
      inputSchema: z.strictObject({ plan_id: PlanId }),
      outputSchema: z.strictObject(WireStatus),
      call: async (input) =>
        await calls.on(input, async (session, name) => {
          const view = await session.view();
          return { ...wireStatus(view, name), message: nextText(planOf(view)) };
        }),
    }),
    plannerTool({
      ...common,
      name: 'tasks_recall',
      title: 'Find earlier results',
      description: 'Search the results of the tasks of a plan by words, including summarised ones.',
      inputSchema: z.strictObject({
        plan_id: PlanId,
        text: textInput('Text', MAX_QUERY_LENGTH, 'The words to search for.'),
      }),
      outputSchema: z.strictObject({
        plan_id: z.string().optional(),
        results: z
          .array(
            z.strictObject({
              task: z.int(),
              description: z.string(),
              status: z.string(),
              excerpt: z.string(),
            }),
          )
          .optional(),
      }),
      call: async (input) =>
        await calls.on(input, async (session, name) => {
          const events = (await session.journal.facts()).flatMap((fact) => taskEventOf(fact) ?? []);
          const found = recalled(events, input.text);
          const results = found.map(({ score: _, status, ...rest }) => ({
            ...rest,
            status: wireName(status),
          }));
          return {
            plan_id: name,
            results,
            message: recalledText(found) || 'No result contains these words.',
          };
        }),
    }),
    plannerTool({
      ...common,
      name: 'tasks_show',
      opensApp: true,
      title: 'Show a task plan',
      description: 'Show all tasks of a plan with their results.',
      inputSchema: z.strictObject({ plan_id: PlanId }),
      outputSchema: z.strictObject({
        ...WireStatus,
        title: z.string().optional(),
        tasks: z.array(WireTask).optional(),
      }),
      call: async (input) =>
        await calls.on(input, async (session, name) => {
          const view = await session.view();
          const message = `${calls.markdown(view)}\n\n${nextText(planOf(view))}`;
          return { ...wirePlan(view, name), message };
        }),
    }),
  ];
}
