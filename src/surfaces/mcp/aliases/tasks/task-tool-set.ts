import { isId } from '../../checked-input.ts';
import type { ToolSetOptions } from '../../load-tool-sets.ts';
import { registerPlannerTool } from '../../planner-tool.ts';
import type { PlannerSessions } from '../../session-tools/planner-sessions.ts';
import { sessionResources } from '../../session-tools/session-resources.ts';
import type { ToolSet } from '../../tool-set.ts';
import { taskChangingTools } from './task-changing-tools.ts';
import { taskPlanningTool } from './task-planning-tool.ts';
import { momentOf } from './task-plans.ts';
import { taskReadingTools } from './task-reading-tools.ts';
import { planText } from './task-text.ts';
import { wireStanding, wireTask } from './task-wire.ts';

/** Task plans as tools: the agent plans, and is told what to carry out. */
export function taskToolSet(
  sessions: PlannerSessions,
  { ephemeral = false, onError }: Pick<ToolSetOptions, 'ephemeral' | 'onError'>,
): ToolSet {
  return {
    instructions: GUIDE,
    resources: sessionResources(sessions, {
      scheme: 'tasks',
      idName: 'plan_id',
      title: 'Task plan',
      description: 'A task plan with what came of each task, as JSON and as markdown.',
      isId,
      ephemeral,
      state: ({ data }) => data,
      read: (view, planId) => {
        const { title, version, state } = momentOf(view, planId);
        const json = { ...wireStanding(planId, version, state), title, tasks: state.tasks.map(wireTask) };
        return { json, markdown: planText(title, state) };
      },
    }),
    register: (server) => {
      const tools = [
        taskPlanningTool(sessions),
        ...taskReadingTools(sessions),
        ...taskChangingTools(sessions),
      ];
      for (const tool of tools) registerPlannerTool(server, tool, { onError });
    },
  };
}

const GUIDE = `## Task plans

1. Call \`tasks_plan\` with what is to be done. Keep the \`plan_id\` that it answers.
2. Carry out each task that is to do, and tell what came of it with \`tasks_report\`: it answers the next one.
3. When a task waits for an answer, ask the user, then call \`tasks_answer\`.
4. When you come back to work, call \`tasks_list\` and \`tasks_next\`.`;
