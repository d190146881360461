import type { Envelope } from '../../journal/fact.ts';
import { sessionEventOf } from '../../kernel/session/facts.ts';
import type { Plan } from '../plan/plan.ts';
import { planAfterEvent } from '../plan/plan-fold.ts';
import { planChanges } from './plan-change.ts';
import {
  compareTimes,
  type HybridTime,
  nextTime,
  type SeenChanges,
  type SharedChange,
} from './shared-change.ts';
import { mergeCallOf, type ShareCall, shareCallOf } from './sharing-calls.ts';

/** What the journal of a plan says about its sharing. */
export interface LocalChanges {
  /** Which clone this is; undefined while the plan is not shared from here. */
  readonly sharing: ShareCall | undefined;
  /** What was done here, in order. */
  readonly changes: readonly SharedChange[];
  /** What was taken over from other clones. */
  readonly seen: SeenChanges;
  /** The plan as it is here. */
  readonly plan: Plan | undefined;
  /** The last fact that was read. */
  readonly head: number;
}

/**
 * What was done to a plan in this clone, by its journal. It follows from the journal alone: a file that was lost or torn is
 * written again as it was.
 */
export function localChanges(facts: readonly Envelope[], planId: string): LocalChanges {
  let plan: Plan | undefined;
  let sharing: ShareCall | undefined;
  let seen: SeenChanges = {};
  let time: HybridTime = [0, 0];
  const changes: SharedChange[] = [];
  for (const fact of facts) {
    const event = sessionEventOf(fact);
    if (event === undefined) continue;
    const before = plan;
    plan = planAfterEvent(plan, event);
    const shared = event.type === 'ToolInvoked' ? shareCallOf(event) : undefined;
    const merged = event.type === 'ToolInvoked' ? mergeCallOf(event) : undefined;
    if (merged) {
      seen = merged.seen;
      if (compareTimes(merged.time, time) > 0) time = merged.time;
      continue;
    }
    const isFirst = shared?.plan_id === planId && sharing === undefined;
    if (shared?.plan_id === planId) {
      // A clone that goes by another id from here on knows what it did before.
      if (sharing && sharing.clone !== shared.clone) seen = { ...seen, [sharing.clone]: fact.seq };
      sharing = shared;
    }
    if (sharing === undefined || plan === undefined || (plan === before && !isFirst)) continue;
    const made = planChanges(isFirst ? undefined : before, plan);
    if (made.length === 0) continue;
    time = nextTime(Date.parse(fact.ts), time);
    changes.push({
      v: 1,
      clone: sharing.clone,
      n: fact.seq,
      fact: fact.id,
      at: time,
      seen,
      ...('by' in event && event.by !== undefined && { by: event.by }),
      changes: made,
    });
  }
  return { sharing, changes, seen, plan, head: facts.at(-1)?.seq ?? 0 };
}
