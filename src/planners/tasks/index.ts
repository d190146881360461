/**
 * @module
 * Lists of tasks that are planned from plain text, carried out by executors, and taken up again after any interruption.
 * `Planner` decides, `TaskRunner` acts; everything that happens is an event.
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

export { type Fetched, type GuardedFetchOptions, guardedFetch } from '../../machine/guarded-fetch.ts';
// Acting
export { type AttachmentCheck, checkForm } from './attachment-check.ts';
// Deciding
export type { Command, ExecutorEvent, GivenTask } from './command.ts';
// In the harness
export {
  createTasksConfigStore,
  DEFAULT_ERROR_CHAR_LIMIT,
  DEFAULT_TASKS_CONFIG,
  DEFAULT_TOKEN_BUDGET,
  PlannerConfig,
  TasksConfig,
  type TasksSeed,
} from './config.ts';
export { PLANNER_ERROR_CODES, PlannerError, type PlannerErrorCode } from './error.ts';
export { echoExecutor } from './executors/echo.ts';
export { EXECUTOR_ERROR_CODES, ExecutorError, type ExecutorErrorCode } from './executors/error.ts';
export {
  type AskPerson,
  type ExecutableTask,
  type ExecutionContext,
  type ExecutionOutcome,
  type Executor,
  type FailureClass,
  NobodyThere,
} from './executors/executor.ts';
export { type HttpExecutorOptions, httpExecutor } from './executors/http.ts';
export { humanExecutor } from './executors/human.ts';
export { connectMcpExecutor, type McpExecutor, type McpExecutorOptions } from './executors/mcp.ts';
export { modelExecutor } from './executors/model.ts';
export { type ReachCheckOptions, reachCheck } from './executors/reach.ts';
export { type ShellExecutorOptions, shellExecutor } from './executors/shell.ts';
export {
  type DispatchedCommand,
  type PlannedTask,
  type RetryPolicy,
  type TaskAttachment,
  type TaskEvent,
  type TaskKind,
  type TaskPolicy,
  TaskStatus,
  taskEventOf,
  taskFacts,
  taskSessionFacts,
} from './facts.ts';
export { Planner } from './handler.ts';
// Planning
export { type ParsedTask, parseTasks } from './parse/parse-tasks.ts';
export { type ModelPlanned, type PlanWithModelOptions, planWithModel } from './plan-with-model.ts';
export { tasksFamily, tasksPlanner } from './planner.ts';
export type { Clarification, PlannerState, RemovedTasks, Task } from './planner-state.ts';
export { loadTaskPlan, taskPlan } from './task-plan.ts';
export { TaskRunner, type TaskRunnerOptions } from './task-runner.ts';
