/**
 * @module Finds what is wrong with a plan and fixes only that. A domain defines the rules and how to fix a violation;
 *   the engine decides what happens next, asks at most one question per turn, and never goes in circles. Task plans
 *   are one such domain, trips another. It also runs in browsers.
 *
 * ```ts
 * import { repairTaskPlan } from 'wayfold/repair';
 *
 * const { plan, applied } = repairTaskPlan({
 *   steps: [
 *     { id: 'design', title: 'Draw it', dependsOn: ['test'] },
 *     { id: 'build', title: 'Build it', dependsOn: ['Design'] },
 *     { id: 'test', title: 'Try it', dependsOn: ['build'] },
 *   ],
 * });
 * for (const { why } of applied) console.log(why);
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
