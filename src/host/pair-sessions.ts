import { decideByLedger, type Ledger, ledgerOf } from '../harness/conversation/ledger.ts';
import { isFinal } from '../harness/conversation/task-status.ts';
import { type A2aStatus, type ConversationFactOf, conversationFact } from '../harness/facts.ts';
import { JournalError } from '../journal/error.ts';
import type { Envelope, ProposedFact } from '../journal/fact.ts';
import type { Journal } from '../journal/journal.ts';
import { AppendList } from '../kernel/collections/append-list.ts';
import type { RetryOptions } from '../kernel/projection/delivery.ts';
import { type Following, follow } from '../kernel/projection/follow.ts';
import type { Projection } from '../kernel/projection/projection.ts';
import { HostError } from './error.ts';

/** Two sessions that talk to each other. */
export interface Pairing {
  /** Resolves when everything that was sent has arrived, or waits for a retry. */
  idle(): Promise<void>;
  /** Stops transferring messages. Pending ones arrive when they are paired again. */
  close(): void;
}

/** Who is told about failures; transfers are retried with increasing delays. */
export type PairOptions = RetryOptions;

/**
 * Lets two sessions talk: what one has sent, the other receives, with its files. It only reads what is recorded as
 * sent and skips what has arrived, so that stopping or dying at any point loses and duplicates nothing. `first`
 * begins if nothing was said yet. Cancelling one ends the other too. What a copy inherited was sent by its
 * original, and is not sent again; an archived session receives nothing more, and the other side is told that the
 * conversation is canceled.
 */
export async function pairSessions(
  first: Journal<Envelope>,
  second: Journal<Envelope>,
  options: PairOptions = {},
): Promise<Pairing> {
  if (await isSameJournal(first, second)) throw pairedWithItself(first.id);
  const begin = (status: A2aStatus) => (ledger: Ledger) =>
    ledger.status === undefined ? statusUnless(ledger, status) : [];
  await decide(second, begin('working'));
  await decide(first, begin('input-required'));
  const ways = [carryOver(first, second, options), carryOver(second, first, options)];
  return {
    async idle() {
      await Promise.all(ways.map((way) => way.caughtUp()));
    },
    close() {
      for (const way of ways) way.close();
    },
  };
}

/** A journal may be open twice, and another store may have one with the same id. */
async function isSameJournal(first: Journal<Envelope>, second: Journal<Envelope>): Promise<boolean> {
  if (first === second) return true;
  if (first.id !== second.id) return false;
  const [one, other] = await Promise.all([first.describe(), second.describe()]);
  return one?.createdAt === other?.createdAt && one?.nativeFrom === other?.nativeFrom;
}

function pairedWithItself(id: string): HostError {
  return new HostError('paired-with-itself', {
    summary: `${id} cannot be paired with itself.`,
    fix: 'Pair it with another session, or with a fork of it. Nothing was appended.',
  });
}

/** What a session has sent, and how its conversation has ended. */
interface Outgoing {
  readonly nativeFrom: number;
  readonly end: A2aStatus | undefined;
  readonly sent: AppendList<ConversationFactOf<'remote_sent'>>;
}

const outgoing: Projection<Outgoing> = {
  initial: ({ nativeFrom }) => ({ nativeFrom, end: undefined, sent: AppendList.empty() }),
  apply(state, envelope) {
    const fact = conversationFact(envelope);
    if (fact === undefined || fact.seq < state.nativeFrom) return state;
    if (fact.type === 'status_changed') return { ...state, end: isFinal(fact.a2a) ? fact.a2a : undefined };
    return fact.type === 'remote_sent' ? { ...state, sent: state.sent.push(fact) } : state;
  },
};

function carryOver(
  from: Journal<Envelope>,
  to: Journal<Envelope>,
  options: PairOptions,
): Pick<Following<Outgoing>, 'caughtUp' | 'close'> {
  const following = follow(from, outgoing, options);
  let handedOver = 0;
  following.subscribe(async ({ state: { sent, end }, restarted }) => {
    if (restarted) handedOver = 0;
    for (const message of sent.slice(handedOver)) {
      await handOver({ from, to }, { message, isLast: handedOver + 1 === sent.length }, options);
      handedOver += 1;
    }
    if (end)
      await decide(to, ({ status }) => (isFinal(status) ? [] : [{ type: 'status_changed', a2a: end }]));
  });
  return following;
}

/** First the message, then the turn: if this is interrupted, the turn is given when they are paired again. */
async function handOver(
  { from, to }: { readonly from: Journal<Envelope>; readonly to: Journal<Envelope> },
  {
    message: sent,
    isLast,
  }: { readonly message: ConversationFactOf<'remote_sent'>; readonly isLast: boolean },
  { onError }: PairOptions,
): Promise<void> {
  const { messageId, text, attachments = [], seq } = sent;
  const { archived, ...before } = await deliveryStatus(to, messageId);
  if (!before.arrived && !archived) {
    const { hasEnded, status } = await ledgerOf(from);
    // The end comes with the last message, whatever has arrived here since.
    const turn = hasEnded && status ? (isLast ? status : undefined) : 'input-required';
    const files = await copyFiles({ from, to }, sent, onError);
    const withFiles = attachments.length > 0 && { attachments };
    const received = { type: 'remote_received', messageId, text, ...withFiles };
    await decide(to, (ledger) => {
      if (ledger.hasMessage(messageId)) return [];
      const unknown = files.filter(({ name, sha256 }) => !ledger.hasFile({ name, sha256 }));
      // After its end, pending messages do not restart a conversation.
      const turns = turn === undefined || isFinal(ledger.status) ? [] : statusUnless(ledger, turn);
      return [...unknown, received, ...turns];
    });
  }
  const turn = archived && !before.arrived ? 'canceled' : 'working';
  // Only if nothing was said or decided since.
  await decide(from, (ledger) => (ledger.lastAnchor === seq ? statusUnless(ledger, turn) : []));
}

async function deliveryStatus(
  to: Journal<Envelope>,
  messageId: string,
): Promise<{ readonly arrived: boolean; readonly archived: boolean }> {
  const ledger = await ledgerOf(to);
  return { arrived: ledger.hasMessage(messageId), archived: ledger.archived };
}

/** The bytes first, so that whoever sees the facts can read them. A missing file does not hold up the message. */
async function copyFiles(
  { from, to }: { readonly from: Journal<Envelope>; readonly to: Journal<Envelope> },
  { attachments = [] }: ConversationFactOf<'remote_sent'>,
  onError: PairOptions['onError'],
): Promise<ProposedFact[]> {
  const files: ProposedFact[] = [];
  for (const { name, mimeType = 'application/octet-stream', sha256 } of attachments) {
    if (sha256 === undefined) continue;
    try {
      const { size } = await to.attachments.put(await from.attachments.get(sha256));
      files.push({ type: 'attachment_added', name, mimeType, sha256, size, origin: 'remote' });
    } catch (error) {
      if (!(error instanceof JournalError) || error.code !== 'attachment-not-found') throw error;
      onError?.(error);
    }
  }
  return files;
}

async function decide(
  journal: Journal<Envelope>,
  choose: (ledger: Ledger) => readonly ProposedFact[],
): Promise<void> {
  await decideByLedger(journal, (ledger) => (ledger.archived ? [] : choose(ledger)));
}

function statusUnless({ status }: Ledger, a2a: A2aStatus): ProposedFact[] {
  return status === a2a ? [] : [{ type: 'status_changed', a2a }];
}
