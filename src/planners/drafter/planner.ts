import { plannerOfModule } from '../../harness/module/module-planner.ts';
import { drafterModule } from './module.ts';

/** The drafter as `createHarness` takes it. */
export const drafterPlanner = plannerOfModule(drafterModule);
