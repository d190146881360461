import type { Message } from '../api/contracts.ts';

/** A part of what was said without gaps, and how much there is before it. */
export interface MessageRange {
  readonly said: readonly Message[];
  readonly saidBefore: number;
}

/**
 * What is known of a conversation, up to its newest part. Where so much was said since that something is missing in
 * between, only the newest part is known.
 */
export function joinedMessages(known: MessageRange | undefined, newest: MessageRange): MessageRange {
  const first = newest.said[0]?.seq ?? 0;
  const earlier = known?.said.filter(({ seq }) => seq < first) ?? [];
  if (known === undefined || known.saidBefore + earlier.length !== newest.saidBefore) return newest;
  return { said: [...earlier, ...newest.said], saidBefore: known.saidBefore };
}
