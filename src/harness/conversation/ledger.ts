import { type Envelope, type ProposedFact, REDACTED } from '../../journal/fact.ts';
import type { Journal } from '../../journal/journal.ts';
import { AppendSet } from '../../kernel/collections/append-set.ts';
import { PersistentMap } from '../../kernel/collections/persistent-map.ts';
import { isBookkeeping, kernelFacts } from '../../kernel/facts.ts';
import { type Limits, type Pause, PauseFold } from '../../kernel/limits/pause.ts';
import { decideOn, type Following, followed } from '../../kernel/projection/follow.ts';
import { erasedFact } from '../../kernel/projection/kept-fields.ts';
import { foldProjection } from '../../kernel/projection/projection.ts';
import { DraftFold } from '../drafts/draft-fold.ts';
import {
  type A2aStatus,
  type ConversationFact,
  type ConversationFactOf,
  configuredPlanner,
  conversationFact,
} from '../facts.ts';
import { isFromOutside, isNotForPlanners } from '../pass/visible-facts.ts';
import { isFinal } from './task-status.ts';

/** An unanswered question to a person. */
export type OpenQuestion = ConversationFactOf<'agent_question'>;

/** A message that the other side has seen. */
export type PublicMessage = ConversationFactOf<'remote_received' | 'remote_sent'>;

/** The state of a {@link Ledger}. */
export interface LedgerState {
  readonly nativeFrom: number;
  readonly drafts: DraftFold;
  readonly pauses: PauseFold;
  readonly messageIds: AppendSet<string>;
  readonly filesFromOutside: AppendSet<string>;
  readonly questions: PersistentMap<string, OpenQuestion>;
  readonly configured: PersistentMap<string, number>;
  readonly head: number;
  readonly status: A2aStatus | undefined;
  readonly latestPublic: PublicMessage | undefined;
  readonly lastPublicSeq: number;
  readonly lastInputSeq: number;
  readonly archived: boolean;
  readonly commits: number;
  readonly runawayReported: boolean;
  /** When facts of the planner's own types were appended, until it is known that no pass and no reactor wrote them. */
  readonly ownAt?: string | undefined;
}

function emptyState(nativeFrom: number): LedgerState {
  return {
    nativeFrom,
    drafts: new DraftFold(),
    pauses: new PauseFold({ nativeFrom }),
    messageIds: AppendSet.empty(),
    filesFromOutside: AppendSet.empty(),
    questions: PersistentMap.empty(),
    configured: PersistentMap.empty(),
    head: 0,
    status: undefined,
    latestPublic: undefined,
    lastPublicSeq: 0,
    lastInputSeq: 0,
    archived: false,
    commits: 0,
    runawayReported: false,
  };
}

/**
 * The status of a conversation: its status, drafts, open questions, and how long planners have continued on their
 * own. It holds what is open, not the messages.
 */
export class Ledger {
  readonly #state: LedgerState;

  /** `nativeFrom`: the first seq that was appended in this journal itself rather than copied by a fork or an import. */
  constructor(
    { nativeFrom = 1 }: { readonly nativeFrom?: number } = {},
    state: LedgerState = emptyState(nativeFrom),
  ) {
    this.#state = state;
  }

  /** The state for a snapshot; the constructor takes it back. */
  get state(): LedgerState {
    return this.#state;
  }

  get drafts(): DraftFold {
    return this.#state.drafts;
  }

  /** The last seq that was read. */
  get head(): number {
    return this.#state.head;
  }

  get status(): A2aStatus | undefined {
    return this.#state.status;
  }

  /** Whether the conversation has ended: its status is final, and this side has sent nothing since. */
  get hasEnded(): boolean {
    const { status, lastPublicSeq, latestPublic } = this.#state;
    return isFinal(status) && (latestPublic?.type !== 'remote_sent' || lastPublicSeq > latestPublic.seq);
  }

  get latestPublic(): PublicMessage | undefined {
    return this.#state.latestPublic;
  }

  /**
   * Where a rewind goes back to: the last public message or status or, if there is none, the last input of a
   * person. 0 if there is neither.
   */
  get lastAnchor(): number {
    return this.#state.lastPublicSeq || this.#state.lastInputSeq;
  }

  get openQuestions(): readonly OpenQuestion[] {
    return this.#state.questions.list();
  }

  /** The seq of the last planner setup; 0 if there was none. */
  configuredSeq(plannerId: string): number {
    return this.#state.configured.get(plannerId) ?? 0;
  }

  /** The planner that was set up last; `undefined` before any was. */
  get plannerInForce(): string | undefined {
    let newest: readonly [plannerId: string | undefined, seq: number] = [undefined, 0];
    for (const entry of this.#state.configured) if (entry[1] > newest[1]) newest = entry;
    return newest[0];
  }

  get archived(): boolean {
    return this.#state.archived;
  }

  /** Why no work starts in the session; `undefined` if it is not paused. */
  get pause(): Pause | undefined {
    return this.#state.pauses.pause;
  }

  /** The session's raised limits. */
  get raisedLimits(): Limits {
    return this.#state.pauses.raised;
  }

  /** How many passes were committed since a person or the other side last acted. */
  get commitsAlone(): number {
    return this.#state.ownAt === undefined ? this.#state.commits : 0;
  }

  /** Whether the journal records that planning is frozen. */
  get runawayReported(): boolean {
    return this.#state.ownAt === undefined && this.#state.runawayReported;
  }

  hasMessage(messageId: unknown): boolean {
    return typeof messageId === 'string' && this.#state.messageIds.has(messageId);
  }

  /** Whether a person or the other side has added a file with this name and these bytes. */
  hasFile(file: { readonly name: unknown; readonly sha256: unknown }): boolean {
    return this.#state.filesFromOutside.has(keyOf(file));
  }

  /** The ledger after the next fact; a fact it has seen changes nothing. `known`: the parsed fact. */
  accept(fact: Envelope, known = conversationFact(fact)): Ledger {
    const before = this.#state;
    if (fact.seq <= before.head) return this;
    const next: NextState = { ...before };
    next.head = fact.seq;
    next.pauses = before.pauses.accept(fact);
    next.drafts = before.drafts.accept(fact, known);
    if (fact.seq === before.nativeFrom - 1) next.drafts = next.drafts.withoutApprovals();
    // What a pass or a reactor appends is settled in its batch; the rest was written by a command.
    if (before.ownAt !== undefined && before.ownAt !== fact.ts) {
      next.commits = 0;
      next.runawayReported = false;
      next.ownAt = undefined;
    }
    if (SETTLING.has(fact.type)) next.ownAt = undefined;
    else if (isOwn(fact, known)) next.ownAt = fact.ts;
    if (known === undefined) changeByErased(next, fact);
    else changeBy(next, known);
    if (known && isAct(known) && before.drafts.stands(known)) {
      next.commits = 0;
      next.runawayReported = false;
    }
    return new Ledger({}, next);
  }
}

/** The next state while it is being built; nobody else holds it yet. */
type NextState = { -readonly [Field in keyof LedgerState]: LedgerState[Field] };

/** What a fact changes besides drafts and pauses. */
function changeBy(next: NextState, fact: ConversationFact): void {
  switch (fact.type) {
    case 'status_changed':
      next.status = fact.a2a;
      next.lastPublicSeq = fact.seq;
      return;
    case 'remote_sent':
    case 'remote_received':
      next.messageIds = next.messageIds.add(fact.messageId);
      next.latestPublic = fact;
      next.lastPublicSeq = fact.seq;
      return;
    case 'attachment_added':
      if (isFromOutside(fact)) next.filesFromOutside = next.filesFromOutside.add(keyOf(fact));
      return;
    case 'user_input':
      next.lastInputSeq = fact.seq;
      return;
    case 'agent_question':
      next.questions = next.questions.set(fact.qid, fact);
      return;
    case 'user_answer':
      next.questions = next.questions.delete(fact.qid);
      return;
    case 'tool_result':
      for (const [qid, { callId }] of next.questions)
        if (callId === fact.callId) next.questions = next.questions.delete(qid);
      return;
    case 'pass_settled':
      if (fact.outcome === 'committed') next.commits += 1;
      return;
    case 'planner_error':
      if (fact.code === 'runaway') next.runawayReported = true;
      return;
    case 'rewound':
      next.questions = askedUpTo(next.questions, fact.toSeq);
      return;
    case 'planner_configured':
      next.configured = next.configured.set(fact.plannerId, fact.seq);
      return;
    case 'session_archived':
      next.archived = true;
      return;
    case 'session_reopened':
      next.archived = false;
      return;
  }
}

/** The effect of an erased fact whose kept fields are incomplete: where its subject is unknown, the strictest. */
function changeByErased(next: NextState, fact: Envelope): void {
  const erased = erasedFact(fact);
  const { messageId, qid, code } = erased?.kept ?? {};
  switch (erased?.type) {
    case 'remote_sent':
    case 'remote_received':
      if (typeof messageId === 'string') next.messageIds = next.messageIds.add(messageId);
      next.lastPublicSeq = fact.seq;
      return;
    case 'status_changed':
      // Nobody's turn: whose it was is unknown.
      next.status = 'unknown';
      next.lastPublicSeq = fact.seq;
      return;
    case 'user_answer':
      next.questions = answered(next.questions, qid);
      return;
    case 'tool_result':
      // It may be the one that a question waited for.
      for (const [each, { callId }] of next.questions)
        if (callId !== undefined) next.questions = next.questions.delete(each);
      return;
    case 'pass_settled':
      next.commits += 1;
      return;
    case 'planner_error':
      if (code === 'runaway') next.runawayReported = true;
      return;
    case 'rewound':
      next.questions = PersistentMap.empty();
      return;
    case 'planner_configured':
      for (const plannerId of configuredBy(fact, next)) {
        next.configured = next.configured.set(plannerId, fact.seq);
      }
      return;
  }
}

/** An answer without its question can only belong to the single open one. */
function answered(questions: LedgerState['questions'], qid: unknown): LedgerState['questions'] {
  if (typeof qid === 'string') return questions.delete(qid);
  return questions.size === 1 ? PersistentMap.empty() : questions;
}

/** The planner of an erased setup; if that is unknown, any planner that was set up before. */
function configuredBy(fact: Envelope, { configured }: NextState): readonly string[] {
  const plannerId = configuredPlanner(fact)?.plannerId;
  return plannerId === undefined ? [...configured.keys()] : [plannerId];
}

function askedUpTo(questions: LedgerState['questions'], toSeq: number): LedgerState['questions'] {
  let left = questions;
  for (const [qid, { seq }] of questions) if (seq > toSeq) left = left.delete(qid);
  return left;
}

function keyOf({ name, sha256 }: { readonly name: unknown; readonly sha256: unknown }): string {
  return `${sha256} ${name}`;
}

const SETTLING: ReadonlySet<string> = new Set(['pass_settled', 'pass_step_committed', 'reaction_settled']);

/** Whether a fact has one of the types of the session's planner. */
function isOwn({ type }: Envelope, known: ConversationFact | undefined): boolean {
  const isOfEverySession = known !== undefined || isBookkeeping({ type }) || isNotForPlanners(type);
  return !isOfEverySession && type !== REDACTED && !Object.hasOwn(kernelFacts, type);
}

/** Whether a person or the other side acted: then planners are not continuing on their own. */
function isAct(fact: ConversationFact): boolean {
  switch (fact.type) {
    case 'remote_received':
    case 'user_input':
    case 'user_guidance':
    case 'user_answer':
    case 'work_cancelled':
    case 'compose_dismissed':
    case 'planner_configured':
    case 'rewound':
      return true;
    case 'compose_approved':
      return fact.by !== 'auto';
    default:
      return false;
  }
}

/**
 * The part of a journal that reading a conversation needs. Without `describe` it counts as an original, without
 * `redactions` as never erased; without `watch` changes are seen only when read.
 */
export type ReadableJournal = Pick<Journal<Envelope>, 'id' | 'facts'> &
  Partial<Pick<Journal<Envelope>, 'describe' | 'redactions' | 'watch'>>;

const ledger = foldProjection((origin) => new Ledger(origin));

/** The status of a conversation, kept up to date: one follower per journal object, which reads every fact once. */
export function followLedger(journal: ReadableJournal): Following<Ledger> {
  return followed(journal, ledger);
}

/** The current status of a conversation. See {@link followLedger}. */
export async function ledgerOf(journal: ReadableJournal): Promise<Ledger> {
  return await followLedger(journal).catchUp();
}

/** Appends what `choose` returns for the status of a conversation, at exactly that point. */
export async function decideByLedger(
  journal: ReadableJournal & Pick<Journal<Envelope>, 'append'>,
  choose: (ledger: Ledger) => readonly ProposedFact[] | Promise<readonly ProposedFact[]>,
): Promise<{ readonly facts: readonly Envelope[]; readonly head: number }> {
  const { facts, head } = await decideOn(journal, ledger, async (state) => ({ append: await choose(state) }));
  return { facts, head };
}
