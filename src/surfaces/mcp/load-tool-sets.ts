import type { WorkLimits } from '../../host/admission.ts';
import type { PlannerRegistry } from '../../host/registry.ts';
import type { Llm } from '../../model/llm.ts';
import type { PlanningStrategy } from '../../plan-tools/planning-strategy.ts';
import type { ReopeningStore } from '../http/reopening-store.ts';
import { aliasNamed } from './aliases/alias.ts';
import type { PlannerSessions } from './session-tools/planner-sessions.ts';
import type { ToolSet } from './tool-set.ts';

/** With what tools are offered. */
export interface ToolSetOptions {
  readonly place: ReopeningStore;
  /** The planners whose tools can be asked for, and the model of sessions whose setup names none. Loaded when needed. */
  readonly planners: () => Promise<{ readonly registry: PlannerRegistry; readonly llm: Llm }>;
  /** How the agent is told to plan; default REACT. */
  readonly strategy?: PlanningStrategy | undefined;
  /** What is planned is gone with the connection. */
  readonly ephemeral?: boolean | undefined;
  /** How much planners may spend. */
  readonly limits?: WorkLimits | undefined;
  /** Told about failures that are nobody's mistake; clients see only that something failed. */
  readonly onError: (error: unknown) => void;
}

/** The sets of these names. Only what is asked for is loaded: a server of plans knows no planner. */
export async function loadToolSets(
  names: readonly string[],
  options: ToolSetOptions,
): Promise<readonly ToolSet[]> {
  const wanted = names.map((name) => ({ name, alias: aliasNamed(name) }));
  const needsPlanners = wanted.some(({ alias }) => alias === undefined || alias.planner);
  const sessionsOf = needsPlanners ? await openSessions(options) : undefined;
  return await Promise.all(
    wanted.map(async ({ name, alias }) => {
      const sessions = () => {
        if (sessionsOf === undefined) throw new TypeError(`${name} needs no planner`);
        return sessionsOf(alias?.planner ?? { id: name });
      };
      if (alias) return await alias.load(options, sessions);
      const { sessionToolSet } = await import('./session-tools/session-tool-set.ts');
      const { ephemeral = false, onError } = options;
      return sessionToolSet(sessions(), { ephemeral, onError });
    }),
  );
}

/** The sessions of each planner in one store. */
async function openSessions({
  place,
  limits,
  onError,
  planners,
}: ToolSetOptions): Promise<(of: { readonly id: string; readonly prefix?: string }) => PlannerSessions> {
  const [{ Sessions }, { PlannerSessions: Opened }, { registry, llm }] = await Promise.all([
    import('../../sessions/sessions.ts'),
    import('./session-tools/planner-sessions.ts'),
    planners(),
  ]);
  const sessions = new Sessions({ source: place, registry, llm, limits });
  return ({ id, prefix }) =>
    new Opened({
      sessions,
      module: registry.get(id).module,
      // The tools of an alias ask no model: the agent that calls them is one.
      running: { limits, onError, ...(prefix === undefined && { llm }) },
      ...(prefix !== undefined && { prefix }),
    });
}
