import type { Message } from '../api/contracts.ts';

/** A part of a conversation without gaps, and how much precedes it. */
export interface MessageRange {
  readonly said: readonly Message[];
  readonly saidBefore: number;
}

/**
 * The known part of a conversation with its newest part. If messages are missing in between, only the newest part is
 * kept.
 */
export function joinedMessages(known: MessageRange | undefined, newest: MessageRange): MessageRange {
  const first = newest.said[0]?.seq ?? 0;
  const earlier = known?.said.filter(({ seq }) => seq < first) ?? [];
  if (known === undefined || known.saidBefore + earlier.length !== newest.saidBefore) return newest;
  return { said: [...earlier, ...newest.said], saidBefore: known.saidBefore };
}
