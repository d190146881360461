import type { Envelope, RedactedFact } from '../journal/fact.ts';

/** A fact without the fields that the journal added. */
export type EventOf<F extends Envelope> = F extends Envelope
  ? Omit<F, Exclude<keyof Envelope, 'type'>>
  : never;

/** What a fold sees for an erased fact. */
export type RedactedEvent = EventOf<RedactedFact>;

/** Removes the fields that the journal added. */
export function eventOf<F extends Envelope>(fact: F): Omit<F, 'seq' | 'id' | 'ts' | 'v'> {
  const { seq: _seq, id: _id, ts: _ts, v: _v, ...event } = fact;
  return event;
}
