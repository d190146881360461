import type { CommandCall } from '../../../../harness/module/view-block.ts';
import { localUser } from '../../../../host/local-user.ts';
import { PlanningError } from '../../../../planners/commits/error.ts';
import type { CommitsEventOf } from '../../../../planners/commits/facts.ts';
import type { PlanRecord } from '../../../../planners/commits/planning-fold.ts';
import type { CommitsState, SessionPlan } from '../../../../planners/commits/session-fold.ts';
import { planBlocks } from '../../../../planners/commits/view/plan-view.ts';
import type { OpenSession } from '../../../../sessions/open-session.ts';
import type { Sessions } from '../../../../sessions/sessions.ts';
import { withSessions } from '../../config/open-sessions.ts';
import type { Invocation } from '../../invocation.ts';
import { printBlocks } from '../../terminal/blocks/blocks.ts';
import { pluralize } from '../../terminal/text/pluralize.ts';
import { planIdOf } from '../tasks/task-session.ts';

interface JournalOption {
  readonly journal: string;
}

type Proposed<Plan extends PlanRecord = SessionPlan> = Plan & {
  readonly proposal: CommitsEventOf<'plan_proposed'>;
};

export async function accept(
  invocation: Invocation,
  plan_id: string,
  { journal, startTasks = false }: JournalOption & { readonly startTasks?: boolean },
): Promise<undefined> {
  const { output } = invocation;
  const by = localUser();
  const { tasks, taskPlan } = await withSessions(invocation, { create: false }, async (sessions) => {
    const { session, plan } = await proposed(sessions, journal, plan_id);
    // With tasks only, a plan that is already accepted is not decided on again.
    if (!startTasks || plan.tasks === undefined) {
      await session.do({ type: 'accept-plan', ...named(plan) }, { by });
    }
    const { tasks = [] } = (await proposed(sessions, journal, plan_id)).plan;
    const begun = startTasks ? await sessions.handOver(session.id, plan_id, by) : undefined;
    return { tasks, taskPlan: begun && planIdOf(begun.id) };
  });
  if (output.json) {
    await output.value({ plan_id, tasks, ...(taskPlan !== undefined && { task_plan: taskPlan }) });
    return;
  }
  await output.line(`Accepted ${plan_id}: ${pluralize(tasks.length, 'task')}.`);
  output.note(
    taskPlan === undefined
      ? `Turn it into tasks with: ${acceptCommand(plan_id, journal)}`
      : `Carry it out with: wayfold tasks run --resume ${taskPlan}`,
  );
}

export async function reject(
  invocation: Invocation,
  plan_id: string,
  { journal, reason }: JournalOption & { readonly reason?: string },
): Promise<undefined> {
  const { output } = invocation;
  await decide(invocation, journal, plan_id, (plan) => ({
    type: 'reject-plan',
    ...named(plan),
    ...(reason !== undefined && { reason }),
  }));
  if (output.json) await output.value({ plan_id, rejected: true });
  else await output.line(`Rejected ${plan_id}.`);
}

export async function conclude(
  invocation: Invocation,
  plan_id: string,
  outcome: 'succeeded' | 'failed',
  { journal, note }: JournalOption & { readonly note?: string },
): Promise<undefined> {
  const { output } = invocation;
  await decide(invocation, journal, plan_id, () => ({
    type: 'conclude-plan',
    requestId: plan_id,
    outcome,
    ...(note !== undefined && { note }),
  }));
  if (output.json) await output.value({ plan_id, outcome });
  else await output.line(`Concluded ${plan_id}: it ${outcome}.`);
}

export async function show(
  invocation: Invocation,
  plan_id: string,
  { journal }: JournalOption,
): Promise<undefined> {
  const { plan } = await withSessions(invocation, { create: false }, (sessions) =>
    proposed(sessions, journal, plan_id),
  );
  await printPlan(invocation, plan);
}

/** Prints a proposed plan: as its planner shows it, or as one value with `--json`. */
export async function printPlan(invocation: Invocation, plan: Proposed<PlanRecord>): Promise<void> {
  const { output } = invocation;
  if (!output.json) {
    await printBlocks(invocation, planBlocks(plan));
    return;
  }
  const { proposal, attempts } = plan;
  const { requestId, digest, origin, baseCommit, evidence, repeats } = proposal;
  await output.value({
    plan_id: requestId,
    digest,
    origin,
    base_commit: baseCommit,
    plan: proposal.plan,
    evidence,
    attempts: attempts.length,
    duration_seconds: attempts.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0),
    ...(repeats && { repeats }),
  });
}

/** The plans of a session, by request id. */
export async function plansOf(session: OpenSession): Promise<CommitsState['plans']> {
  // A session of the commit planner has its state.
  return ((await session.view()).at.state as CommitsState).plans;
}

/** The command that accepts and starts a plan. */
export function acceptCommand(plan_id: string, journal: string): string {
  return `wayfold commits accept ${plan_id} --start-tasks${journal === 'commits' ? '' : ` --journal ${journal}`}`;
}

async function decide(
  invocation: Invocation,
  journal: string,
  plan_id: string,
  command: (plan: Proposed) => CommandCall,
): Promise<void> {
  await withSessions(invocation, { create: false }, async (sessions) => {
    const { session, plan } = await proposed(sessions, journal, plan_id);
    await session.do(command(plan), { by: localUser() });
  });
}

/** Identifies exactly the plan that a decision is about. */
function named({ proposal: { requestId, digest } }: Proposed) {
  return { requestId, digest };
}

/** The latest proposed plan, which the person decides on. */
export async function proposed(
  sessions: Sessions,
  journal: string,
  plan_id: string,
): Promise<{ readonly session: OpenSession; readonly plan: Proposed }> {
  const session = await sessions.find(journal);
  const plan = session && (await plansOf(session)).get(plan_id);
  if (session && plan?.proposal !== undefined) return { session, plan: { ...plan, proposal: plan.proposal } };
  throw new PlanningError('proposal-not-found', {
    summary: `Journal ${journal} has no proposed plan ${plan_id}.`,
    fix: 'See `wayfold commits list`.',
  });
}
