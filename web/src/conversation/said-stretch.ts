import type { Said } from '../api/contracts.ts';

/** A part of what was said without gaps, and how much there is before it. */
export interface SaidStretch {
  readonly said: readonly Said[];
  readonly saidBefore: number;
}

/**
 * What is known of a conversation, up to its newest part. Where so much was said since that something is missing in
 * between, only the newest part is known.
 */
export function joinedSaid(known: SaidStretch | undefined, newest: SaidStretch): SaidStretch {
  const first = newest.said[0]?.seq ?? 0;
  const earlier = known?.said.filter(({ seq }) => seq < first) ?? [];
  if (known === undefined || known.saidBefore + earlier.length !== newest.saidBefore) return newest;
  return { said: [...earlier, ...newest.said], saidBefore: known.saidBefore };
}
