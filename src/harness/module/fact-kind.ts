/**
 * The kinds of facts on a timeline, the most notable last: where many facts share a position, the most notable one
 * shows.
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
