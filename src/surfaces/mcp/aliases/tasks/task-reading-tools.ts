import { z } from 'zod';
import { type PlannerTool, plannerTool, READS } from '../../planner-tool.ts';
import type { PlannerSessions } from '../../session-tools/planner-sessions.ts';
import { readPlan } from './task-plans.ts';
import { nextText, planText } from './task-text.ts';
import { FIELD_OF_CODE, PlanId, planStanding } from './task-tool-terms.ts';
import { WireStanding, WireTask, wireStanding, wireTask } from './task-wire.ts';

/** Show task plans, and change nothing. */
export function taskReadingTools(sessions: PlannerSessions): readonly PlannerTool[] {
  const common = { fieldOfCode: FIELD_OF_CODE, standing: planStanding(sessions), hints: READS };
  return [
    plannerTool({
      ...common,
      name: 'tasks_list',
      title: 'List task plans',
      description: 'List the task plans that are there, with how they stand.',
      inputSchema: z.strictObject({}),
      outputSchema: z.strictObject({
        plans: z
          .array(
            z.strictObject({
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
        const listed = await Promise.all(
          (await sessions.list()).map(async ({ name, summary }) => {
            const { title, version, state } = await readPlan(sessions, name);
            const { status, done, total } = wireStanding(name, version, state);
            return { plan_id: name, title, status, done, total, updated_at: summary.lastActivity };
          }),
        );
        const lines = listed.map(
          ({ plan_id, title, status, done, total }) =>
            `${plan_id}: ${title} (${status}, ${done} of ${total} done)`,
        );
        return {
          plans: listed,
          message: lines.join('\n') || 'There are no task plans. Begin one with tasks_plan.',
        };
      },
    }),
    plannerTool({
      ...common,
      name: 'tasks_next',
      title: 'What to do next',
      description: 'What a task plan wants now: the tasks to carry out, and the questions to answer.',
      inputSchema: z.strictObject({ plan_id: PlanId }),
      outputSchema: z.strictObject(WireStanding),
      call: async ({ plan_id }) => {
        const { version, state } = await readPlan(sessions, plan_id);
        return { ...wireStanding(plan_id, version, state), message: nextText(state) };
      },
    }),
    plannerTool({
      ...common,
      name: 'tasks_show',
      title: 'Show a task plan',
      description: 'Show all tasks of a plan with what came of them.',
      inputSchema: z.strictObject({ plan_id: PlanId }),
      outputSchema: z.strictObject({
        ...WireStanding,
        title: z.string().optional(),
        tasks: z.array(WireTask).optional(),
      }),
      call: async ({ plan_id }) => {
        const { title, version, state } = await readPlan(sessions, plan_id);
        return {
          ...wireStanding(plan_id, version, state),
          title,
          tasks: state.tasks.map(wireTask),
          message: `${planText(title, state)}\n\n${nextText(state)}`,
        };
      },
    }),
  ];
}
