import { toWire } from '../../../../plan-tools/calls/wire.ts';
import type { Plan } from '../../../../plan-tools/plan/plan.ts';
import { journalOf, planOfJournal } from '../../../../plan-tools/plan/plan-id.ts';
import type { PlanState } from '../../../../planners/plan/plan-fold.ts';
import type { OpenSession } from '../../../../sessions/open-session.ts';
import type { SessionView } from '../../../../sessions/view/session-view.ts';
import { printSession } from '../../commands/session/session-turn.ts';
import { withSessions } from '../../config/open-sessions.ts';
import { planBranches, selectedPlan, syncBefore } from '../../config/plan-choice.ts';
import type { Invocation } from '../../invocation.ts';
import { printList } from '../../terminal/list.ts';
import { noPlan } from './plan-text.ts';

/** An existing plan and its session. */
interface PlanSession {
  readonly planId: string;
  readonly plan: Plan;
  readonly version: number;
  readonly view: SessionView;
  readonly session: OpenSession;
}

/** Shows a plan like any session; with `--json` in wire format. */
export async function show(
  invocation: Invocation,
  named: string | undefined,
  { at }: { readonly at?: number } = {},
): Promise<undefined> {
  const { output } = invocation;
  await withPlanSession(invocation, { named, at }, async ({ planId, plan, version, view }) => {
    if (output.json) await output.value({ plan_id: planId, version, plan: toWire(plan) });
    else await printSession(invocation, view);
  });
}

export async function list(invocation: Invocation): Promise<undefined> {
  await syncBefore(invocation);
  const branches = planBranches();
  const plans = await withSessions(invocation, { create: false }, async (sessions) => {
    const found = await sessions.list(journalOf(''));
    return await Promise.all(
      found.flatMap(({ id }) => {
        const planId = planOfJournal(id);
        if (planId === undefined) return [];
        return [listed(planId, sessions.open(id), branches.get(planId))];
      }),
    );
  });
  await printList(invocation, plans, {
    value: (plan) => plan,
    none: 'No plans yet. Start one:\n  wayfold plan set "The objective" "First step"',
    columns: [
      { title: 'PLAN' },
      { title: 'STATUS' },
      { title: 'DONE', align: 'right' },
      { title: 'VERSION', align: 'right' },
      { title: 'UPDATED' },
      { title: 'BRANCH' },
      { title: 'OBJECTIVE' },
    ],
    row: ({ plan_id, status, done, steps, version, updated_at, branch, objective }, time) => [
      plan_id,
      status,
      `${done}/${steps}`,
      String(version),
      time(updated_at),
      branch ?? '',
      objective,
    ],
  });
}

async function listed(plan_id: string, opened: Promise<OpenSession>, branch: string | undefined) {
  const view = await (await opened).view();
  const { plan, version } = planStateOf(view);
  const { objective = '', status = 'active', steps = [] } = plan ?? {};
  return {
    plan_id,
    objective,
    status,
    steps: steps.length,
    done: steps.filter((step) => step.status === 'done').length,
    version,
    /** The branch of the plan. */
    branch: branch ?? null,
    // Every change adds a message; reading a plan does not.
    updated_at: view.messages.at(-1)?.ts ?? view.lastActivity,
  };
}

/** Works on the session of an existing plan, now or right after a fact. */
export async function withPlanSession(
  invocation: Invocation,
  { named, at }: { readonly named: string | undefined; readonly at?: number | undefined },
  work: (plan: PlanSession) => Promise<void>,
): Promise<void> {
  const planId = await selectedPlan(invocation, named);
  await syncBefore(invocation, [planId]);
  await withSessions(invocation, { create: false }, async (sessions) => {
    const session = await sessions.find(journalOf(planId));
    const view = await session?.view(at);
    const { plan, version = 0 } = view ? planStateOf(view) : {};
    if (!session || !view || !plan) throw noPlan(planId);
    await work({ planId, plan, version, view, session });
  });
}

/** The plan of a session at one moment. */
export function planStateOf({ at }: SessionView): PlanState {
  // A session of the plan tools has their state.
  return at.state as PlanState;
}
