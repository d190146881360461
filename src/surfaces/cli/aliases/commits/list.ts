import { attemptLedger } from '../../../../planners/commits/planning-fold.ts';
import { withSessions } from '../../config/open-sessions.ts';
import type { Invocation } from '../../invocation.ts';
import { printList } from '../../terminal/list.ts';
import { pluralize } from '../../terminal/text/pluralize.ts';
import { plansOf } from './decide.ts';

export async function list(
  invocation: Invocation,
  { journal: id }: { readonly journal: string },
): Promise<undefined> {
  const { output } = invocation;
  const plans = await withSessions(invocation, { create: false }, async (sessions) => {
    const session = await sessions.find(id);
    return session ? await plansOf(session) : new Map<string, never>();
  });
  const records = [...plans.values()];
  await printList(invocation, records, {
    value: ({ request, standing, proposal, attempts, reason }) => ({
      plan_id: request.requestId,
      standing,
      goal: request.goal,
      base_commit: proposal?.baseCommit ?? null,
      digest: proposal?.digest ?? null,
      attempts: attempts.length,
      ...(reason !== undefined && { reason }),
    }),
    none: 'No plans yet. Make one: wayfold commits plan --goal "make parsing 2x faster"',
    columns: [{ title: 'PLAN' }, { title: 'STATUS' }, { title: 'BASE' }, { title: 'GOAL' }],
    row: ({ request, standing, proposal }) => [
      request.requestId,
      standing,
      proposal?.baseCommit.slice(0, 12) ?? request.base,
      request.goal,
    ],
  });
  for (const [backend, sum] of attemptLedger(plans)) {
    const tokens = sum.inputTokens + sum.outputTokens;
    const cost = sum.cost > 0 ? `, $${sum.cost.toFixed(4)}` : '';
    output.note(
      `${backend}: ${pluralize(sum.attempts, 'attempt')}, ${sum.failed} failed, ${sum.seconds.toFixed(1)} s, ${tokens} tokens${cost}`,
    );
  }
}
