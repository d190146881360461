import { plannerDecisionsContract } from './contract/planner-decisions.ts';
import { plannerDisplayContract } from './contract/planner-display.ts';
import { plannerFoldContract } from './contract/planner-fold.ts';
import { plannerIdentityContract } from './contract/planner-identity.ts';
import type { PlannerSamples } from './contract/planner-samples.ts';
import { globalRunner, type TestRunner } from './contract/suite.ts';

export type { PlannerSamples } from './contract/planner-samples.ts';

/**
 * Everything that the parts of a planner module must do, as tests over sample journals: at every moment of them, and
 * with facts erased, unknown or unreadable. `runner` has the `describe` and `it` to use, by default the global ones.
 *
 * ```ts
 * import { describe, it } from 'vitest';
 * plannerContract({ module, facts: [[{ type: 'user_input', text: 'Hello' }]] }, { describe, it });
 * ```
 */
export function plannerContract(samples: PlannerSamples, runner: TestRunner = globalRunner()): void {
  plannerIdentityContract(samples, runner);
  plannerFoldContract(samples, runner);
  plannerDisplayContract(samples, runner);
  plannerDecisionsContract(samples, runner);
}
