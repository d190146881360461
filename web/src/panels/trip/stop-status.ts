import type { Anchor, Itinerary } from '../../../../src/planners/trip/itinerary/itinerary.ts';
import type { PlannerIssue } from '../../../../src/planners/trip/planner-state.ts';

/** The status of a stop: no issue, an issue about it, or the stop itself is broken. `unchecked` is none of these. */
export type StopStatus = 'good' | 'warn' | 'bad' | 'unchecked';

export type StatusOfStop = (anchor: Anchor) => StopStatus;

export const STATUS_WORDS: Readonly<Record<StopStatus, string>> = {
  good: 'nothing is wrong',
  warn: 'needs a look',
  bad: 'broken',
  unchecked: 'not checked',
};

type Concern = Pick<PlannerIssue, 'id' | 'type' | 'severity' | 'target'>;

/** The status of each stop, by the issues that concern it or a day there. */
export function stopStatuses({ days }: Pick<Itinerary, 'days'>, issues: readonly Concern[]): StatusOfStop {
  const anchorOfDay = new Map(days.map(({ number, anchorId }) => [number, anchorId]));
  const worst = new Map<string, 'warn' | 'bad'>();
  for (const { type, severity, target } of issues) {
    const anchorId = target.anchorId ?? anchorOfDay.get(target.dayNumber ?? 0);
    if (anchorId === undefined) continue;
    const isBad = severity === 'FATAL' || type === 'ANCHOR_INVALID';
    if (isBad || !worst.has(anchorId)) worst.set(anchorId, isBad ? 'bad' : 'warn');
  }
  return ({ id, validity }) => worst.get(id) ?? (validity === 'VALID' ? 'good' : 'unchecked');
}
