import { type A2aStatus, type ConversationFactOf, conversationFact } from '../harness/facts.ts';
import { type Ledger, ledgerOf } from '../harness/ledger.ts';
import type { Envelope, ProposedFact } from '../journal/fact.ts';
import type { Journal } from '../journal/journal.ts';
import { appendDecision } from '../kernel/append-decision.ts';

const FINAL: ReadonlySet<A2aStatus> = new Set(['completed', 'failed', 'canceled', 'rejected']);

/** Two sessions that talk to each other. */
export interface Pairing {
  /** Stops carrying messages over. What is on its way arrives when they are paired again. */
  close(): void;
}

/** Who hears of troubles; carrying over is tried again. */
export interface PairOptions {
  readonly onError?: (error: unknown) => void;
}

/**
 * Lets two sessions talk: what one has sent is what the other receives, with its files. It only reads what is
 * recorded as sent, and leaves out what has arrived, so that stopping or dying at any point loses and doubles nothing.
 * `first` begins, if nothing was said yet.
 */
export async function pairSessions(
  first: Journal<Envelope>,
  second: Journal<Envelope>,
  { onError }: PairOptions = {},
): Promise<Pairing> {
  await decide(second, ({ status }) => (status === undefined ? [statusChanged('working')] : []));
  await decide(first, ({ status }) => (status === undefined ? [statusChanged('input-required')] : []));
  const ends = [carryOver(first, second, onError), carryOver(second, first, onError)];
  return {
    close() {
      for (const end of ends) end();
    },
  };
}

function carryOver(
  from: Journal<Envelope>,
  to: Journal<Envelope>,
  onError: PairOptions['onError'],
): () => void {
  /** What each draft is to lead to, until it is sent. */
  const hints = new Map<string, A2aStatus | undefined>();
  return from.subscribe({ ...(onError && { onError }) }, async (facts) => {
    for (const envelope of facts) {
      const fact = conversationFact(envelope);
      if (fact?.type === 'compose_intent') hints.set(fact.composeId, fact.nextStateHint);
      if (fact?.type !== 'remote_sent') continue;
      const hint = hints.get(fact.composeId ?? '');
      hints.delete(fact.composeId ?? '');
      await handOver(from, to, fact, hint !== undefined && FINAL.has(hint) ? hint : undefined);
    }
  });
}

/** First to the other side, then the turn: dying in between leaves the turn to be given when they are paired again. */
async function handOver(
  from: Journal<Envelope>,
  to: Journal<Envelope>,
  { messageId, text, attachments = [] }: ConversationFactOf<'remote_sent'>,
  end: A2aStatus | undefined,
): Promise<void> {
  const files: ProposedFact[] = [];
  for (const { name, mimeType = 'application/octet-stream', sha256 } of attachments) {
    if (sha256 === undefined) continue;
    const { size } = await to.attachments.put(await from.attachments.get(sha256));
    files.push({ type: 'attachment_added', name, mimeType, sha256, size, origin: 'remote' });
  }
  const received = {
    type: 'remote_received',
    messageId,
    text,
    ...(attachments.length > 0 && { attachments }),
  };
  await decide(to, (ledger) =>
    ledger.hasMessage(messageId) ? [] : [...files, received, statusChanged(end ?? 'input-required')],
  );
  await decide(from, ({ latestPublic, status }) =>
    latestPublic?.messageId === messageId && status !== (end ?? 'working')
      ? [statusChanged(end ?? 'working')]
      : [],
  );
}

async function decide(
  journal: Journal<Envelope>,
  choose: (ledger: Ledger) => readonly ProposedFact[],
): Promise<void> {
  const ledger = await ledgerOf(journal);
  await appendDecision<Envelope, ProposedFact, { append: readonly ProposedFact[] }>(
    journal,
    (news) => {
      for (const fact of news) ledger.accept(fact);
      return { append: choose(ledger) };
    },
    { after: ledger.head },
  );
}

function statusChanged(a2a: A2aStatus): ProposedFact {
  return { type: 'status_changed', a2a };
}
