import type { PlannerFamily } from '../../harness/family.ts';
import { familyOfModule, plannerOfModule } from '../../harness/module/module-planner.ts';
import type { Planner } from '../../harness/planner.ts';
import { commitsModule } from './module.ts';

const module = commitsModule();

/** The planner family: plans start with a person's message, and a pass ends in a request. */
export const commitsFamily: PlannerFamily = familyOfModule(module);

/** The commit planner as the harness runs it: a person's message is the goal of a requested plan. */
export const commitsPlanner: Planner = plannerOfModule(module);
