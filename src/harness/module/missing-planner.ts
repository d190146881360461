import { z } from 'zod';
import { definePlanner } from './define-planner.ts';
import type { ModuleFailure } from './module-failure.ts';
import type { PlannerModule } from './planner-module.ts';

/** A placeholder for a planner that is not loaded: its sessions can be read, and name the missing module. */
export function missingPlanner(id: string): PlannerModule {
  return definePlanner({
    id,
    title: id,
    description: `The planner "${id}" is not loaded.`,
    talks: 'nobody',
    config: z.looseObject({}),
    facts: {},
    state: { initial: null, apply: (state) => state },
    view: () => [
      {
        type: 'markdown',
        text: `The planner **${id.replace(/[^\w-]/g, '')}** of this session is not loaded. Start Wayfold with \`--planner\` and its file or package to go on.`,
      },
    ],
    data: () => ({ type: 'conversation' }),
  });
}

/** A placeholder for a planner that cannot read the facts of a session: the session can be viewed, and says why. */
export function failedPlanner({ id, title }: PlannerModule, failure: ModuleFailure): PlannerModule {
  return definePlanner({
    id,
    title,
    description: failure.summary,
    talks: 'nobody',
    config: z.looseObject({}),
    facts: {},
    state: { initial: null, apply: (state) => state },
    view: () => [{ type: 'markdown', text: failure.message }],
    status: () => 'failed',
    data: () => ({ type: 'conversation' }),
  });
}
