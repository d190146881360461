import { Conversation } from '../../harness/conversation.ts';
import { type A2aStatus, conversationFact } from '../../harness/facts.ts';
import type { PlannerFamily } from '../../harness/family.ts';
import type { Envelope, ProposedFact } from '../../journal/fact.ts';
import { isBookkeeping } from '../../kernel/facts.ts';
import { type Dialogue, type MadeThing, plainDialogue, type Said } from '../dialogue/dialogue.ts';
import type { RegistryEntry } from '../registry.ts';
import { isFinal, isUnderWay } from './status-kinds.ts';
import type { A2aTask } from './task-book.ts';

/** What is to be said to whoever began a task. */
export interface DueAnswer {
  readonly status: A2aStatus;
  /** Missing when the task ends without a word. */
  readonly words?: {
    readonly text: string;
    readonly made: readonly MadeThing[];
    readonly waiting: readonly object[];
  };
}

const NOTHING_NEW = 'There is nothing new.';
/** A fact has its limits. */
const LONGEST_TEXT = 200_000;

/** Whether planners of a family answer messages by drafts, and not what is said to them in words. */
export function answersByDrafts({ triggers }: PlannerFamily): boolean {
  return triggers.some(({ on }) => on === 'remote_received');
}

/** What a planner that writes no drafts has told and has yet to answer, kept up fact by fact. */
export class AnswerBook {
  #conversation: Conversation;
  readonly #dialogue: Dialogue;
  /** What was told since the last answer. */
  #told: string[] = [];
  #toldLength = 0;
  /** How it ended without a word. */
  #end: 'failed' | 'canceled' | undefined;

  constructor({ family, dialogue }: Pick<RegistryEntry, 'family' | 'dialogue'>, nativeFrom = 1) {
    this.#conversation = new Conversation(family, { nativeFrom });
    this.#dialogue = dialogue?.() ?? plainDialogue();
  }

  get head(): number {
    return this.#conversation.head;
  }

  /** Takes facts in, in order; those it has seen change nothing. */
  accept(facts: readonly Envelope[]): void {
    for (const fact of facts) if (fact.seq > this.head) this.#take(fact);
  }

  /** The answer to a task that can be given now, if there is one. */
  due(task: A2aTask | undefined): DueAnswer | undefined {
    if (task === undefined || isFinal(task.status)) return undefined;
    const { ledger, triggers } = this.#conversation;
    // A pass is due or under way, or somebody has to decide on a draft.
    if (triggers.fired().length > 0 || ledger.drafts.open.length > 0) return undefined;
    // Errors are private, and so is why somebody stopped it: the other side sees only how it ended.
    if (this.#end !== undefined) return { status: this.#end };
    const [question] = ledger.openQuestions;
    const state = question ? ({ type: 'asks' } as const) : this.#dialogue.state();
    if (state.type === 'working' || (!isUnderWay(task.status) && this.#told.length === 0)) return undefined;
    const asks = state.type === 'asks';
    const asking = asks ? (question?.prompt ?? this.#dialogue.asking()) : undefined;
    return {
      status: asks ? 'input-required' : state.as,
      words: {
        text: textOf(this.#told, asking),
        made: this.#dialogue.made(),
        waiting: asks ? [...(question ? [questionOf(question)] : []), ...this.#dialogue.waiting()] : [],
      },
    };
  }

  /** The facts that a message is to the planner: the answer to its open question, or what its dialogue makes of it. */
  meaningOf(said: Said): readonly ProposedFact[] {
    const [question] = this.#conversation.ledger.openQuestions;
    const meant = question
      ? [{ type: 'user_answer', qid: question.qid, text: said.text }]
      : this.#dialogue.meaningOf(said);
    return meant.map((fact) => (fact.type.startsWith('user_') ? { ...fact, by: said.by } : fact));
  }

  /** The facts with which nobody wants the work any more. */
  givenUp(by: string): readonly ProposedFact[] {
    const own = this.#dialogue.givenUp();
    if (own.length > 0) return own;
    const isUnderWay =
      this.#conversation.triggers.fired().length > 0 || this.#dialogue.state().type === 'working';
    return isUnderWay ? [{ type: 'work_cancelled', by }] : [];
  }

  /** Of more than fits into an answer, what was told last. */
  #tell(told: string): void {
    this.#told.push(told);
    this.#toldLength += told.length;
    while (this.#toldLength > LONGEST_TEXT && this.#told.length > 1) {
      this.#toldLength -= this.#told.shift()?.length ?? 0;
    }
  }

  #forgetTold(): void {
    this.#told = [];
    this.#toldLength = 0;
  }

  #take(fact: Envelope): void {
    this.#conversation = this.#conversation.accept(fact);
    if (isBookkeeping(fact)) return;
    if (fact.type === 'rewound') {
      this.#dialogue.rewound(this.#conversation.facts());
      return;
    }
    this.#dialogue.accept(fact);
    switch (fact.type) {
      case 'a2a_task_opened':
        // What was told before was for others.
        this.#forgetTold();
        this.#end = undefined;
        return;
      case 'remote_sent':
        this.#forgetTold();
        return;
      case 'remote_received':
        this.#end = undefined;
        return;
      case 'planner_error':
        this.#end = 'failed';
        return;
      case 'work_cancelled':
        this.#end = 'canceled';
        return;
      default: {
        const told = this.#dialogue.told() ?? commonWords(fact);
        if (told !== undefined) this.#tell(told);
      }
    }
  }
}

/** What was told, and then what is asked, unless that was told already. */
function textOf(told: readonly string[], asking: string | undefined): string {
  const lines = [...new Set(told)].filter((line) => line !== asking);
  const text = bounded([...lines].join('\n\n'));
  return [text, asking ?? ''].filter((part) => part !== '').join('\n\n') || NOTHING_NEW;
}

/** What planners of every kind write. */
function commonWords(envelope: Envelope): string | undefined {
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

function questionOf({ qid, prompt }: { readonly qid: string; readonly prompt: string }): object {
  return { type: 'question', qid, prompt };
}

function bounded(text: string): string {
  // Not between the halves of a character.
  return text.length <= LONGEST_TEXT
    ? text
    : `${text.slice(0, LONGEST_TEXT).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
