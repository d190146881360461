import type { Command, ExecutorEvent } from '../commands/command.ts';
import type { Planner } from '../handler.ts';
import type { PlanProjection } from '../plan/plan-projection.ts';
import { ERASED_QUESTION, UNRECORDED_OUTCOME } from '../state/erased-outcomes.ts';

/** What whoever carries out a task was told of the rest of the plan, and may repeat in what comes of the task. */
export class ExecutorInput {
  /** The plan as it was told. */
  readonly planner: Planner;
  readonly #plan: PlanProjection;
  readonly #edition: string;
  readonly #lookedUp: string[] = [];

  constructor(plan: PlanProjection) {
    this.#plan = plan;
    this.#edition = plan.edition;
    this.planner = plan.planner;
  }

  /** More was looked up in the journal. */
  add(text: string): void {
    this.#lookedUp.push(text);
  }

  /**
   * Whether a text has a word that was told and is erased by now, as far as the plan has been read. A word that the plan
   * still has elsewhere is none.
   */
  repeatsErased(text: string): boolean {
    // Something was erased somewhere in the store, or else there is nothing to compare.
    if (this.#plan.edition === this.#edition) return false;
    const now = this.#plan.planner;
    const known = wordsIn([...textsOf(now), ...now.state.tasks.map(({ description }) => description)]);
    const erased = wordsIn([...textsOf(this.planner), ...this.#lookedUp]);
    return [...wordsIn([text])].some((word) => erased.has(word) && !known.has(word));
  }
}

function textsOf(planner: Planner): readonly string[] {
  const { contextSummary, brief } = planner;
  const finished = planner.finished().flatMap(({ description, result = '' }) => [description, result]);
  return [contextSummary, JSON.stringify(brief), ...finished];
}

const WORD = /[\p{L}\p{N}]{3,}|\p{N}+/gu;

function wordsIn(texts: readonly string[]): ReadonlySet<string> {
  return new Set(texts.flatMap((text) => text.toLowerCase().match(WORD) ?? []));
}

/** What came of a task, without the words for it where they repeat what it was told and is erased by now. */
export function withoutErased(command: Command, told: ExecutorInput): Command {
  if (command.type !== 'HandleExecutorEvent') return command;
  const { type: _, nodeId: __, ...said } = command.event;
  if (!told.repeatsErased(JSON.stringify(Object.values(said)))) return command;
  return { ...command, event: withoutWords(command.event) };
}

function withoutWords(event: ExecutorEvent): ExecutorEvent {
  switch (event.type) {
    case 'TaskCompleted':
    case 'TaskSimulated':
      return { ...event, result: UNRECORDED_OUTCOME };
    case 'TaskFailed':
      return { ...event, error: UNRECORDED_OUTCOME };
    case 'ChangeProposed':
      // Nobody could approve what nobody may see.
      return { type: 'TaskFailed', nodeId: event.nodeId, error: UNRECORDED_OUTCOME };
    case 'NeedsClarification':
      return { ...event, question: ERASED_QUESTION };
    default:
      return event;
  }
}
