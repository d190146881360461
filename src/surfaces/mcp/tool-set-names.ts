import type { PlannerRegistry } from '../../host/registry.ts';
import { ALIAS_NAMES } from './aliases/alias.ts';

/** The tool sets offered by default. */
export const DEFAULT_TOOL_SETS = 'plan';

/** The names of the available tool sets. Without a registry, only the built-in ones. */
export function toolSetNames(registry?: PlannerRegistry): readonly string[] {
  const planners = registry?.entries.map(({ module }) => module.id) ?? [];
  return [...new Set([...ALIAS_NAMES, ...planners])];
}

/**
 * The tool sets in a list like `plan,minutes`, without duplicates and in the order of `known`; or the first unknown
 * name.
 */
export function toolSetsIn(
  list: string,
  known: readonly string[],
): { readonly ok: true; readonly names: readonly string[] } | { readonly ok: false; unknown: string } {
  const given = list.split(',').map((name) => name.trim());
  const names = known.filter((name) => given.includes(name));
  const unknown = given.find((name) => !names.includes(name));
  return unknown === undefined ? { ok: true, names } : { ok: false, unknown };
}
