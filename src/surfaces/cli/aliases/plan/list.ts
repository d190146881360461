import { type FactStore, openJournal } from '../../../../journal/index.ts';
import type { Plan } from '../../../../plan-tools/index.ts';
import { journalOf, planOfJournal } from '../../../../plan-tools/plan-id.ts';
import { allJournals } from '../../commands/journal/all-journals.ts';
import { type Invocation, withStore } from '../../invocation.ts';
import { cutToColumns } from '../../terminal/column-width.ts';
import { printable } from '../../terminal/printable.ts';
import { tableLines } from '../../terminal/text-table.ts';
import { timeAgo } from '../../terminal/time-ago.ts';
import { openPlan } from './open-plan.ts';

interface ListedPlan {
  readonly planId: string;
  readonly plan: Plan;
  readonly version: number;
  /** When the plan last changed; reading it is no change. */
  readonly updatedAt: string;
}

const MOST_OBJECTIVE_COLUMNS = 60;
const LEAST_OBJECTIVE_COLUMNS = 12;

export async function list(invocation: Invocation): Promise<undefined> {
  const { output, clock } = invocation;
  const plans = await withStore(invocation, { create: false }, (store) => allPlans(store, invocation.signal));
  if (output.json) {
    for (const { planId, plan, version, updatedAt } of plans) {
      const { objective, status, steps } = plan;
      const done = doneOf(plan);
      const counts = { steps: steps.length, done };
      await output.value({ plan_id: planId, objective, status, ...counts, version, updated_at: updatedAt });
    }
    return undefined;
  }
  if (plans.length === 0) {
    output.note('No plans yet. Begin one:\n  wayfold plan set "What is to be reached" "First step"');
    return undefined;
  }
  const when = (ts: string) => (output.isTerminal ? timeAgo(ts, clock.now()) : ts);
  const rows = plans.map(({ planId, plan, version, updatedAt }) => [
    planId,
    plan.status,
    `${doneOf(plan)}/${plan.steps.length}`,
    String(version),
    when(updatedAt),
    printable(plan.objective),
  ]);
  const columns = [
    { title: 'PLAN' },
    { title: 'STATUS' },
    { title: 'DONE', align: 'right' },
    { title: 'VERSION', align: 'right' },
    { title: 'UPDATED' },
    { title: 'OBJECTIVE' },
  ] as const;
  const before =
    tableLines(
      columns,
      rows.map((row) => row.slice(0, -1)),
    )[0]?.indexOf('OBJECTIVE') ?? 0;
  const room = Math.min(Math.max(output.columns - before, LEAST_OBJECTIVE_COLUMNS), MOST_OBJECTIVE_COLUMNS);
  const fitted = rows.map((row) => row.with(-1, cutToColumns(row.at(-1) ?? '', room)));
  const [header = '', ...lines] = tableLines(columns, fitted);
  await output.line([{ text: header, style: 'dim' }]);
  for (const line of lines) await output.line(line);
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
