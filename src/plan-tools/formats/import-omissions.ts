/** Why something in a file is not in the plan unchanged, as the start of a line for people. */
const REASONS = {
  deleted: 'Not imported, because it is deleted',
  completed: 'Not imported, because it is in the folder of completed tasks',
  records: 'Not imported, because it is no issue',
  untitled: 'Not imported, because it has no title',
  files: 'Not imported, because it is no task',
  lists: 'Not imported, because another list was chosen',
  text: 'Not imported, because it belongs to no step',
  fields: 'Not imported, because a step has no such field',
  noted_fields: 'Kept in notes, because a step has no such field',
  noted_statuses: 'Kept in notes, because a step has no such status',
  noted_dependencies: 'Kept in notes, because the plan has no such step or link',
} as const;

/** Why something was left out: `noted_…` is kept in notes, the rest is not in the plan. */
export type LeftOutKind = keyof typeof REASONS;

/** What an import left out of the plan, or kept only in notes. */
export interface LeftOut {
  readonly kind: LeftOutKind;
  /** Its ids, names or lines. */
  readonly items: readonly string[];
}

/** How many items a line for people names. */
const MAX_NAMED = 12;

/** One line for people per kind. */
export function leftOutLines(leftOut: readonly LeftOut[]): readonly string[] {
  return leftOut.map(({ kind, items }) => {
    const more = items.length - MAX_NAMED;
    const named = items.slice(0, MAX_NAMED).join(', ');
    return `${REASONS[kind]}: ${named}${more > 0 ? ` and ${more} more` : ''}.`;
  });
}

/** The kinds that occur, each item once. */
export function leftOutOf(
  ...found: readonly (readonly [LeftOutKind, Iterable<string>])[]
): readonly LeftOut[] {
  return found.flatMap(([kind, all]) => {
    const items = [...new Set(all)];
    return items.length === 0 ? [] : [{ kind, items }];
  });
}
