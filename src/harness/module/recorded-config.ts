import type { PlannerModule } from './planner-module.ts';

type Config = Readonly<Record<string, unknown>>;

/** A config as a journal records it: its fields, and next to them what was loaded, under the module's name for it. */
export function recordedConfig(module: Pick<PlannerModule, 'load'>, config: Config, loaded: unknown): Config {
  return module.load === undefined || loaded === undefined ? config : { ...config, [module.load.as]: loaded };
}

/** A recorded config, split; fields added since have their defaults. */
export function splitConfig(
  module: PlannerModule,
  recorded: unknown,
): { readonly config: unknown; readonly loaded: unknown } {
  if (typeof recorded !== 'object' || recorded === null) return { config: undefined, loaded: undefined };
  const as = module.load?.as;
  const entries = Object.entries(recorded);
  const own = Object.fromEntries(entries.filter(([key]) => key !== as));
  const loaded = entries.find(([key]) => key === as)?.[1];
  return { config: module.config.safeParse(own).data ?? own, loaded };
}
