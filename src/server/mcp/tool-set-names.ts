/** The sets of tools that a server can offer, each by the name of what it plans. */
export const TOOL_SET_NAMES = ['plan', 'tasks', 'trip'] as const;

export type ToolSetName = (typeof TOOL_SET_NAMES)[number];

/** What is offered when nobody says otherwise. */
export const DEFAULT_TOOL_SETS = 'plan';

/** The sets that a list like `plan,tasks` names, each once and in the order of their own list; or what is none. */
export function toolSetsIn(
  list: string,
): { readonly ok: true; readonly names: readonly ToolSetName[] } | { readonly ok: false; unknown: string } {
  const given = list.split(',').map((name) => name.trim());
  const names = TOOL_SET_NAMES.filter((name) => given.includes(name));
  const unknown = given.find((name) => !names.some((known) => known === name));
  return unknown === undefined ? { ok: true, names } : { ok: false, unknown };
}
