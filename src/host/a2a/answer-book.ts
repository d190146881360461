import { Conversation } from '../../harness/conversation.ts';
import { type A2aStatus, type ConversationFactOf, conversationFact } from '../../harness/facts.ts';
import {
  type CommandAuthor,
  decisionContext,
  meaningOf,
  type Words,
} from '../../harness/module/decide-command.ts';
import { factText } from '../../harness/module/module-fold.ts';
import { momentOf } from '../../harness/module/module-moment.ts';
import type { At, PlannerModule } from '../../harness/module/planner-module.ts';
import { questionItem, type WaitingItem } from '../../harness/module/waiting-item.ts';
import { isFinal, isUnderWay } from '../../harness/status-kinds.ts';
import type { Envelope, ProposedFact } from '../../journal/fact.ts';
import { isBookkeeping } from '../../kernel/facts.ts';
import type { ProjectionOrigin } from '../../kernel/projection.ts';
import type { RegistryEntry } from '../registry.ts';
import type { AppliedSetup } from './recorded-setup.ts';
import type { A2aTask } from './task-book.ts';
import { ToldTexts } from './told-texts.ts';

/** What is to be said to whoever began a task. */
export interface DueAnswer {
  readonly status: A2aStatus;
  /** Missing when the task ends without a word. */
  readonly said?: { readonly told: readonly string[]; readonly waiting: readonly WaitingItem[] };
}

/** What an answer is made of. */
interface AnswerState {
  readonly conversation: Conversation;
  /** What was told since the last answer. */
  readonly told: ToldTexts;
  /** The last fact that was before what is to be answered. */
  readonly since: number;
  /** How it ended without a word. */
  readonly end: 'failed' | 'canceled' | undefined;
  readonly configured: ConversationFactOf<'planner_configured'> | undefined;
}

type AnsweringEntry = Pick<RegistryEntry, 'family' | 'module' | 'planner'>;

/** Whether a planner answers messages by drafts, and not what is said to it in words. */
export function answersByDrafts({ talks }: Pick<PlannerModule, 'talks'>): boolean {
  return talks === 'agent';
}

/**
 * What a planner that writes no drafts has told and has yet to answer. Its module says what words are to it, what its facts
 * tell, how its work stands and what it waits for. Immutable.
 */
export class AnswerBook {
  readonly #entry: AnsweringEntry;
  readonly #state: AnswerState;

  private constructor(entry: AnsweringEntry, state: AnswerState) {
    this.#entry = entry;
    this.#state = state;
  }

  static of(entry: AnsweringEntry, { nativeFrom }: Pick<ProjectionOrigin, 'nativeFrom'>): AnswerBook {
    const conversation = new Conversation(entry.family, { nativeFrom, state: entry.planner.state });
    const told = ToldTexts.none;
    return new AnswerBook(entry, {
      conversation,
      told,
      since: 0,
      end: undefined,
      configured: undefined,
    });
  }

  get head(): number {
    return this.#state.conversation.head;
  }

  get ledger(): Conversation['ledger'] {
    return this.#state.conversation.ledger;
  }

  /** The last fact that was before what is to be answered. */
  get since(): number {
    return this.#state.since;
  }

  /** The hash of the setup that stands. */
  get configSha256(): string | undefined {
    return this.#state.configured?.configSha256;
  }

  /** The moment as the functions of the planner's module take it. */
  at({ config, loaded }: AppliedSetup): At {
    const { plannerState: state, head, nativeFrom } = this.#state.conversation;
    return momentOf(this.#entry.module, { state, config, loaded, head, nativeFrom });
  }

  /** The answer to a task that can be given now, if there is one. */
  due(task: A2aTask | undefined, setup: AppliedSetup): DueAnswer | undefined {
    if (task === undefined || isFinal(task.status)) return undefined;
    const { conversation, told, end } = this.#state;
    const { ledger, triggers } = conversation;
    // A pass is due or under way, or somebody has to decide on a draft.
    if (triggers.fired().length > 0 || ledger.drafts.open.length > 0) return undefined;
    // Errors are private, and so is why somebody stopped it: the other side sees only how it ended.
    if (end !== undefined) return { status: end };
    const { module } = this.#entry;
    const at = this.at(setup);
    const questions = ledger.openQuestions.map(questionItem);
    const status = questions.length > 0 ? 'input-required' : callersStatus(module, at);
    if (status === 'working' || (!isUnderWay(task.status) && told.isEmpty)) return undefined;
    const waiting = status === 'input-required' ? [...questions, ...module.waiting(at)] : [];
    return { status, said: { told: told.texts, waiting } };
  }

  /** The facts that a message is to the planner. Throws where it can be none. */
  meaningOf(words: Words, setup: AppliedSetup, author: CommandAuthor): readonly ProposedFact[] {
    const { module } = this.#entry;
    return meaningOf({ module, at: this.at(setup), ledger: this.ledger }, words, author);
  }

  /** The facts with which nobody wants the work any more. */
  cancelled(setup: AppliedSetup, author: CommandAuthor): readonly ProposedFact[] {
    const { module } = this.#entry;
    const at = this.at(setup);
    const own = module.cancel?.(at, decisionContext(author)) ?? [];
    if (own.length > 0) return own;
    const isAtWork = this.#state.conversation.triggers.fired().length > 0 || module.status(at) === 'working';
    return isAtWork ? [{ type: 'work_cancelled', by: author.by }] : [];
  }

  /** The book after the next fact; one it has seen changes nothing. */
  accept(fact: Envelope): AnswerBook {
    if (fact.seq <= this.head) return this;
    const before = this.#state.conversation;
    const conversation = before.accept(fact);
    const state = { ...this.#state, conversation };
    if (isBookkeeping(fact)) return new AnswerBook(this.#entry, state);
    const { module } = this.#entry;
    const states = { before: before.plannerState, after: conversation.plannerState };
    const told = factText(module, fact, states) ?? commonText(fact);
    const telling = told === undefined ? state : { ...state, told: state.told.with(told) };
    return new AnswerBook(this.#entry, after(telling, fact, module.id));
  }
}

/** What facts that are not the planner's own change. */
function after(state: AnswerState, fact: Envelope, plannerId: string): AnswerState {
  switch (fact.type) {
    case 'a2a_task_opened':
      // What was told before was for others.
      return { ...state, told: ToldTexts.none, since: fact.seq, end: undefined };
    case 'remote_sent':
      return { ...state, told: ToldTexts.none, since: fact.seq };
    case 'remote_received':
      return { ...state, end: undefined };
    case 'planner_error':
      return { ...state, end: 'failed' };
    case 'work_cancelled':
      return { ...state, end: 'canceled' };
    case 'planner_configured': {
      const configured = conversationFact(fact);
      const isOwn = configured?.type === 'planner_configured' && configured.plannerId === plannerId;
      return isOwn ? { ...state, configured } : state;
    }
    default:
      return state;
  }
}

/** How a planner that has come to rest stands, to whoever has asked it for something. */
function callersStatus(module: PlannerModule, at: At): A2aStatus {
  const status = module.status(at);
  switch (status) {
    case 'idle':
      return 'completed';
    case 'waiting':
      return 'input-required';
    default:
      return status;
  }
}

/** What planners of every kind write. */
function commonText(envelope: Envelope): string | undefined {
  const fact = conversationFact(envelope);
  switch (fact?.type) {
    case 'agent_question':
      return fact.prompt;
    case 'sleep':
      return fact.reason;
    default:
      return undefined;
  }
}
