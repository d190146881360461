import { type NewId, randomIds } from '../../journal/clock.ts';
import { shown } from '../../journal/error.ts';
import type { Envelope, ProposedFact } from '../../journal/fact.ts';
import type { Journal } from '../../journal/journal.ts';
import { ConflictError } from '../../kernel/error.ts';
import { follow } from '../../kernel/projection/follow.ts';
import { checkFacts } from '../conversation/check-facts.ts';
import { conversationProjection } from '../conversation/conversation.ts';
import { decideByLedger, type ReadableJournal } from '../conversation/ledger.ts';
import { isFinal } from '../conversation/task-status.ts';
import { DecisionError, HarnessError } from '../error.ts';
import type { A2aStatus, MessageAttachment } from '../facts.ts';
import { STATUS_WORDS } from '../module/status-words.ts';
import { digestOf } from './digest.ts';
import type { ClosedDraft, Draft, DraftFold } from './draft-fold.ts';

/** The part of a journal that a decision needs. */
export type DecidableJournal = ReadableJournal & Pick<Journal<Envelope>, 'append'>;

/** A successful decision and its facts. */
export interface DecisionResult {
  readonly facts: readonly Envelope[];
  readonly head: number;
}

/** An edited draft: the old one is dismissed, this one waits for a decision. */
export interface EditResult extends DecisionResult {
  readonly composeId: string;
  readonly digest: string;
}

/**
 * Approves a draft: exactly what `digest` identifies. Of any number of decisions on one draft one succeeds; the
 * others reject with a `ConflictError`. A wrong digest rejects with a `DecisionError`. Neither appends anything.
 */
export function approve(
  journal: DecidableJournal,
  {
    composeId,
    digest,
    by = 'user',
  }: { readonly composeId: string; readonly digest: string; readonly by?: string },
): Promise<DecisionResult> {
  return decide(journal, composeId, (draft) => {
    if (draft.digest !== digest) throw otherDigest(draft, digest);
    return [{ type: 'compose_approved', composeId, digest, by }];
  });
}

/**
 * Dismisses a draft; with `regenerate` the planner writes another one. Of several decisions one succeeds, see
 * {@link approve}.
 */
export function dismiss(
  journal: DecidableJournal,
  {
    composeId,
    regenerate,
    by,
  }: { readonly composeId: string; readonly regenerate?: boolean; readonly by?: string },
): Promise<DecisionResult> {
  const fact = {
    type: 'compose_dismissed',
    composeId,
    ...(regenerate !== undefined && { regenerate }),
    ...(by !== undefined && { by }),
  };
  return decide(journal, composeId, () => [fact]);
}

/**
 * Replaces a draft in one step: the new one has a new id and digest, and waits for a decision. Omitted fields stay
 * the same. Of several decisions one succeeds, see {@link approve}.
 */
export async function edit(
  journal: DecidableJournal,
  change: {
    readonly composeId: string;
    readonly text?: string;
    readonly attachments?: readonly MessageAttachment[];
    readonly nextStateHint?: A2aStatus;
    readonly by?: string;
  },
  { newId = randomIds }: { readonly newId?: NewId } = {},
): Promise<EditResult> {
  const { composeId: old, text, attachments, nextStateHint, by = 'user' } = change;
  const files = attachments && (await withHashes(journal, attachments));
  const composeId = newId('compose');
  let digest = '';
  const result = await decide(journal, old, (draft) => {
    const content = {
      composeId,
      text: text ?? draft.text,
      attachments: files ?? draft.attachments,
      nextStateHint: nextStateHint ?? draft.nextStateHint,
    };
    digest = digestOf(content);
    return [
      { type: 'compose_dismissed', composeId: old, by },
      { type: 'compose_intent', ...content, digest, by },
    ];
  });
  return { ...result, composeId, digest };
}

/**
 * Sends a message that a person has written, without a planner: it is proposed and approved in one step. Waiting
 * drafts are dismissed; while one is being sent, this is a conflict.
 */
export async function write(
  journal: DecidableJournal,
  message: {
    readonly text: string;
    readonly attachments?: readonly MessageAttachment[];
    readonly nextStateHint?: A2aStatus;
    readonly by: string;
  },
  { newId = randomIds }: { readonly newId?: NewId } = {},
): Promise<EditResult> {
  const { text, attachments, nextStateHint, by } = message;
  const files = attachments && (await withHashes(journal, attachments));
  const composeId = newId('compose');
  const content = {
    composeId,
    text,
    ...(files && { attachments: files }),
    ...(nextStateHint && { nextStateHint }),
  };
  const digest = digestOf(content);
  const result = await decideByLedger(journal, async ({ drafts, status }) => {
    if (isFinal(status))
      throw new ConflictError({
        summary: `The conversation has ended: ${STATUS_WORDS[status].toLowerCase()}.`,
        fix: 'Fork it from an earlier message, or start another one. Nothing was appended.',
      });
    const sending = drafts.open.find(({ approval }) => approval);
    if (sending)
      throw new ConflictError({
        summary: `Draft ${sending.composeId} is being sent.`,
        fix: 'Write again once it is sent. Nothing was appended.',
      });
    const facts = [
      ...drafts.open.map((draft) => ({ type: 'compose_dismissed', composeId: draft.composeId, by })),
      { type: 'compose_intent', ...content, digest, by },
      { type: 'compose_approved', composeId, digest, by },
    ];
    await checkFacts(facts);
    return facts;
  });
  return { ...result, composeId, digest };
}

/** Decides on a waiting draft, at exactly the point it was seen at. */
async function decide(
  journal: DecidableJournal,
  composeId: string,
  take: (draft: Draft) => readonly ProposedFact[],
): Promise<DecisionResult> {
  return await decideByLedger(journal, async ({ drafts }) => {
    const facts = take(waitingDraft(drafts, composeId));
    await checkFacts(facts);
    return facts;
  });
}

const conversation = conversationProjection();

/** A name can come to mean other bytes, so a draft records which ones it means. */
async function withHashes(
  journal: ReadableJournal,
  attachments: readonly MessageAttachment[],
): Promise<MessageAttachment[]> {
  const { attachments: fold } = await follow(journal, conversation).catchUp();
  return attachments.map((attachment) => {
    const sha256 = fold.find(attachment.sha256 ?? attachment.name)?.sha256;
    if (sha256 !== undefined) return { ...attachment, sha256 };
    throw new HarnessError('unknown-attachment', {
      summary: `This conversation has no file ${shown(attachment.sha256 ?? attachment.name)}.`,
      fix: 'Use a name or hash from an attachment_added fact. Nothing was appended.',
    });
  });
}

const CLOSED_BY: Readonly<Record<ClosedDraft['how'], string>> = {
  dismissed: 'dismissed',
  sent: 'sent',
  rewound: 'withdrawn by going back',
  ended: 'withdrawn when the conversation ended',
};

function waitingDraft(drafts: DraftFold, composeId: string): Draft {
  const draft = drafts.find(composeId);
  if (draft && !draft.approval) return draft;
  const closed = drafts.closed(composeId);
  if (draft === undefined && closed === undefined) {
    throw new DecisionError('unknown-draft', {
      summary: `There is no draft ${shown(composeId)} in this journal.`,
      fix: 'Use the composeId of a compose_intent fact. Nothing was appended.',
    });
  }
  const decision = draft?.approval
    ? `approved by ${draft.approval.by} (fact ${draft.approval.seq})`
    : `${closed && CLOSED_BY[closed.how]} (fact ${closed?.seq})`;
  throw new ConflictError({
    summary: `Draft ${composeId} was already ${decision}.`,
    fix: 'The first decision stands. Nothing was appended.',
  });
}

function otherDigest({ composeId, digest }: Draft, given: string): DecisionError {
  return new DecisionError('digest-mismatch', {
    summary: `Draft ${composeId} has changed: its digest is ${digest}, not ${shown(given)}.`,
    fix: 'Read the draft again and approve it with its current digest. Nothing was appended.',
  });
}
