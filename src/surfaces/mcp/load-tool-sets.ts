import type { WorkLimits } from '../../host/admission.ts';
import type { PlannerRegistry } from '../../host/registry.ts';
import type { Llm } from '../../model/llm.ts';
import type { PlanningStrategy } from '../../plan-tools/prompt/planning-strategy.ts';
import type { ReopeningStore } from '../http/store/reopening-store.ts';
import { aliasNamed } from './aliases/alias.ts';
import type { ToolSet } from './tool-set.ts';

/** Options of the offered tools. */
export interface ToolSetOptions {
  readonly place: ReopeningStore;
  /** The planners whose tools can be requested, and the default model of their sessions. Loaded when needed. */
  readonly planners: () => Promise<{ readonly registry: PlannerRegistry; readonly llm: Llm }>;
  /** The planning strategy of the instructions. Default: REACT. */
  readonly strategy?: PlanningStrategy | undefined;
  /** The plan of calls that name none. Default: `default`. */
  readonly usualPlan?: (() => Promise<string>) | undefined;
  /** Syncs a plan with other clones that share it. */
  readonly syncPlan?: ((planId: string) => Promise<void>) | undefined;
  /** Whether plans have the tools for dependencies. */
  readonly graph?: boolean | undefined;
  /** Whether plans are lost when the connection closes. */
  readonly ephemeral?: boolean | undefined;
  /** The spending limits of planners. */
  readonly limits?: WorkLimits | undefined;
  /** Called for internal failures; clients see only that something failed. */
  readonly onError: (error: unknown) => void;
}

/** Loads the tool sets with these names. Only what is named is loaded: a server of plans loads no planners. */
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

/** The tool set that the named one adds to. */
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
