import type { FactStore } from '../../../journal/store.ts';
import { ToolValidationError } from '../../../plan-tools/error.ts';
import { openPlan, planIn } from '../../../plan-tools/plan/open-plan.ts';
import { callsFor } from './todo-calls.ts';
import type { TodoChange } from './todo-change.ts';

/** The owner of a to-do list. */
export interface TodoOwner {
  readonly planId: string;
  /** The objective of the mirrored plan. */
  readonly objective: string;
  /** The author, for the record. */
  readonly by: string;
}

const MAX_ATTEMPTS = 5;

/**
 * Mirrors an agent's to-do list as a plan: changes become calls of the plan tools, so that the plan can be viewed,
 * replayed and forked like any other.
 */
export async function mirrorTodos(store: FactStore, change: TodoChange, owner: TodoOwner): Promise<void> {
  const rules = { text: 'unicode', graph: true, replaces: 'when-asked' } as const;
  const { session, section } = openPlan(store, owner.planId, rules);
  for (let attempt = 1; ; attempt++) {
    await session.refresh();
    try {
      for (const { tool, input } of callsFor(planIn({ session }), change, owner)) {
        const called = section.tool(String(tool)).call(input, { by: owner.by });
        // Only invalid links, such as those that would form a cycle, are skipped.
        await (tool === 'planning_link' ? called.catch(unlessRefused) : called);
      }
      return;
    } catch (error) {
      // Another hook changed the list at the same time: apply this change on top of it.
      if (!isOvertaken(error) || attempt === MAX_ATTEMPTS) throw error;
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
