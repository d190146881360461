import { localUser } from '../../../host/local-user.ts';
import { type FactStore, openJournal } from '../../../journal/index.ts';
import {
  acceptPlan,
  type CommitsEventOf,
  commitsEventOf,
  commitsSessionFacts,
  concludePlan,
  foldPlans,
  type PlanConclusion,
  PlanningError,
  type PlanRecord,
  rejectPlan,
} from '../../../planners/commits/index.ts';
import { type Invocation, withStore } from '../../invocation.ts';
import { pluralize } from '../../terminal/pluralize.ts';
import { printPlan } from './print-plan.ts';
import { startTasks } from './start-tasks.ts';

interface Decision {
  readonly requestId: string;
  readonly journal: string;
}

type Proposed = PlanRecord & { readonly proposal: CommitsEventOf<'plan_proposed'> };

export async function accept(
  invocation: Invocation,
  { startTasks: start = false, ...decision }: Decision & { readonly startTasks?: boolean },
): Promise<undefined> {
  const { output } = invocation;
  const { requestId: plan_id } = decision;
  const { tasks, taskPlan } = await withStore(invocation, { create: false }, async (store) => {
    const record = await proposed(store, decision);
    const accepted = start ? await acceptedBefore(store, decision) : undefined;
    const { tasks } =
      accepted ?? (await acceptPlan(open(store, decision), { ...record.proposal, by: localUser() }));
    const taskPlan = start ? await startTasks(store, { ...record.request, tasks }) : undefined;
    return { tasks, taskPlan };
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
  await withStore(invocation, { create: false }, async (store) => {
    const { proposal } = await proposed(store, decision);
    await rejectPlan(open(store, decision), {
      ...proposal,
      by: localUser(),
      ...(reason !== undefined && { reason }),
    });
  });
  if (output.json) await output.value({ plan_id: decision.requestId, rejected: true });
  else await output.line(`Rejected ${decision.requestId}.`);
  return undefined;
}

export async function conclude(
  invocation: Invocation,
  { outcome, note, ...decision }: Decision & Omit<PlanConclusion, 'requestId'>,
): Promise<undefined> {
  const { output } = invocation;
  await withStore(invocation, { create: false }, async (store) => {
    const { requestId } = (await proposed(store, decision)).request;
    await concludePlan(open(store, decision), { requestId, outcome, ...(note !== undefined && { note }) });
  });
  if (output.json) await output.value({ plan_id: decision.requestId, outcome });
  else await output.line(`Concluded ${decision.requestId}: it ${outcome}.`);
  return undefined;
}

export async function show(invocation: Invocation, decision: Decision): Promise<undefined> {
  const { proposal, attempts } = await withStore(invocation, { create: false }, (store) =>
    proposed(store, decision),
  );
  await printPlan(invocation.output, proposal, attempts);
  return undefined;
}

function open(store: FactStore, { journal }: Decision) {
  return openJournal(store, journal, { facts: commitsSessionFacts });
}

async function eventsIn(store: FactStore, decision: Decision) {
  return (await open(store, decision).facts()).flatMap((fact) => commitsEventOf(fact) ?? []);
}

/** What the person at the terminal decides on: the plan as it stands there. */
async function proposed(store: FactStore, decision: Decision): Promise<Proposed> {
  const record = foldPlans(await eventsIn(store, decision)).get(decision.requestId);
  if (record?.proposal !== undefined) return { ...record, proposal: record.proposal };
  throw new PlanningError('proposal-not-found', {
    expected: `a proposed plan ${decision.requestId} in the journal ${decision.journal}`,
    actual: 'none',
    fix: 'See `wayfold commits list`.',
  });
}

/** The decision that made tasks of the plan, when somebody took it before. */
async function acceptedBefore(
  store: FactStore,
  decision: Decision,
): Promise<CommitsEventOf<'plan_accepted'> | undefined> {
  return (await eventsIn(store, decision)).find(
    (event): event is CommitsEventOf<'plan_accepted'> =>
      event.type === 'plan_accepted' && event.requestId === decision.requestId,
  );
}

function journalOption({ journal }: Decision): string {
  return journal === 'commits' ? '' : ` --journal ${journal}`;
}
