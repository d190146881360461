import { keepsByType } from '../../host/kept-facts.ts';
import type { PlannerRegistry } from '../../host/registry.ts';
import type { RedactOptions } from '../../journal/erasure/erasure.ts';
import { JournalError } from '../../journal/error.ts';
import type { Fact } from '../../journal/fact.ts';
import type { Journal } from '../../journal/journal.ts';

/** How a fact is erased by somebody who knows all planners. */
export interface RedactFactOptions extends Pick<RedactOptions, 'by' | 'reason' | 'overwrite'> {
  /** Whether a field may stay in force; without it all that its type declares do. */
  mayStay?(path: string): boolean;
}

/**
 * Erases a fact of a journal that is open for any type of fact, and leaves in force what its type declares. Where that is too
 * large to stay, nothing does, and the fact is read the strictest way. Resolves to false when it was erased before.
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
