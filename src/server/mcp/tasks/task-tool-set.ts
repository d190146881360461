import { isId } from '../checked-input.ts';
import type { ToolSetOptions } from '../load-tool-sets.ts';
import { registerPlannerTool } from '../planner-tool.ts';
import { lastingOf, type ResourceKind } from '../resource-kind.ts';
import type { ToolSet } from '../tool-set.ts';
import { taskChangingTools } from './task-changing-tools.ts';
import { taskPlanningTool } from './task-planning-tool.ts';
import { TaskPlans } from './task-plans.ts';
import { taskReadingTools } from './task-reading-tools.ts';
import { planText } from './task-text.ts';
import { wireStanding, wireTask } from './task-wire.ts';

/** Task plans as tools: the agent plans, and is told what to carry out. */
export function taskToolSet({ place, ephemeral = false, onError }: ToolSetOptions): ToolSet {
  const plans = new TaskPlans(place);
  return {
    instructions: GUIDE,
    resources: taskResources(plans, ephemeral),
    register: (server) => {
      const tools = [taskPlanningTool(plans), ...taskReadingTools(plans), ...taskChangingTools(plans)];
      for (const tool of tools) registerPlannerTool(server, tool, { onError });
    },
  };
}

const GUIDE = `## Task plans

1. Call \`tasks_plan\` with what is to be done. Keep the \`plan_id\` that it answers.
2. Carry out each task that is to do, and tell what came of it with \`tasks_report\`: it answers the next one.
3. When a task waits for an answer, ask the user, then call \`tasks_answer\`.
4. When you come back to work, call \`tasks_list\` and \`tasks_next\`.`;

function taskResources(plans: TaskPlans, ephemeral: boolean): ResourceKind {
  const { journals } = plans;
  return {
    scheme: 'tasks',
    idName: 'plan_id',
    title: 'Task plan',
    description: `A task plan with what came of each task, as JSON and as markdown. ${lastingOf(ephemeral)}`,
    isId,
    idOfJournal: (journal) => journals.idOf(journal),
    list: (prefix) => journals.list(prefix),
    look: async (id) => {
      if ((await journals.find(id)) === undefined) return undefined;
      const { state } = await plans.read(id);
      return { begun: true, state };
    },
    read: async (id) => {
      if ((await journals.find(id)) === undefined) return undefined;
      const { version, state } = await plans.read(id);
      const title = await plans.titleOf(id);
      const json = { ...wireStanding(id, version, state), title, tasks: state.tasks.map(wireTask) };
      return { json, markdown: planText(title, state) };
    },
  };
}
