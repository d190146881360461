import { plannerOfModule } from '../../harness/module/module-planner.ts';
import type { Planner } from '../../harness/planner.ts';
import type { ScenarioAccess } from './file/load-scenario.ts';
import { scenarioModule } from './module.ts';

/** The scenario planner as `createHarness` takes it. */
export function createScenarioPlanner(access: ScenarioAccess = {}): Planner {
  return plannerOfModule(scenarioModule(access), { timer: access.timer });
}
