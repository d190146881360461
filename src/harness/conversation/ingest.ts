import type { Envelope, ProposedFact } from '../../journal/fact.ts';
import type { Journal } from '../../journal/journal.ts';
import { isFromOutside } from '../pass/visible-facts.ts';
import { checkFacts } from './check-facts.ts';
import { decideByLedger, type Ledger, type ReadableJournal } from './ledger.ts';

/** The result of an ingest: the facts that were new. */
export interface IngestResult {
  readonly facts: readonly Envelope[];
  readonly head: number;
}

/**
 * Appends what a transport delivers, possibly more than once: a known `messageId`, an unchanged status, and a file
 * from outside with the same name and bytes are dropped and use no seq.
 */
export async function ingest(
  journal: ReadableJournal & Pick<Journal<Envelope>, 'append'>,
  facts: readonly ProposedFact[],
): Promise<IngestResult> {
  await checkFacts(facts);
  return await decideByLedger(journal, (ledger) => withoutKnown(facts, ledger));
}

function withoutKnown(facts: readonly ProposedFact[], ledger: Ledger): ProposedFact[] {
  let status: unknown = ledger.status;
  const messageIds = new Set<unknown>();
  return facts.filter((fact) => {
    switch (fact.type) {
      case 'status_changed': {
        const before = status;
        status = fact.a2a;
        return status !== before;
      }
      case 'remote_received':
      case 'remote_sent': {
        const { messageId } = fact;
        const known = messageIds.has(messageId) || ledger.hasMessage(messageId);
        messageIds.add(messageId);
        return !known;
      }
      case 'attachment_added':
        return !(isFromOutside(fact) && ledger.hasFile({ name: fact.name, sha256: fact.sha256 }));
      default:
        return true;
    }
  });
}
