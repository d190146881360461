import { z } from 'zod';
import { CODING_AGENTS } from '../../../machine/agents/agent-names.ts';
import type { PlanWork } from '../evolution/carry-out/plan-work.ts';
import type { ContinueInput } from '../evolution/evolve-input.ts';
import type { PlanRecord } from '../planning-fold.ts';

const MAX_TEXT_LENGTH = 200_000;
const RequestId = z.string().min(1).max(256).meta({ title: 'Plan' });
const Digest = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in lower-case hex')
  .meta({ title: 'Digest', description: 'The digest of the plan to decide on.' });
const Text = z.string().min(1).max(MAX_TEXT_LENGTH);

/** The plan, identified by its digest. */
export const AcceptInput = z.strictObject({ requestId: RequestId, digest: Digest });

/** The plan, and the reason for rejecting it. */
export const RejectInput = z.strictObject({
  requestId: RequestId,
  digest: Digest,
  reason: Text.meta({
    title: 'Reason',
    description: 'Later plans see it.',
    multiline: true,
  }).exactOptional(),
});

/** The outcome of an accepted plan. */
export const ConcludeInput = z.strictObject({
  requestId: RequestId,
  outcome: z
    .enum(['succeeded', 'failed'])
    .meta({ title: 'Outcome', labels: { succeeded: 'It worked', failed: 'It did not work' } }),
  note: Text.meta({
    title: 'Note',
    description: 'Later plans see it.',
    multiline: true,
  }).exactOptional(),
});

/** The accepted plan to carry out, the backend and the evaluators. */
export const CarryOutInput = z.strictObject({
  requestId: RequestId,
  backend: z
    .enum(['auto', ...CODING_AGENTS, 'command'])
    .exactOptional()
    .meta({
      title: 'Coding agent',
    }),
  evaluators: z.array(z.string().trim().min(1).max(2000)).max(10).readonly().exactOptional().meta({
    title: 'Evaluators',
    description: 'Command lines that measure the result. They run only if the host allows them too.',
  }),
});

/** The failed plan whose goal to plan again, with the setup as it is now. */
export const PlanAgainInput = z.strictObject({ requestId: RequestId });

/** A command about a plan, as used in buttons and options. */
export type PlanCall =
  | ({ readonly type: 'accept-plan' } & Readonly<z.output<typeof AcceptInput>>)
  | ({ readonly type: 'reject-plan' } & Readonly<z.output<typeof RejectInput>>)
  | ({ readonly type: 'conclude-plan' } & Readonly<z.output<typeof ConcludeInput>>)
  | ({ readonly type: 'plan-again' } & Readonly<z.output<typeof PlanAgainInput>>)
  | ({ readonly type: 'carry-out-plan' } & Readonly<z.output<typeof CarryOutInput>>)
  | ({ readonly type: 'continue-evolution' } & ContinueInput);

/** The commands available for a plan in its current status. */
export function planChoices({
  request: { requestId, evolution },
  standing,
  proposal,
  work,
}: PlanRecord & { readonly work?: PlanWork | undefined }): readonly {
  readonly id: string;
  readonly label: string;
  readonly command: PlanCall;
}[] {
  if (standing === 'proposed' && proposal !== undefined) {
    const named = { requestId, digest: proposal.digest };
    return [
      { id: 'accept', label: 'Accept', command: { type: 'accept-plan', ...named } },
      { id: 'reject', label: 'Reject', command: { type: 'reject-plan', ...named } },
    ];
  }
  // An evolution goes on to other candidates by itself.
  if (standing === 'failed' && evolution === undefined)
    return [{ id: 'again', label: 'Try again', command: { type: 'plan-again', requestId } }];
  if (standing !== 'accepted') return [];
  const step = work?.step;
  const isAtWork = step === 'changing' || step === 'evaluating';
  return [
    ...(isAtWork
      ? []
      : ([{ id: 'carry-out', label: 'Carry out', command: { type: 'carry-out-plan', requestId } }] as const)),
    {
      id: 'succeeded',
      label: 'It worked',
      command: { type: 'conclude-plan', requestId, outcome: 'succeeded' },
    },
    {
      id: 'failed',
      label: 'It did not work',
      command: { type: 'conclude-plan', requestId, outcome: 'failed' },
    },
  ];
}
