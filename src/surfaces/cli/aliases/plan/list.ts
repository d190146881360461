import { openJournal } from '../../../../journal/journal.ts';
import type { FactStore } from '../../../../journal/store.ts';
import type { Plan } from '../../../../plan-tools/plan.ts';
import { journalOf, planOfJournal } from '../../../../plan-tools/plan-id.ts';
import { allJournals } from '../../commands/journal/all-journals.ts';
import { type Invocation, withStore } from '../../invocation.ts';
import { printList } from '../../terminal/list.ts';
import { openPlan } from './open-plan.ts';

interface ListedPlan {
  readonly planId: string;
  readonly plan: Plan;
  readonly version: number;
  /** When the plan last changed; reading it is no change. */
  readonly updatedAt: string;
}

export async function list(invocation: Invocation): Promise<undefined> {
  const plans = await withStore(invocation, { create: false }, (store) => allPlans(store, invocation.signal));
  await printList(invocation, plans, {
    value: ({ planId, plan, version, updatedAt }) => ({
      plan_id: planId,
      objective: plan.objective,
      status: plan.status,
      steps: plan.steps.length,
      done: doneOf(plan),
      version,
      updated_at: updatedAt,
    }),
    none: 'No plans yet. Begin one:\n  wayfold plan set "What is to be reached" "First step"',
    columns: [
      { title: 'PLAN' },
      { title: 'STATUS' },
      { title: 'DONE', align: 'right' },
      { title: 'VERSION', align: 'right' },
      { title: 'UPDATED' },
      { title: 'OBJECTIVE' },
    ],
    row: ({ planId, plan, version, updatedAt }, time) => [
      planId,
      plan.status,
      `${doneOf(plan)}/${plan.steps.length}`,
      String(version),
      time(updatedAt),
      plan.objective,
    ],
  });
  return undefined;
}

async function allPlans(store: FactStore, signal: AbortSignal): Promise<ListedPlan[]> {
  const plans: ListedPlan[] = [];
  for await (const summary of allJournals(store, journalOf(''))) {
    signal.throwIfAborted();
    const planId = planOfJournal(summary.id);
    if (planId === undefined) continue;
    const { plan, session } = await openPlan(store, planId);
    if (plan === undefined) continue;
    const { version } = session;
    const [changed] = await openJournal(store, summary.id).facts({ from: version, to: version });
    plans.push({ planId, plan, version, updatedAt: changed?.ts ?? summary.updatedAt });
  }
  return plans;
}

function doneOf({ steps }: Plan): number {
  return steps.filter(({ status }) => status === 'done').length;
}
