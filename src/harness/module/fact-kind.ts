/**
 * What a fact is to somebody who looks along a journal, the most notable last: where many facts share one place, the
 * most notable of them shows.
 */
export const FACT_KINDS = [
  'bookkeeping',
  'other',
  'erased',
  'private',
  'plan',
  'config',
  'public',
  'person',
  'decision',
  'failure',
] as const;

/** One of {@link FACT_KINDS}. */
export type FactKind = (typeof FACT_KINDS)[number];
