import type { Command, ExecutorEvent } from '../commands/command.ts';
import type { Planner } from '../handler.ts';
import type { PlanProjection } from '../plan/plan-projection.ts';
import { ERASED_QUESTION, UNRECORDED_OUTCOME } from '../state/erased-outcomes.ts';

/** The text an executor received about the rest of the plan, which it may repeat in its result. */
export class ExecutorInput {
  /** The plan at that time. */
  readonly planner: Planner;
  readonly #plan: PlanProjection;
  readonly #edition: string;
  readonly #lookedUp: string[] = [];

  constructor(plan: PlanProjection) {
    this.#plan = plan;
    this.#edition = plan.edition;
    this.planner = plan.planner;
  }

  /** Adds text that was looked up in the journal. */
  add(text: string): void {
    this.#lookedUp.push(text);
  }

  /**
   * Whether a text contains a word of the input that has been erased since, as far as the plan has been read. Words
   * that still occur elsewhere in the plan do not count.
   */
  repeatsErased(text: string): boolean {
    // Otherwise nothing was erased in the store.
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

/** The outcome of a task, without its text if that repeats erased input. */
export function withoutErased(command: Command, input: ExecutorInput): Command {
  if (command.type !== 'HandleExecutorEvent') return command;
  const { type: _, nodeId: __, ...fields } = command.event;
  if (!input.repeatsErased(JSON.stringify(Object.values(fields)))) return command;
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
      // Nobody could approve a change that nobody may see.
      return { type: 'TaskFailed', nodeId: event.nodeId, error: UNRECORDED_OUTCOME };
    case 'NeedsClarification':
      return { ...event, question: ERASED_QUESTION };
    default:
      return event;
  }
}
