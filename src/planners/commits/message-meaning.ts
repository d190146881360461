import { z } from 'zod';
import type { TextInput } from '../../harness/module/planner-module.ts';
import { ConflictError } from '../../kernel/error.ts';
import type { PlanCall } from './plan/plan-commands.ts';
import { plansToDecide } from './planning-fold.ts';
import { type CommitsState, latestPlan } from './session-fold.ts';

const ACCEPTED = /^(?:accept(?:ed)?|approved?|yes|ok)[.!]?$/i;
const REJECTED = /^(?:no[.!]?|reject(?:ed)?(?:[\s:,.]+([\s\S]*))?)$/i;

/** A program's decision on a plan, instead of text. */
const Decision = z.union([
  z.strictObject({ accept: z.string() }),
  z.strictObject({ reject: z.string(), reason: z.string().optional() }),
]);

/**
 * The meaning of a message. Text decides on the latest plan, which was shown last; data names the plan by its digest.
 * Anything else is the goal of another plan.
 */
export function meaningOf(
  { text, data }: TextInput,
  state: CommitsState,
): PlanCall | { readonly say: string } {
  const decision = Decision.safeParse(data).data;
  if (decision) return decided(decision, state);
  const latest = latestPlan(state);
  if (latest?.standing === 'proposed' && latest.proposal) {
    const { requestId, digest } = latest.proposal;
    const trimmed = text.trim();
    if (ACCEPTED.test(trimmed)) return { type: 'accept-plan', requestId, digest };
    const rejected = REJECTED.exec(trimmed);
    if (rejected) return { type: 'reject-plan', requestId, digest, ...reasonIn(rejected[1]) };
  }
  return { say: state.pending === '' ? text : `${state.pending}\n${text}` };
}

function decided(decision: z.infer<typeof Decision>, { plans }: CommitsState): PlanCall {
  const digest = 'accept' in decision ? decision.accept : decision.reject;
  const plan = plansToDecide(plans).find(({ proposal }) => proposal?.digest === digest);
  if (plan === undefined) {
    throw new ConflictError({
      summary: `No plan with the digest ${digest} waits for a decision.`,
      fix: 'Use the digest of the plan as it was last shown. Nothing was changed.',
    });
  }
  const { requestId } = plan.request;
  return 'accept' in decision
    ? { type: 'accept-plan', requestId, digest }
    : { type: 'reject-plan', requestId, digest, ...reasonIn(decision.reason) };
}

function reasonIn(text = ''): { readonly reason?: string } {
  const reason = text.trim();
  return reason === '' ? {} : { reason };
}
