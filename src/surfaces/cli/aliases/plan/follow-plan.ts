import { openJournal } from '../../../../journal/journal.ts';
import type { FactStore } from '../../../../journal/store.ts';
import { follow } from '../../../../kernel/follow.ts';
import type { Projection } from '../../../../kernel/projection.ts';
import type { Plan } from '../../../../plan-tools/plan.ts';
import { journalOf } from '../../../../plan-tools/plan-id.ts';
import { orInterrupted } from '../../invocation.ts';
import { type PlanChange, planChange } from './plan-change.ts';

/** A plan at one moment, and what has changed since the moment before. */
export interface PlanMoment {
  readonly plan: Plan | undefined;
  readonly version: number;
  readonly changes: readonly PlanChange[];
  /** The first moment of a journal: its changes happened before anybody watched. */
  readonly isFirst: boolean;
}

export interface FollowOptions {
  readonly planId: string;
  readonly signal: AbortSignal;
  readonly onMoment: (moment: PlanMoment) => void | Promise<void>;
  /** The store could not be read; it is tried again. */
  readonly onTrouble: (error: unknown) => void;
}

/** A change with those before it. */
interface Changes {
  readonly last: PlanChange;
  readonly before: Changes | undefined;
}

const CHANGES: Projection<Changes | undefined> = {
  initial: () => undefined,
  apply: (before, fact) => {
    const last = planChange(before?.last.plan, fact);
    return last === undefined ? before : { last, before };
  },
};

/** Tells how a plan is now, then each change by whichever process. It ends with the signal, whose reason it throws. */
export async function followPlan(
  store: FactStore,
  { planId, signal, onMoment, onTrouble }: FollowOptions,
): Promise<never> {
  const following = follow(openJournal(store, journalOf(planId)), CHANGES, { onError: onTrouble });
  const failed = Promise.withResolvers<never>();
  let told: Changes | undefined;
  const tell = async (now: Changes | undefined, isFirst: boolean): Promise<void> => {
    const changes: PlanChange[] = [];
    const end = isFirst ? undefined : told;
    for (let at = now; at !== undefined && at !== end; at = at.before) changes.push(at.last);
    told = now;
    if (!isFirst && changes.length === 0) return;
    const { plan, version = 0 } = now?.last ?? {};
    await onMoment({ plan, version, changes: changes.reverse(), isFirst });
  };
  try {
    await tell(await following.catchUp(), true);
    following.subscribe(({ state, restarted }) => tell(state, restarted).catch(failed.reject));
    return await orInterrupted(failed.promise, signal);
  } finally {
    following.close();
  }
}
