import { keepsByType } from '../../host/kept-facts.ts';
import type { PlannerRegistry } from '../../host/registry.ts';
import type { RedactOptions } from '../../journal/erasure/erasure.ts';
import { JournalError } from '../../journal/error.ts';
import type { Fact } from '../../journal/fact.ts';
import type { Journal } from '../../journal/journal.ts';

/** Options for erasing a fact with knowledge of all planners. */
export interface RedactFactOptions extends Pick<RedactOptions, 'by' | 'reason' | 'overwrite'> {
  /** Whether a field may stay in force; default: all that its type declares. */
  mayStay?(path: string): boolean;
}

/**
 * Erases a fact in a journal that accepts any fact type, and keeps the fields that its type declares. If those are
 * too large, nothing is kept, and the fact is read in the strictest way. Resolves to false if it was erased before.
 */
export async function redactFact(
  journal: Pick<Journal, 'redact'>,
  { seq, type }: Pick<Fact, 'seq' | 'type'>,
  registry: Pick<PlannerRegistry, 'entries'>,
  { mayStay = () => true, ...record }: RedactFactOptions = {},
): Promise<boolean> {
  const keep = (keepsByType(registry).get(type) ?? []).filter(mayStay);
  try {
    return await journal.redact(seq, { ...record, keep });
  } catch (error) {
    if (!(error instanceof JournalError) || error.code !== 'fact-too-large') throw error;
    return await journal.redact(seq, { ...record, keep: [] });
  }
}
