import type { Envelope } from '../../journal/fact.ts';
import { PersistentMap } from '../../kernel/collections/persistent-map.ts';
import { erasedFact } from '../../kernel/projection/kept-fields.ts';
import { isFinal } from '../conversation/task-status.ts';
import { A2aStatus, type ConversationFact, type ConversationFactOf, conversationFact } from '../facts.ts';
import { type ComposeContent, digestOf } from './digest.ts';

/** A draft that has not reached the other side. */
export interface Draft extends ComposeContent {
  /** The seq of its `compose_intent`. */
  readonly seq: number;
  /** Computed from the content, not taken from the fact. */
  readonly digest: string;
  /** Why it was written, for the person who decides. */
  readonly why?: string;
  /** Who wrote or changed it by hand; missing if a planner did. */
  readonly by?: string;
  /** The current approval. Without one the draft waits for a decision. */
  readonly approval?: { readonly seq: number; readonly by: string };
  /** Why it could not be sent; it waits for a decision again. */
  readonly failure?: string;
}

/** What happened to a draft that is no longer open. */
export interface ClosedDraft {
  readonly how: 'dismissed' | 'sent' | 'rewound' | 'ended';
  readonly seq: number;
}

/** The state of a {@link DraftFold}. */
export interface DraftState {
  readonly open: PersistentMap<string, Draft>;
  readonly closed: PersistentMap<string, ClosedDraft>;
  readonly latest?: Draft | undefined;
}

/** The drafts of a conversation and the decisions on them. A second decision changes nothing. */
export class DraftFold {
  readonly #state: DraftState;

  constructor(state: DraftState = { open: PersistentMap.empty(), closed: PersistentMap.empty() }) {
    this.#state = state;
  }

  /** The state for a snapshot; the constructor takes it back. */
  get state(): DraftState {
    return this.#state;
  }

  /** Drafts that wait for a decision or are being sent, oldest first. */
  get open(): readonly Draft[] {
    return this.#state.open.list();
  }

  /** The latest draft, unless it was sent. */
  get latestUnsent(): Draft | undefined {
    return this.#state.latest;
  }

  find(composeId: string): Draft | undefined {
    return this.#state.open.get(composeId);
  }

  closed(composeId: string): ClosedDraft | undefined {
    return this.#state.closed.get(composeId);
  }

  /** Whether a decision would change anything. True for any other fact. */
  stands(fact: ConversationFact): boolean {
    if (fact.type !== 'compose_approved' && fact.type !== 'compose_dismissed') return true;
    const draft = this.find(fact.composeId);
    if (draft === undefined || draft.approval) return false;
    return fact.type === 'compose_dismissed' || draft.digest === fact.digest;
  }

  /** The fold after the next fact; the same instance if nothing changed. `known`: the parsed fact. */
  accept(fact: Envelope, known = conversationFact(fact)): DraftFold {
    switch (known?.type) {
      case 'compose_intent':
        return this.#proposed(known);
      case 'compose_approved':
        return this.stands(known) ? this.#approved(known) : this;
      case 'compose_dismissed':
        return this.stands(known) ? this.#closing([known.composeId], 'dismissed', known.seq) : this;
      case 'remote_sent':
        return this.#sent(known);
      case 'send_failed':
        return this.#failed([this.find(known.composeId)], known.error);
      case 'rewound':
        return this.#rewound(known.seq);
      case 'status_changed':
        return isFinal(known.a2a) ? this.#ended(known.seq) : this;
      case undefined:
        return this.#erased(fact);
      default:
        return this;
    }
  }

  /** Earlier approvals were for another journal, which sends those drafts: here they wait again. */
  withoutApprovals(): DraftFold {
    let { open } = this.#state;
    for (const { approval: _, ...waiting } of this.open) open = open.set(waiting.composeId, waiting);
    return this.#with({ open });
  }

  #proposed(fact: ConversationFactOf<'compose_intent'>): DraftFold {
    const { composeId, text, attachments, nextStateHint, why, by, seq } = fact;
    const content = { composeId, text, attachments, nextStateHint };
    const latest = {
      ...content,
      seq,
      digest: digestOf(content),
      ...(why !== undefined && { why }),
      ...(by !== undefined && { by }),
    };
    const { open, closed } = this.#state;
    return new DraftFold({
      // Re-added, so that it comes last even if its id was used before.
      open: open.delete(composeId).set(composeId, latest),
      closed: closed.delete(composeId),
      latest,
    });
  }

  #approved({ composeId, by, seq }: ConversationFactOf<'compose_approved'>): DraftFold {
    const draft = this.find(composeId);
    return draft ? this.#put({ ...draft, approval: { seq, by } }) : this;
  }

  #sent({ composeId, text, seq }: ConversationFactOf<'remote_sent'>): DraftFold {
    const draft =
      composeId === undefined ? this.open.findLast((open) => open.text === text) : this.find(composeId);
    return draft ? this.#closing([draft.composeId], 'sent', seq) : this;
  }

  #failed(drafts: readonly (Draft | undefined)[], failure: string): DraftFold {
    let { open } = this.#state;
    for (const draft of drafts) {
      if (draft?.approval === undefined) continue;
      const { approval: _, ...waiting } = draft;
      open = open.set(draft.composeId, { ...waiting, failure });
    }
    return this.#with({ open });
  }

  /** An erased fact without its draft id may be about any draft: none of them is sent because of it. */
  #erased(fact: Envelope): DraftFold {
    const erased = erasedFact(fact);
    const about = erased?.kept?.composeId;
    const meant = (isPossible: (draft: Draft) => boolean) =>
      this.open.filter((draft) =>
        typeof about === 'string' ? draft.composeId === about : isPossible(draft),
      );
    const close = (drafts: readonly Draft[], how: ClosedDraft['how']) =>
      this.#closing(
        drafts.map(({ composeId }) => composeId),
        how,
        fact.seq,
      );
    switch (erased?.type) {
      case 'remote_sent': {
        const sent = meant(isApproved);
        // Nobody had approved what was sent: it may be any of the waiting ones.
        return close(sent.length === 0 && about === undefined ? this.open : sent, 'sent');
      }
      case 'send_failed':
        // If it is unknown which one it was, any of them may be on its way, and would be sent twice if it waited
        // again.
        return typeof about === 'string'
          ? this.#failed(meant(isApproved), 'The reason was erased.')
          : close(meant(isApproved), 'dismissed');
      case 'compose_approved':
      case 'compose_dismissed':
        return close(
          meant((draft) => !isApproved(draft)),
          'dismissed',
        );
      case 'rewound':
        return this.#rewound(fact.seq);
      case 'status_changed': {
        const status = A2aStatus.safeParse(erased.kept?.a2a).data;
        return status === undefined || isFinal(status) ? this.#ended(fact.seq) : this;
      }
      default:
        return this;
    }
  }

  /**
   * A rewind means that another draft is wanted: waiting drafts of planners are withdrawn, those that a person
   * wrote are not.
   */
  #rewound(seq: number): DraftFold {
    const waiting = this.open.filter(({ approval, by }) => approval === undefined && by === undefined);
    const ids = waiting.map(({ composeId }) => composeId);
    const rewound = this.#closing(ids, 'rewound', seq);
    return rewound.#with({ latest: rewound.open.at(-1) });
  }

  /** After the end of a conversation nothing is decided or sent. */
  #ended(seq: number): DraftFold {
    const ids = this.open.map(({ composeId }) => composeId);
    return ids.length === 0 ? this : this.#closing(ids, 'ended', seq);
  }

  #closing(composeIds: readonly string[], how: ClosedDraft['how'], seq: number): DraftFold {
    let { open, closed, latest } = this.#state;
    for (const composeId of composeIds) {
      if (how === 'sent' && latest?.seq === open.get(composeId)?.seq) latest = undefined;
      open = open.delete(composeId);
      closed = closed.set(composeId, { how, seq });
    }
    return this.#with({ open, closed, latest });
  }

  #put(draft: Draft): DraftFold {
    return this.#with({ open: this.#state.open.set(draft.composeId, draft) });
  }

  #with(change: Partial<DraftState>): DraftFold {
    return new DraftFold({ ...this.#state, ...change });
  }
}

function isApproved({ approval }: Draft): boolean {
  return approval !== undefined;
}
