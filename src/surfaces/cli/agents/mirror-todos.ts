import type { FactStore } from '../../../journal/store.ts';
import { ToolValidationError } from '../../../plan-tools/error.ts';
import { openPlan, planIn } from '../../../plan-tools/plan/open-plan.ts';
import { callsFor } from './todo-calls.ts';
import type { TodoChange } from './todo-change.ts';

/** Whose list it is. */
export interface TodoOwner {
  readonly planId: string;
  /** What the plan is called that mirrors the list. */
  readonly objective: string;
  /** Who did it, for the record. */
  readonly by: string;
}

const MOST_ATTEMPTS = 5;

/**
 * Makes a plan of the list that an agent keeps for itself: what the agent changed becomes calls of the plan tools, so that
 * the plan is shown, replayed and forked like any other.
 */
export async function mirrorTodos(store: FactStore, change: TodoChange, owner: TodoOwner): Promise<void> {
  const rules = { text: 'unicode', graph: true, replaces: 'when-asked' } as const;
  const { session, section } = openPlan(store, owner.planId, rules);
  for (let attempt = 1; ; attempt++) {
    await session.refresh();
    try {
      for (const { tool, input } of callsFor(planIn({ session }), change, owner)) {
        const called = section.tool(String(tool)).call(input, { by: owner.by });
        // A link that the plan cannot have, such as one that closes a circle, is the only thing that is left out.
        await (tool === 'planning_link' ? called.catch(unlessRefused) : called);
      }
      return;
    } catch (error) {
      // Another hook has begun the list, or changed it, at the same time: what is new is added to that.
      if (!isOvertaken(error) || attempt === MOST_ATTEMPTS) throw error;
    }
  }
}

function unlessRefused(error: unknown): void {
  if (!(error instanceof ToolValidationError)) throw error;
}

function isOvertaken(error: unknown): boolean {
  return error instanceof ToolValidationError && OVERTAKEN.has(error.code);
}

const OVERTAKEN: ReadonlySet<string> = new Set(['plan-active', 'plan-not-active', 'step-not-found']);
