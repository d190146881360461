import { type FactStore, openJournal } from '../../journal/index.ts';
import {
  acceptPlan,
  commitsEventOf,
  commitsSessionFacts,
  foldPlans,
  PlanningError,
  rejectPlan,
} from '../../planners/commits/index.ts';
import { counted } from '../counted.ts';
import { type Invocation, withStore } from '../invocation.ts';

interface Decision {
  readonly requestId: string;
  readonly journal: string;
}

export async function accept(invocation: Invocation, decision: Decision): Promise<undefined> {
  const { output } = invocation;
  const { tasks } = await withStore(invocation, { create: false }, async (store) =>
    acceptPlan(open(store, decision), await waiting(store, decision)),
  );
  if (output.json) await output.value({ plan_id: decision.requestId, tasks });
  else await output.line(`Accepted ${decision.requestId}: ${counted(tasks.length, 'task')}.`);
  return undefined;
}

export async function reject(
  invocation: Invocation,
  { reason, ...decision }: Decision & { readonly reason?: string },
): Promise<undefined> {
  const { output } = invocation;
  await withStore(invocation, { create: false }, async (store) =>
    rejectPlan(open(store, decision), {
      ...(await waiting(store, decision)),
      ...(reason !== undefined && { reason }),
    }),
  );
  if (output.json) await output.value({ plan_id: decision.requestId, rejected: true });
  else await output.line(`Rejected ${decision.requestId}.`);
  return undefined;
}

function open(store: FactStore, { journal }: Decision) {
  return openJournal(store, journal, { facts: commitsSessionFacts });
}

/** What the person at the terminal decides on: the plan as it stands there now. */
async function waiting(store: FactStore, decision: Decision): Promise<{ requestId: string; digest: string }> {
  const { requestId } = decision;
  const book = foldPlans((await open(store, decision).facts()).flatMap((fact) => commitsEventOf(fact) ?? []));
  const digest = book.get(requestId)?.proposal?.digest;
  if (digest !== undefined) return { requestId, digest };
  throw new PlanningError('proposal-not-found', {
    expected: `a proposed plan ${requestId} in the journal ${decision.journal}`,
    actual: 'none',
    fix: 'See `wayfold commits list`.',
  });
}
