/**
 * @module Task lists that are planned from plain text, carried out by executors, and resumed after any interruption.
 *   `Planner` decides, `TaskRunner` acts; everything that happens is an event.
 *
 * ```ts
 * import { Planner } from 'wayfold/tasks';
 *
 * const planner = new Planner();
 * planner.process({ type: 'Initialize', userInput: 'Write the tests. Then fix the bug.', attachments: [] });
 * planner.process({
 *   type: 'HandleExecutorEvent',
 *   event: { type: 'TaskCompleted', nodeId: 1, result: '3 tests, 1 of them fails' },
 * });
 * for (const { id, description, status } of planner.state.tasks) console.log(id, description, status);
 * // 1 Write the tests Completed
 * // 2 Fix the bug Running
 * ```
 */

// Deciding

export type { Command, GivenTask } from './commands/command.ts';
export { type TaskEvent, TaskStatus, taskEventOf } from './facts.ts';
export { Planner } from './handler.ts';
export { planWithModel } from './plan/plan-with-model.ts';
export type { Task, TaskPlannerState } from './state/planner-state.ts';

// Acting

export { echoExecutor } from './executors/echo.ts';
export {
  type ExecutableTask,
  type ExecutionContext,
  type ExecutionOutcome,
  type Executor,
  NoPersonAvailable,
} from './executors/executor.ts';
export { loadTaskPlan, taskPlan } from './plan/task-plan.ts';
export { TaskRunner } from './run/task-runner.ts';
