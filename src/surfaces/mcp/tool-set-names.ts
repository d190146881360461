import type { PlannerRegistry } from '../../host/registry.ts';
import { ALIAS_NAMES } from './aliases/alias.ts';

/** What is offered when nobody says otherwise. */
export const DEFAULT_TOOL_SETS = 'plan';

/** The sets of tools that can be asked for, each by the name of what it plans. Without a registry, those known by name. */
export function toolSetNames(registry?: PlannerRegistry): readonly string[] {
  const planners = registry?.entries.map(({ module }) => module.id) ?? [];
  return [...new Set([...ALIAS_NAMES, ...planners])];
}

/** The sets that a list like `plan,minutes` names, each once and in the order of `known`; or what is none. */
export function toolSetsIn(
  list: string,
  known: readonly string[],
): { readonly ok: true; readonly names: readonly string[] } | { readonly ok: false; unknown: string } {
  const given = list.split(',').map((name) => name.trim());
  const names = known.filter((name) => given.includes(name));
  const unknown = given.find((name) => !names.includes(name));
  return unknown === undefined ? { ok: true, names } : { ok: false, unknown };
}
