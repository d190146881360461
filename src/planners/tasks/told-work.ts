import type { Command, ExecutorEvent } from './command.ts';
import { ERASED_QUESTION, UNRECORDED_OUTCOME } from './erased-outcomes.ts';
import type { Planner } from './handler.ts';
import type { PlanProjection } from './plan-projection.ts';

/** What whoever carries out a task was told of the rest of the plan. It may repeat that in what comes of the task. */
export class ToldWork {
  /** The plan as it was told. */
  readonly planner: Planner;
  readonly #plan: PlanProjection;
  readonly #edition: string;
  /** Whether more was looked up in the journal. */
  isLookedUp = false;

  constructor(plan: PlanProjection) {
    this.#plan = plan;
    this.#edition = plan.edition;
    this.planner = plan.planner;
  }

  /** Whether some of it was erased since, as far as the plan has been read. */
  get isErased(): boolean {
    if (this.#plan.edition === this.#edition) return false;
    const { planner: before } = this;
    const { planner } = this.#plan;
    return (
      this.isLookedUp ||
      before.contextSummary !== planner.contextSummary ||
      JSON.stringify(before.brief) !== JSON.stringify(planner.brief) ||
      before.finished().some(({ id, description, result }) => {
        const now = planner.task(id);
        return now?.description !== description || now.result !== result;
      })
    );
  }
}

/** What came of a task, and none of the words for it. */
export function withoutWords(command: Command): Command {
  if (command.type !== 'HandleExecutorEvent') return command;
  const { event } = command;
  switch (event.type) {
    case 'TaskCompleted':
    case 'TaskSimulated':
      return told({ ...event, result: UNRECORDED_OUTCOME });
    case 'TaskFailed':
      return told({ ...event, error: UNRECORDED_OUTCOME });
    case 'ChangeProposed':
      // Nobody could approve what nobody may see.
      return told({ type: 'TaskFailed', nodeId: event.nodeId, error: UNRECORDED_OUTCOME });
    case 'NeedsClarification':
      return told({ ...event, question: ERASED_QUESTION });
    default:
      return command;
  }
}

function told(event: ExecutorEvent): Command {
  return { type: 'HandleExecutorEvent', event };
}
