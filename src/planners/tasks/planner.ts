import type { PlannerFamily } from '../../harness/family.ts';
import { familyOfModule, plannerOfModule } from '../../harness/module/module-planner.ts';
import type { Planner } from '../../harness/planner.ts';
import { tasksModule } from './module.ts';

const module = tasksModule();

/** Task plans begin with what a person says, and go on with the answers to their questions. */
export const tasksFamily: PlannerFamily = familyOfModule(module);

/** The task planner as the harness runs it: what a person says becomes tasks, or the answer that one of them waits for. */
export const tasksPlanner: Planner = plannerOfModule(module);
