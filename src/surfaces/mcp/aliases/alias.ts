import type { ToolSetOptions } from '../load-tool-sets.ts';
import type { PlannerSessions } from '../session-tools/planner-sessions.ts';
import type { ToolSet } from '../tool-set.ts';

/** A set of tools with names and schemas of its own, in the place of those that follow from a planner. */
export interface Alias {
  /** The planner whose sessions it works on, and what their ids begin with; absent where it needs no planner. */
  readonly planner?: { readonly id: string; readonly prefix: string };
  load(options: ToolSetOptions, sessions: () => PlannerSessions): Promise<ToolSet>;
}

const ALIASES: Readonly<Record<string, Alias>> = {
  plan: {
    load: async (options) => (await import('./plan/plan-tool-set.ts')).planToolSet(options),
  },
  tasks: {
    planner: { id: 'tasks', prefix: 'tasks:' },
    load: async (options, sessions) =>
      (await import('./tasks/task-tool-set.ts')).taskToolSet(sessions(), options),
  },
  trip: {
    planner: { id: 'trip', prefix: 'trip:' },
    load: async (options, sessions) =>
      (await import('./trip/trip-tool-set.ts')).tripToolSet(sessions(), options),
  },
};

/** The names of these sets. */
export const ALIAS_NAMES: readonly string[] = Object.keys(ALIASES);

/** The set of this name, if it is one of these. */
export function aliasNamed(name: string): Alias | undefined {
  return Object.hasOwn(ALIASES, name) ? ALIASES[name] : undefined;
}
