import { type ComposeContent, digestOf } from './digest.ts';
import type { ConversationFactOf } from './facts.ts';

/** A draft that has not reached the other side. */
export interface Draft extends ComposeContent {
  /** Where its `compose_intent` stands. */
  readonly seq: number;
  /** Computed here, and not taken from the fact: it is what the content says. */
  readonly digest: string;
  /** The approval that stands. Without one the draft waits for a decision. */
  readonly approval?: { readonly seq: number; readonly by: string };
  /** Why it could not be sent; it waits for a decision again. */
  readonly failure?: string;
}

/** What became of a draft that is no longer open. */
export interface ClosedDraft {
  readonly how: 'dismissed' | 'sent' | 'rewound';
  readonly seq: number;
}

/** The drafts of a conversation and the decisions that stand. A decision on what was decided before changes nothing. */
export class DraftBook {
  readonly #open = new Map<string, Draft>();
  readonly #closed = new Map<string, ClosedDraft>();
  #latest: Draft | undefined;

  /** A book of its own that begins with what stands here. */
  copy(): DraftBook {
    const copy = new DraftBook();
    for (const [composeId, draft] of this.#open) copy.#open.set(composeId, draft);
    for (const [composeId, closed] of this.#closed) copy.#closed.set(composeId, closed);
    copy.#latest = this.#latest;
    return copy;
  }

  /** Drafts that wait for a decision or are being sent, oldest first. */
  get open(): readonly Draft[] {
    return [...this.#open.values()];
  }

  /** The latest draft, unless it was sent. */
  get latestUnsent(): Draft | undefined {
    return this.#latest;
  }

  find(composeId: string): Draft | undefined {
    return this.#open.get(composeId);
  }

  closed(composeId: string): ClosedDraft | undefined {
    return this.#closed.get(composeId);
  }

  proposed(fact: ConversationFactOf<'compose_intent'>): void {
    const { composeId, text, attachments, nextStateHint, seq } = fact;
    const content = { composeId, text, attachments, nextStateHint };
    this.#latest = { ...content, seq, digest: digestOf(content) };
    // Anew, so that it comes last even if its id was used before.
    this.#open.delete(composeId);
    this.#open.set(composeId, this.#latest);
    this.#closed.delete(composeId);
  }

  /** Whether the approval stands. */
  approved({ composeId, digest, by, seq }: ConversationFactOf<'compose_approved'>): boolean {
    const draft = this.#open.get(composeId);
    if (draft === undefined || draft.approval || draft.digest !== digest) return false;
    this.#open.set(composeId, { ...draft, approval: { seq, by } });
    return true;
  }

  /** Whether the dismissal stands. */
  dismissed({ composeId, seq }: ConversationFactOf<'compose_dismissed'>): boolean {
    const draft = this.#open.get(composeId);
    if (draft === undefined || draft.approval) return false;
    this.#close(draft, { how: 'dismissed', seq });
    return true;
  }

  sent({ composeId, text, seq }: ConversationFactOf<'remote_sent'>): void {
    const draft =
      composeId === undefined ? this.open.findLast((open) => open.text === text) : this.#open.get(composeId);
    if (draft === undefined) return;
    this.#close(draft, { how: 'sent', seq });
    if (this.#latest?.seq === draft.seq) this.#latest = undefined;
  }

  failed({ composeId, error }: ConversationFactOf<'send_failed'>): void {
    const draft = this.#open.get(composeId);
    if (draft?.approval === undefined) return;
    const { approval: _, ...waiting } = draft;
    this.#open.set(composeId, { ...waiting, failure: error });
  }

  /** What was sent stands in an erased fact, which no longer says which draft it was: one that was being sent. */
  sentUnnamed(seq: number): void {
    for (const draft of this.open) {
      if (!draft.approval) continue;
      this.#close(draft, { how: 'sent', seq });
      if (this.#latest?.seq === draft.seq) this.#latest = undefined;
    }
  }

  /** Why something could not be sent stands in an erased fact: what was being sent waits again. */
  failedUnnamed(): void {
    for (const { approval, ...waiting } of this.open)
      if (approval) this.#open.set(waiting.composeId, { ...waiting, failure: 'The reason was erased.' });
  }

  /** The dismissal stands in an erased fact: of what waited then. */
  dismissedUnnamed(seq: number): void {
    for (const draft of this.open) if (!draft.approval) this.#close(draft, { how: 'dismissed', seq });
  }

  /** The approvals so far were for another journal, which sends what they name: here the drafts wait again. */
  withdrawApprovals(): void {
    for (const { approval: _, ...waiting } of this.open) this.#open.set(waiting.composeId, waiting);
  }

  /** Whoever goes back wants another draft: those that wait are withdrawn, those on their way out are not. */
  rewound(seq: number): void {
    for (const draft of this.open) if (!draft.approval) this.#close(draft, { how: 'rewound', seq });
    this.#latest = this.open.at(-1);
  }

  #close({ composeId }: Draft, closed: ClosedDraft): void {
    this.#open.delete(composeId);
    this.#closed.set(composeId, closed);
  }
}
