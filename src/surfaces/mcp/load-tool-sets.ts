import type { WorkLimits } from '../../host/admission.ts';
import type { PlannerRegistry } from '../../host/registry.ts';
import type { Llm } from '../../model/llm.ts';
import type { PlanningStrategy } from '../../plan-tools/prompt/planning-strategy.ts';
import type { ReopeningStore } from '../http/store/reopening-store.ts';
import { aliasNamed } from './aliases/alias.ts';
import type { ToolSet } from './tool-set.ts';

/** With what tools are offered. */
export interface ToolSetOptions {
  readonly place: ReopeningStore;
  /** The planners whose tools can be asked for, and the model of sessions whose setup names none. Loaded when needed. */
  readonly planners: () => Promise<{ readonly registry: PlannerRegistry; readonly llm: Llm }>;
  /** How the agent is told to plan; default REACT. */
  readonly strategy?: PlanningStrategy | undefined;
  /** Which plan is meant where none is named; default `default`. */
  readonly usualPlan?: (() => Promise<string>) | undefined;
  /** Brings a plan together with those of other clones that share it. */
  readonly syncPlan?: ((planId: string) => Promise<void>) | undefined;
  /** Whether plans are offered with the tools for steps that depend on each other. */
  readonly graph?: boolean | undefined;
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
  let opening: ReturnType<typeof openSessions> | undefined;
  const extended = new Set(names.map((name) => extendedBy(name)));
  const distinct = names.filter((name) => !extended.has(name));
  return await Promise.all(
    distinct.map(async (name) => {
      const alias = aliasNamed(name);
      if (alias && !('planner' in alias)) return await alias.load(options);
      opening ??= openSessions(options);
      const [sessionsOf, { sessionToolSet }, { moduleTools }] = await Promise.all([
        opening,
        import('./session-tools/session-tool-set.ts'),
        import('./session-tools/module-tools.ts'),
      ]);
      const sessions = sessionsOf(alias?.planner ?? { id: name });
      return sessionToolSet(sessions, (await alias?.load()) ?? moduleTools(sessions.module), options);
    }),
  );
}

/** The set whose tools are offered by the one of this name too. */
function extendedBy(name: string): string | undefined {
  const alias = aliasNamed(name);
  return alias && 'extends' in alias ? alias.extends : undefined;
}

/** The sessions of each planner in one store. */
async function openSessions({ place, limits, onError, planners }: ToolSetOptions) {
  const [{ Sessions }, { PlannerSessions }, { registry, llm }] = await Promise.all([
    import('../../sessions/sessions.ts'),
    import('./session-tools/planner-sessions.ts'),
    planners(),
  ]);
  const sessions = new Sessions({ source: place, registry, llm, limits });
  return ({ id, prefix, isRun = true }: { id: string; prefix?: string; isRun?: boolean }) =>
    new PlannerSessions({
      sessions,
      module: registry.get(id).module,
      llm,
      // The agent that calls the tools of an alias does the work.
      running: isRun ? { limits, onError, ...(prefix === undefined && { llm }) } : undefined,
      ...(prefix !== undefined && { prefix }),
    });
}
