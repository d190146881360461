import type { ToolSetOptions } from '../load-tool-sets.ts';
import type { SessionTools } from '../session-tools/session-tool-set.ts';
import type { ToolSet } from '../tool-set.ts';

/** Tools with names and schemas of their own over the sessions of a planner, in the place of those that follow from it. */
interface PlannerAlias {
  /** The planner, what the ids of its sessions begin with, and whether it works when a tool was called. */
  readonly planner: { readonly id: string; readonly prefix: string; readonly isRun: boolean };
  load(): Promise<SessionTools>;
}

/** Tools that need none of the planners. */
interface OwnAlias {
  /** The set whose tools it offers too, with more of its own. */
  readonly extends?: string;
  load(options: ToolSetOptions): Promise<ToolSet>;
}

const ALIASES: Readonly<Record<string, PlannerAlias | OwnAlias>> = {
  plan: {
    load: async (options) => (await import('./plan/plan-tool-set.ts')).planToolSet(options),
  },
  graph: {
    extends: 'plan',
    load: async (options) =>
      (await import('./plan/plan-tool-set.ts')).planToolSet({ ...options, graph: true }),
  },
  tasks: {
    // The agent that calls carries the tasks out.
    planner: { id: 'tasks', prefix: 'tasks:', isRun: false },
    load: async () => (await import('./tasks/task-tools.ts')).TASK_TOOLS,
  },
  trip: {
    planner: { id: 'trip', prefix: 'trip:', isRun: true },
    load: async () => (await import('./trip/trip-tools.ts')).TRIP_TOOLS,
  },
};

/** The names of these sets. */
export const ALIAS_NAMES: readonly string[] = Object.keys(ALIASES);

/** The set of this name, if it is one of these. */
export function aliasNamed(name: string): PlannerAlias | OwnAlias | undefined {
  return Object.hasOwn(ALIASES, name) ? ALIASES[name] : undefined;
}
