import { SpanKind } from '@opentelemetry/api';
import { shown } from '../../journal/error.ts';
import { type Envelope, type ProposedFact, REDACTED } from '../../journal/fact.ts';
import { sha256 } from '../../journal/integrity/sha256.ts';
import { inSpan } from '../../kernel/telemetry/spans.ts';
import { systemTimer, type Timer } from '../../kernel/timer.ts';
import type { Outcome } from '../../kernel/work/claim.ts';
import type { Reactor, ReactorContext } from '../../kernel/work/reactor.ts';
import { ledgerOf, type ReadableJournal } from '../conversation/ledger.ts';
import { isFinal } from '../conversation/task-status.ts';
import { A2aStatus, type ConversationFactOf, conversationFact, type MessageAttachment } from '../facts.ts';
import { DEFAULT_RUNAWAY_CAP } from '../harness-options.ts';
import type { Draft } from './draft-fold.ts';

/** A message to send to the other side. */
export interface OutgoingMessage {
  /** The same on every attempt, even after a crash, so that the receiver can recognise a duplicate. */
  readonly messageId: string;
  readonly composeId: string;
  readonly text: string;
  readonly attachments: readonly MessageAttachment[];
  readonly nextStateHint?: string;
}

/** What a delivery can use. */
export interface Delivery {
  readonly signal: AbortSignal;
  readAttachment(sha256: string): Promise<Uint8Array>;
}

/** Options for a sender. */
export interface SenderOptions {
  readonly journal: ReadableJournal;
  /** Delivers a message. If it rejects, it is called again with the same message. */
  deliver(message: OutgoingMessage, delivery: Delivery): Promise<void>;
  /** How the conversation has ended once these facts are recorded; `undefined` if it continues. */
  endAfter?(facts: readonly ProposedFact[]): Promise<A2aStatus | undefined>;
  /** How often a delivery is attempted before it has failed. */
  readonly attempts?: number;
  /** The delay before the second attempt. It doubles with each further one. */
  readonly backoffMs?: number;
  readonly runawayCap?: number;
  readonly timer?: Timer;
}

const MAX_BACKOFF_MS = 60_000;
const MAX_ERROR_LENGTH = 2000;
const ERASED = 'The text was erased.';

/**
 * The reactor that sends approved drafts, unchanged, and records `remote_sent` or `send_failed`. A draft with a
 * final `nextStateHint` ends the conversation, and so does one after which `endAfter` says so: the status is
 * recorded together with the message, so that nobody takes it for the other side's turn.
 */
export function createSender(options: SenderOptions): Reactor<Envelope> {
  return {
    name: 'send',
    reactsTo: ['compose_approved'],
    async act(fact, context) {
      const approval = conversationFact(fact);
      if (approval?.type !== 'compose_approved') return [];
      return await send(options, approval, context);
    },
  };
}

async function send(
  options: SenderOptions,
  approval: ConversationFactOf<'compose_approved'>,
  context: ReactorContext,
): Promise<Outcome> {
  const { journal, runawayCap = DEFAULT_RUNAWAY_CAP } = options;
  const { composeId, digest } = approval;
  const ledger = await ledgerOf(journal);
  const draft = ledger.drafts.find(composeId);
  if (draft && draft.digest !== digest) {
    return [failed(composeId, `The approval names ${digest}, and the draft is ${draft.digest}.`)];
  }
  // Another decision came first, or the message is sent.
  if (draft?.approval?.seq !== approval.seq) return [];
  if (ledger.commitsAlone >= runawayCap) {
    return [
      failed(
        composeId,
        `Sending is frozen after ${ledger.commitsAlone} passes without any action by a person or the other side.`,
      ),
    ];
  }
  const intent = await factAt(journal, draft.seq);
  if (intent === undefined || intent.type === REDACTED) return [];
  const message = messageOf(journal.id, draft, intent);
  const hinted = hintedEnd(draft) ?? (await options.endAfter?.([sentFact(message)]));
  const error = await deliver(options, { ...message, ...(hinted && { nextStateHint: hinted }) }, context);
  if (error !== undefined) return [failed(composeId, error)];
  return async () => {
    // It is sent, which must be recorded. Its text may have been erased meanwhile.
    const isErased = (await factAt(journal, draft.seq))?.type === REDACTED;
    const sent = [sentFact(isErased ? { ...message, text: ERASED, attachments: [] } : message)];
    const end = hintedEnd(draft) ?? (await options.endAfter?.(sent));
    return end === undefined ? sent : [...sent, { type: 'status_changed', a2a: end }];
  };
}

async function factAt(journal: ReadableJournal, seq: number): Promise<Envelope | undefined> {
  const [fact] = await journal.facts({ from: seq, to: seq });
  return fact;
}

function sentFact({ messageId, text, attachments, composeId }: OutgoingMessage): ProposedFact {
  return {
    type: 'remote_sent',
    messageId,
    text,
    ...(attachments.length > 0 && { attachments }),
    composeId,
  };
}

/** A draft may be the last message: once it is sent, the conversation has ended. */
function hintedEnd({ nextStateHint }: Draft): A2aStatus | undefined {
  const hint = A2aStatus.safeParse(nextStateHint).data;
  return isFinal(hint) ? hint : undefined;
}

/** Its id survives erasure of the message, so it is not derived from the text. */
function messageOf(journal: string, draft: Draft, { seq, id }: Envelope): OutgoingMessage {
  const { composeId, text, attachments = [], nextStateHint } = draft;
  const messageId = `m-${sha256(`${journal}\n${seq}\n${id}`).slice(0, 32)}`;
  return { messageId, composeId, text, attachments, ...(nextStateHint !== undefined && { nextStateHint }) };
}

/** Why it could not be delivered, or `undefined` if it was. */
async function deliver(
  { deliver, attempts = 5, backoffMs = 500, timer = systemTimer }: SenderOptions,
  message: OutgoingMessage,
  { signal, readAttachment }: ReactorContext,
): Promise<string | undefined> {
  let waitMs = backoffMs;
  for (let attempt = 1; ; attempt++) {
    try {
      const attributes = { 'wayfold.message.id': message.messageId, 'wayfold.attempt': attempt };
      await inSpan('send message', { attributes, kind: SpanKind.PRODUCER }, () =>
        deliver(message, { signal, readAttachment }),
      );
      return undefined;
    } catch (error) {
      // Not a failed delivery: whoever takes over starts with the same message.
      signal.throwIfAborted();
      if (attempt >= attempts)
        return (error instanceof Error ? error.message : shown(error)).slice(0, MAX_ERROR_LENGTH);
    }
    await passed(waitMs, timer, signal);
    waitMs = Math.min(waitMs * 2, MAX_BACKOFF_MS);
  }
}

function passed(ms: number, timer: Timer, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const stop = () => {
    cancel();
    reject(signal.reason);
  };
  const cancel = timer.after(ms, () => {
    signal.removeEventListener('abort', stop);
    resolve();
  });
  signal.addEventListener('abort', stop, { once: true });
  return promise;
}

function failed(composeId: string, error: string): ProposedFact {
  return { type: 'send_failed', composeId, error };
}
