import { z } from 'zod';
import type { PlanRecord } from './planning-fold.ts';

const LONGEST_TEXT = 200_000;
const RequestId = z.string().min(1).max(256).meta({ title: 'Plan' });
const Digest = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in lower-case hex')
  .meta({ title: 'Digest', description: 'Names exactly the plan that is decided on.' });
const Text = z.string().min(1).max(LONGEST_TEXT);

/** Which plan, and exactly in which wording. */
export const AcceptInput = z.strictObject({ requestId: RequestId, digest: Digest });

/** The same, and why not. */
export const RejectInput = z.strictObject({
  requestId: RequestId,
  digest: Digest,
  reason: Text.meta({
    title: 'Reason',
    description: 'Told to whoever plans next.',
    multiline: true,
  }).exactOptional(),
});

/** What came of an accepted plan. */
export const ConcludeInput = z.strictObject({
  requestId: RequestId,
  outcome: z
    .enum(['succeeded', 'failed'])
    .meta({ title: 'Outcome', labels: { succeeded: 'It worked', failed: 'It did not work' } }),
  note: Text.meta({
    title: 'Note',
    description: 'Told to whoever plans next.',
    multiline: true,
  }).exactOptional(),
});

/** A command about a plan, as buttons and options carry it. */
export type PlanCall =
  | ({ readonly type: 'accept-plan' } & Readonly<z.output<typeof AcceptInput>>)
  | ({ readonly type: 'reject-plan' } & Readonly<z.output<typeof RejectInput>>)
  | ({ readonly type: 'conclude-plan' } & Readonly<z.output<typeof ConcludeInput>>);

/** What can be done about a plan as it stands. */
export function planChoices({
  request: { requestId },
  standing,
  proposal,
}: PlanRecord): readonly { readonly id: string; readonly label: string; readonly command: PlanCall }[] {
  if (standing === 'proposed' && proposal !== undefined) {
    const named = { requestId, digest: proposal.digest };
    return [
      { id: 'accept', label: 'Accept', command: { type: 'accept-plan', ...named } },
      { id: 'reject', label: 'Reject', command: { type: 'reject-plan', ...named } },
    ];
  }
  if (standing !== 'accepted') return [];
  return [
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
