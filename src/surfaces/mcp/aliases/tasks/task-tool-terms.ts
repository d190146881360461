import { z } from 'zod';
import { idInput, isId } from '../../checked-input.ts';
import type { PlannerTool } from '../../planner-tool.ts';
import type { PlannerSessions } from '../../session-tools/planner-sessions.ts';

/** The plan that a tool works on. */
export const PlanId = idInput('Plan id', 'The plan, by the id that tasks_plan answered.');

/** The task that it is about. */
export const TaskNumber = z
  .int('Task must be a whole number from 1 on.')
  .min(1, 'Task must be a whole number from 1 on.');

/** The hints of tools that change a plan. Said twice, it holds once. */
export const CHANGES = { readOnly: false, destructive: false, idempotent: true, openWorld: false };

/** The argument at fault, whichever tool it was. */
export const FIELD_OF_CODE = {
  'journal-not-found': 'plan_id',
  'session-exists': 'plan_id',
  TaskNotFound: 'task',
};

/** What a refused call is answered with beside the refusal: the plan that was meant, and its version. */
export function planStanding(sessions: PlannerSessions): NonNullable<PlannerTool['standing']> {
  return async (input) => {
    const { plan_id } = Object(input);
    if (typeof plan_id !== 'string' || !isId(plan_id)) return {};
    const version = await sessions.version(plan_id);
    return { plan_id, ...(version !== undefined && { version }) };
  };
}
