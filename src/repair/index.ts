/**
 * @module
 * Finds what is wrong with a plan and mends only that. A domain says which rules hold and what can be done about a
 * broken one; the engine decides what happens next, asks at most one question a turn, and never goes in circles. Plans of
 * tasks are one such domain, trips another. It runs in browsers too.
 *
 * ```ts
 * import { repairTaskPlan } from 'wayfold/repair';
 *
 * const { plan, made } = repairTaskPlan({
 *   steps: [
 *     { id: 'design', title: 'Draw it', dependsOn: ['test'] },
 *     { id: 'build', title: 'Build it', dependsOn: ['Design'] },
 *     { id: 'test', title: 'Try it', dependsOn: ['build'] },
 *   ],
 * });
 * for (const { why } of made) console.log(why);
 * for (const { id, dependsOn } of plan.steps) console.log(id, dependsOn);
 * ```
 */

// The engine

export type { RepairAction } from './action.ts';
export { createRepairEngine, type RepairDomain, type RepairEngine, type RepairState } from './engine.ts';
export type { Finding, Issue } from './issue.ts';

// Plans of tasks

export { createTaskPlanEngine, repairTaskPlan } from './task-plan/repair-task-plan.ts';
export type { TaskPlan, TaskStep } from './task-plan/task-plan.ts';
