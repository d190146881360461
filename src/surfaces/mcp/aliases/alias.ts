import type { ToolSetOptions } from '../load-tool-sets.ts';
import type { SessionTools } from '../session-tools/session-tool-set.ts';
import type { ToolSet } from '../tool-set.ts';

/** A tool set with its own names and schemas, replacing the derived tools of a planner. */
interface PlannerAlias {
  /** The planner, the prefix of its session ids, and whether it runs after a tool call. */
  readonly planner: { readonly id: string; readonly prefix: string; readonly isRun: boolean };
  load(): Promise<SessionTools>;
}

/** A tool set that needs none of the planners. */
interface OwnAlias {
  /** The tool set that this one adds to. */
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
    // The calling agent carries out the tasks.
    planner: { id: 'tasks', prefix: 'tasks:', isRun: false },
    load: async () => (await import('./tasks/task-tools.ts')).TASK_TOOLS,
  },
  trip: {
    planner: { id: 'trip', prefix: 'trip:', isRun: true },
    load: async () => (await import('./trip/trip-tools.ts')).TRIP_TOOLS,
  },
};

/** The names of these tool sets. */
export const ALIAS_NAMES: readonly string[] = Object.keys(ALIASES);

/** The tool set with this name, if it is one of these. */
export function aliasNamed(name: string): PlannerAlias | OwnAlias | undefined {
  return Object.hasOwn(ALIASES, name) ? ALIASES[name] : undefined;
}
