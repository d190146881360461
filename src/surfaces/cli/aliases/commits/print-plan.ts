import type { CommitsEventOf } from '../../../../planners/commits/facts.ts';
import type { Output } from '../../terminal/output.ts';
import { planLines } from './plan-view.ts';

/** Prints a proposed plan: in lines for people, as one value for machines. */
export async function printPlan(
  output: Output,
  proposal: CommitsEventOf<'plan_proposed'>,
  attempts: readonly CommitsEventOf<'plan_attempted'>[],
): Promise<void> {
  if (!output.json) {
    for (const line of planLines(proposal)) await output.line(line);
    return;
  }
  const { requestId, digest, origin, baseCommit, plan, evidence, repeats } = proposal;
  await output.value({
    plan_id: requestId,
    digest,
    origin,
    base_commit: baseCommit,
    plan,
    evidence,
    attempts: attempts.length,
    duration_seconds: attempts.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0),
    ...(repeats && { repeats }),
  });
}

export function attemptsIn(
  events: readonly { readonly type: string }[],
): readonly CommitsEventOf<'plan_attempted'>[] {
  return events.filter((event): event is CommitsEventOf<'plan_attempted'> => event.type === 'plan_attempted');
}
