import type { Envelope, RedactedFact } from '../journal/fact.ts';

/** A fact without what the journal added: what its author appended. */
export type EventOf<F extends Envelope> = F extends Envelope
  ? Omit<F, Exclude<keyof Envelope, 'type'>>
  : never;

/** What a fold sees where a fact was erased. */
export type RedactedEvent = EventOf<RedactedFact>;

/** Takes away what the journal added. */
export function eventOf<F extends Envelope>(fact: F): Omit<F, 'seq' | 'id' | 'ts' | 'v'> {
  const { seq: _seq, id: _id, ts: _ts, v: _v, ...event } = fact;
  return event;
}
