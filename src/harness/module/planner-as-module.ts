import { z } from 'zod';
import type { FactTypes } from '../../journal/fact-types.ts';
import { conversationFacts } from '../facts.ts';
import type { PlannerFamily } from '../family.ts';
import type { Planner } from '../planner.ts';
import { definePlanner } from './define-planner.ts';
import type { PlannerModule } from './planner-module.ts';

/**
 * Wraps a planner that was written directly for the harness. It takes messages and shows its facts; own commands,
 * views and text handling need a definition.
 */
export function moduleOfPlanner({
  planner,
  description,
  family,
  facts,
}: {
  readonly planner: Pick<Planner, 'id' | 'name'>;
  readonly description: string;
  readonly family: PlannerFamily;
  readonly facts: FactTypes;
}): PlannerModule {
  const own = Object.keys(facts).filter((type) => !Object.hasOwn(conversationFacts, type));
  return definePlanner({
    id: planner.id,
    title: planner.name,
    description,
    talks: family.triggers.some(({ on }) => on === 'remote_received') ? 'agent' : 'person',
    config: z.looseObject({}),
    facts: Object.fromEntries(
      own.map((type) => [type, { schema: z.looseObject({}), kind: 'plan' as const }]),
    ),
    state: { initial: null, apply: (state) => state },
    data: () => ({ type: 'conversation' }),
  });
}
