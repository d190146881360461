import type { PlannerModule } from '../../../harness/module/planner-module.ts';
import { machineAccess, moduleOptions } from '../../../host/engine/session-registry.ts';
import { isPlannerId, type KnownPlanner } from '../../../host/modules/check-module.ts';
import { type LoadedModule, loadPlannerModules } from '../../../host/modules/load-modules.ts';
import { createRegistry, type PlannerRegistry } from '../../../host/registry.ts';
import type { FactStore } from '../../../journal/store.ts';
import { type BuiltInOptions, builtInModules } from '../../../planners/built-in.ts';
import type { Invocation } from '../invocation.ts';

type Naming = Pick<Invocation, 'planners' | 'config' | 'env'>;

const loaded = new WeakMap<Naming, Promise<readonly LoadedModule[]>>();

/**
 * All planners of this command: the built-in ones, and those named by `--planner` and the configuration. Called before
 * the store is opened, so that an unusable module leaves nothing behind. `existing` provides uploaded files, `builtIn`
 * options of the built-in planners.
 */
export async function plannerRegistry(
  invocation: Naming,
  existing: () => Promise<FactStore | undefined> = async () => undefined,
  builtIn: BuiltInOptions = {},
): Promise<PlannerRegistry> {
  const own = (await namedModules(invocation)).map(({ module }) => module);
  const access = machineAccess(existing, invocation.env);
  const tasks = { ...access.tasks, ...builtIn.tasks };
  const known = builtInModules({ ...access, ...builtIn, tasks });
  const registry = createRegistry([...known, ...own]);
  // Reports a misspelled name before anything is done.
  for (const id of plannerIds(invocation)) registry.get(id);
  return registry;
}

/** The planner modules that this command loads, with their files. */
export function namedModules(invocation: Naming): Promise<readonly LoadedModule[]> {
  const known = loaded.get(invocation) ?? loadNamedModules(invocation);
  loaded.set(invocation, known);
  return known;
}

/** Loads the modules that this command names. A new `version` reads their files again. */
export async function loadNamedModules(
  { planners = [], config, env }: Naming,
  version?: string,
): Promise<readonly LoadedModule[]> {
  const configured = config?.values.planners ?? [];
  const flagged = planners.filter((spec) => !isPlannerId(spec));
  const specs = [...configured, ...flagged];
  if (specs.length === 0) return [];
  const setting = config?.settings.find(({ key }) => key === 'planners');
  const place = setting?.from.type === 'environment' ? setting.from.variable : config?.file;
  const from = [...(configured.length > 0 ? [place] : []), ...(flagged.length > 0 ? ['--planner'] : [])];
  return await loadPlannerModules(specs, {
    cwd: process.cwd(),
    options: moduleOptions(env),
    from: from.join(' or '),
    alreadyLoaded: builtInModules().map(knownModule),
    version,
  });
}

/** The planner ids given with `--planner`. */
export function plannerIds({ planners = [] }: Pick<Naming, 'planners'>): readonly string[] {
  return planners.filter(isPlannerId);
}

/** The planner selected by `--planner`: the last id, or the module that is loaded last. */
export async function chosenPlanner(invocation: Naming): Promise<string | undefined> {
  const { planners = [] } = invocation;
  const last = planners.at(-1);
  if (last === undefined || isPlannerId(last)) return last;
  return (await namedModules(invocation)).at(-1)?.module.id;
}

function knownModule({ id, facts }: PlannerModule): KnownPlanner {
  return { id, factTypes: Object.keys(facts), source: 'Wayfold itself' };
}
