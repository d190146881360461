import type { Outcome } from '../../../kernel/work/claim.ts';
import type { Reactor, ReactorContext } from '../../../kernel/work/reactor.ts';
import type { ExecutorEvent } from '../commands/command.ts';
import { type MergeConflict, type ProposedChange, taskEventOf } from '../facts.ts';
import { PlanProjection } from '../plan/plan-projection.ts';

/** The result of merging a change. */
export type MergeResult =
  | { readonly type: 'merged'; readonly result: string }
  | { readonly type: 'conflict'; readonly error: string; readonly conflict: MergeConflict }
  | { readonly type: 'failed'; readonly error: string };

/** Merges changes into their working tree. */
export interface ChangeMerger {
  /** Merges a change; repeated calls have no effect. Throws if this process cannot; another one may. */
  merge(
    change: ProposedChange,
    task: { readonly id: number; readonly description: string },
  ): Promise<MergeResult>;
  /** Deletes what is left of a change that was rejected or merged. */
  discard(change: ProposedChange): Promise<void>;
}

/** A reactor that merges approved changes, and reports the result to the planner. */
export function changeReactor(merger: ChangeMerger): Reactor {
  const plans = new WeakMap<ReactorContext['journal'], PlanProjection>();
  return {
    name: 'change-merger',
    reactsTo: ['ChangeDecided'],
    async act(fact, { journal }): Promise<Outcome> {
      const plan = plans.get(journal) ?? new PlanProjection(journal);
      plans.set(journal, plan);
      await plan.catchUp();
      const decision = taskEventOf(fact);
      if (decision?.type !== 'ChangeDecided') return [];
      const { taskId, approved, digest } = decision;
      if (!approved) {
        const change = await proposedIn(journal, { taskId, digest });
        if (change) await merger.discard(change);
        return [];
      }
      const task = plan.planner.task(taskId);
      if (!plan.isDue(fact) || task?.change?.digest !== digest) return [];
      const { digest: _, approved: __, ...change } = task.change;
      const event = eventOf(taskId, await merger.merge(change, task));
      if (event.type === 'TaskCompleted') await merger.discard(change);
      return async () => {
        await plan.catchUp();
        if (!plan.isDue(fact)) return [];
        return plan.planner.draft().process({ type: 'HandleExecutorEvent', event });
      };
    },
  };
}

function eventOf(nodeId: number, merged: MergeResult): ExecutorEvent {
  switch (merged.type) {
    case 'merged':
      return { type: 'TaskCompleted', nodeId, result: merged.result };
    case 'conflict':
      return {
        type: 'TaskFailed',
        nodeId,
        error: merged.error,
        failureClass: 'conflict',
        conflict: merged.conflict,
      };
    case 'failed':
      return { type: 'TaskFailed', nodeId, error: merged.error };
    default:
      return merged satisfies never;
  }
}

async function proposedIn(
  journal: ReactorContext['journal'],
  { taskId, digest }: { readonly taskId: number; readonly digest: string },
): Promise<ProposedChange | undefined> {
  const events = (await journal.facts()).flatMap((fact) => taskEventOf(fact) ?? []);
  return events
    .flatMap((event) =>
      event.type === 'ChangeProposed' && event.taskId === taskId && event.digest === digest
        ? [event.change]
        : [],
    )
    .at(-1);
}
