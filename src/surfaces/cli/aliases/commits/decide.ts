import { localUser } from '../../../../host/local-user.ts';
import { PlanningError } from '../../../../planners/commits/error.ts';
import type { CommitsEventOf } from '../../../../planners/commits/facts.ts';
import type { CommitsState, SessionPlan } from '../../../../planners/commits/session-fold.ts';
import type { OpenSession } from '../../../../sessions/open-session.ts';
import type { Sessions } from '../../../../sessions/sessions.ts';
import { withSessions } from '../../config/open-sessions.ts';
import type { Invocation } from '../../invocation.ts';
import { pluralize } from '../../terminal/pluralize.ts';
import { planIdOf } from '../tasks/task-session.ts';
import { printPlan } from './print-plan.ts';

interface Decision {
  readonly requestId: string;
  readonly journal: string;
}

type Proposed = SessionPlan & { readonly proposal: CommitsEventOf<'plan_proposed'> };

export async function accept(
  invocation: Invocation,
  { startTasks: start = false, ...decision }: Decision & { readonly startTasks?: boolean },
): Promise<undefined> {
  const { output } = invocation;
  const { requestId: plan_id } = decision;
  const by = localUser();
  const { tasks, taskPlan } = await withSessions(invocation, { create: false }, async (sessions) => {
    const { session, plan } = await proposed(sessions, decision);
    // Asked for tasks only, a plan that was accepted before is not decided on again.
    if (!start || plan.tasks === undefined) {
      const { requestId, digest } = plan.proposal;
      await session.do({ type: 'accept-plan', requestId, digest }, { by });
    }
    const { tasks = [] } = (await proposed(sessions, decision)).plan;
    const begun = start ? await sessions.handOver(session.id, plan_id, by) : undefined;
    return { tasks, taskPlan: begun && planIdOf(begun.id) };
  });
  if (output.json) {
    await output.value({ plan_id, tasks, ...(taskPlan !== undefined && { task_plan: taskPlan }) });
    return undefined;
  }
  await output.line(`Accepted ${plan_id}: ${pluralize(tasks.length, 'task')}.`);
  output.note(
    taskPlan === undefined
      ? `Make a task plan of it with: wayfold commits accept ${plan_id} --start-tasks${journalOption(decision)}`
      : `Carry it out with: wayfold tasks run --resume ${taskPlan}`,
  );
  return undefined;
}

export async function reject(
  invocation: Invocation,
  { reason, ...decision }: Decision & { readonly reason?: string },
): Promise<undefined> {
  const { output } = invocation;
  await withSessions(invocation, { create: false }, async (sessions) => {
    const { session, plan } = await proposed(sessions, decision);
    const { requestId, digest } = plan.proposal;
    const why = reason === undefined ? {} : { reason };
    await session.do({ type: 'reject-plan', requestId, digest, ...why }, { by: localUser() });
  });
  if (output.json) await output.value({ plan_id: decision.requestId, rejected: true });
  else await output.line(`Rejected ${decision.requestId}.`);
  return undefined;
}

export async function conclude(
  invocation: Invocation,
  {
    outcome,
    note,
    ...decision
  }: Decision & { readonly outcome: 'succeeded' | 'failed'; readonly note?: string },
): Promise<undefined> {
  const { output } = invocation;
  await withSessions(invocation, { create: false }, async (sessions) => {
    const { session, plan } = await proposed(sessions, decision);
    const { requestId } = plan.request;
    const said = note === undefined ? {} : { note };
    await session.do({ type: 'conclude-plan', requestId, outcome, ...said }, { by: localUser() });
  });
  if (output.json) await output.value({ plan_id: decision.requestId, outcome });
  else await output.line(`Concluded ${decision.requestId}: it ${outcome}.`);
  return undefined;
}

export async function show(invocation: Invocation, decision: Decision): Promise<undefined> {
  const { plan } = await withSessions(invocation, { create: false }, (sessions) =>
    proposed(sessions, decision),
  );
  await printPlan(invocation.output, plan.proposal, plan.attempts);
  return undefined;
}

/** What the person at the terminal decides on: the plan as it stands there. */
async function proposed(
  sessions: Sessions,
  { requestId, journal }: Decision,
): Promise<{ readonly session: OpenSession; readonly plan: Proposed }> {
  const session = await sessions.find(journal);
  const plan = session && (await plansOf(session)).get(requestId);
  if (session && plan?.proposal !== undefined) return { session, plan: { ...plan, proposal: plan.proposal } };
  throw new PlanningError('proposal-not-found', {
    expected: `a proposed plan ${requestId} in the journal ${journal}`,
    actual: 'none',
    fix: 'See `wayfold commits list`.',
  });
}

/** The plans of a session, by the ids of their requests. */
export async function plansOf(session: OpenSession): Promise<CommitsState['plans']> {
  // The session is one of the commit planner, whose state this is.
  return ((await session.view()).at.state as CommitsState).plans;
}

function journalOption({ journal }: Decision): string {
  return journal === 'commits' ? '' : ` --journal ${journal}`;
}
