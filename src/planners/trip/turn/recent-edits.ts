import type { RecentEdit } from '../planner-state.ts';
import type { TripEdit } from '../understand/edits/trip-edit.ts';

/** The edits with their places. */
export function recentOf(edits: readonly TripEdit[]): readonly RecentEdit[] {
  return edits.flatMap((edit): RecentEdit[] => {
    if (edit.type === 'replace') return [{ type: edit.type, place: edit.by }];
    const isStop =
      edit.type === 'add' || edit.type === 'remove' || edit.type === 'move' || edit.type === 'stay';
    return isStop ? [{ type: edit.type, place: edit.place }] : [];
  });
}

/** The last edits, and the stop that a question was about since: "there" means that one. */
export function withAsked(recent: readonly RecentEdit[] = [], place: string): readonly RecentEdit[] {
  return [...recent.filter(({ type }) => type !== 'ask'), { type: 'ask', place }];
}
