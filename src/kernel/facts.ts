import { z } from 'zod';
import { type Envelope, FACT_ERASED } from '../journal/fact.ts';
import { pauseFacts } from './limits/pause.ts';
import { spendingFacts } from './limits/spending.ts';
import { keeping } from './projection/kept-fields.ts';

/** The kernel's own fact types. Spread them into the fact types of a journal that has reactors. */
export const kernelFacts = {
  /** A worker claimed exclusive work until a time: `work` on the fact at seq `target`. The newest claim counts. */
  claimed: keeping(
    ['work', 'target', 'worker', 'until'],
    z.strictObject({
      work: z.string().min(1).max(128),
      target: z.int().min(1),
      worker: z.string().min(1).max(256),
      until: z.iso.datetime({ precision: 3 }),
    }),
  ),
  /** `work` on the fact at seq `target` is done; its outcome is in the same batch. */
  reaction_settled: keeping(
    ['work', 'target'],
    z.strictObject({
      work: z.string().min(1).max(128),
      target: z.int().min(1),
    }),
  ),
  /** The effect of `work` took place, but what its reactor returned could not be recorded. */
  reaction_failed: z.strictObject({
    work: z.string().min(1).max(128),
    target: z.int().min(1),
    code: z.string(),
    message: z.string(),
  }),
  ...pauseFacts,
  ...spendingFacts,
} as const;

/** The types of facts about claims, usage, pauses and erasures. Planners and folds never see them. */
const BOOKKEEPING: ReadonlySet<string> = new Set([
  'claimed',
  'reaction_settled',
  'pass_settled',
  'pass_step_committed',
  'session_paused',
  'session_resumed',
  'model_used',
  FACT_ERASED,
]);

/** Whether a fact is bookkeeping. */
export function isBookkeeping({ type }: Pick<Envelope, 'type'>): boolean {
  return BOOKKEEPING.has(type);
}
