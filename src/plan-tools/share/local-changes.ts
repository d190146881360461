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

/** What the journal of a plan says about sharing. */
export interface LocalChanges {
  /** The id of this clone; `undefined` if the plan is not shared from here. */
  readonly sharing: ShareCall | undefined;
  /** The changes made here, in order. */
  readonly changes: readonly SharedChange[];
  /** The changes taken over from other clones. */
  readonly seen: SeenChanges;
  /** The plan in this clone. */
  readonly plan: Plan | undefined;
  /** The last fact that was read. */
  readonly head: number;
}

/**
 * The changes to a plan in this clone, from its journal. They depend on the journal alone, so a lost or torn file
 * can be written again.
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
      // A clone that continues under another id knows what it did before.
      if (sharing && sharing.clone !== shared.clone) seen = { ...seen, [sharing.clone]: fact.seq };
      sharing = shared;
    }
    if (sharing === undefined || plan === undefined || (plan === before && !isFirst)) continue;
    const planChangesMade = planChanges(isFirst ? undefined : before, plan);
    if (planChangesMade.length === 0) continue;
    time = nextTime(Date.parse(fact.ts), time);
    changes.push({
      v: 1,
      clone: sharing.clone,
      n: fact.seq,
      fact: fact.id,
      at: time,
      seen,
      ...('by' in event && event.by !== undefined && { by: event.by }),
      changes: planChangesMade,
    });
  }
  return { sharing, changes, seen, plan, head: facts.at(-1)?.seq ?? 0 };
}
