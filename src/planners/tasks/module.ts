import { z } from 'zod';
import { definePlanner } from '../../harness/module/define-planner.ts';
import type { SessionStatus } from '../../harness/module/planner-module.ts';
import { GivenTask } from './command.ts';
import { DEFAULT_TASKS_CONFIG, summarizeApplied, TasksConfig } from './config.ts';
import { type TaskKind, taskFacts } from './facts.ts';
import { Planner } from './handler.ts';
import { parseTasks } from './parse/parse-tasks.ts';
import { planTasks } from './plan-pass.ts';
import type { Task, TaskPlannerState } from './planner-state.ts';
import { applyFact, NO_TASKS, restored, saved, timesOf } from './session-fold.ts';
import { planBlocks } from './task-blocks.ts';
import {
  AnswerInput,
  AskInput,
  CancelInput,
  CompleteInput,
  ContinueInput,
  continued,
  decided,
  FailInput,
  settled,
} from './task-commands.ts';
import type { TaskRunnerOptions } from './task-runner.ts';
import { eventText, nextText } from './task-text.ts';
import { meaningOf } from './task-words.ts';
import { waitingTasks } from './waiting-tasks.ts';

/** Who carries out tasks. By default the session's model does what needs no tool, and a person the rest. */
export type TasksModuleOptions = Pick<TaskRunnerOptions, 'executors' | 'checkAttachment' | 'compactor'>;

/** The task planner: what a person says becomes tasks, which are carried out one after the other or several at once. */
export function tasksModule(options: Partial<TasksModuleOptions> = {}) {
  const carriedOut = kindsIn(options.executors);
  return definePlanner({
    id: 'tasks',
    title: 'Task planner',
    description: 'Makes a list of tasks of plain text, and has them carried out.',
    icon: 'list-checks',
    config: TasksConfig,
    summary: summarizeApplied,
    facts: {
      TasksPlanned: {
        schema: taskFacts.TasksPlanned,
        kind: 'plan',
        text: (fact, { after }) => eventText({ ...fact, type: 'TasksPlanned' }, after),
      },
      TaskDispatched: { schema: taskFacts.TaskDispatched, kind: 'plan' },
      TaskStatusUpdated: {
        schema: taskFacts.TaskStatusUpdated,
        kind: ({ status }) => (status === 'Failed' ? 'failure' : 'plan'),
        text: (fact, { after }) => eventText({ ...fact, type: 'TaskStatusUpdated' }, after),
      },
      TaskRetryScheduled: {
        schema: taskFacts.TaskRetryScheduled,
        kind: 'failure',
        text: (fact, { after }) => eventText({ ...fact, type: 'TaskRetryScheduled' }, after),
      },
      TasksCancelled: {
        schema: taskFacts.TasksCancelled,
        kind: 'decision',
        text: (fact, { after }) => eventText({ ...fact, type: 'TasksCancelled' }, after),
      },
      ClarificationRequested: {
        schema: taskFacts.ClarificationRequested,
        kind: 'private',
        text: (fact, { after }) => eventText({ ...fact, type: 'ClarificationRequested' }, after),
      },
      ClarificationReceived: { schema: taskFacts.ClarificationReceived, kind: 'person' },
      ContextCompacted: { schema: taskFacts.ContextCompacted, kind: 'plan' },
      PlanningCompleted: {
        schema: taskFacts.PlanningCompleted,
        kind: 'plan',
        text: ({ summary }) => summary,
      },
    },
    state: { version: 1, initial: NO_TASKS, apply: applyFact, save: saved, restore: restored },
    // Tasks have effects, which no rewind takes back: planned a second time they would be carried out twice.
    keeps: [
      'TasksPlanned',
      'TaskDispatched',
      'TaskStatusUpdated',
      'TaskRetryScheduled',
      'TasksCancelled',
      'ClarificationRequested',
      'ClarificationReceived',
      'ContextCompacted',
      'PlanningCompleted',
    ],
    ends: [
      'TasksPlanned',
      'TaskDispatched',
      'TaskStatusUpdated',
      'TasksCancelled',
      'ClarificationRequested',
      'PlanningCompleted',
    ],
    plan: ({ state: { plan, said, plannedAt } }, context) =>
      planTasks({ planner: Planner.on(plan.draft()), said, plannedAt }, context),
    commands: {
      'task-complete': {
        title: 'Mark a task done',
        input: CompleteInput,
        hidden: true,
        decide: ({ state }, { taskId, result }, { by }) =>
          settled(state, { type: 'TaskCompleted', nodeId: taskId, result }, by),
        reply: ({ state }) => nextText(state, carriedOut),
      },
      'task-fail': {
        title: 'Mark a task failed',
        input: FailInput,
        hidden: true,
        decide: ({ state }, { taskId, error }, { by }) =>
          settled(state, { type: 'TaskFailed', nodeId: taskId, error }, by),
        reply: ({ state }) => nextText(state, carriedOut),
      },
      'task-ask': {
        title: 'Ask about a task',
        description: 'The task waits until the question is answered.',
        input: AskInput,
        hidden: true,
        decide: ({ state }, { taskId, question }, { by }) =>
          settled(state, { type: 'NeedsClarification', nodeId: taskId, question }, by),
        reply: ({ state }) => nextText(state, carriedOut),
      },
      'task-answer': {
        title: 'Answer the question of a task',
        input: AnswerInput,
        hidden: true,
        decide: ({ state }, { taskId, answer }, { by }) =>
          settled(state, { type: 'ClarificationProvided', nodeId: taskId, answer }, by),
        reply: ({ state }) => nextText(state, carriedOut),
      },
      'task-cancel': {
        title: 'Cancel a task',
        input: CancelInput,
        hidden: true,
        decide: ({ state }, { taskId, reason }, { by }) =>
          decided(state, { type: 'CancelTask', taskId, by, ...(reason !== undefined && { reason }) }),
        reply: ({ state }) => nextText(state, carriedOut),
      },
      continue: {
        title: 'Continue',
        description: 'Goes on with the tasks. Those of a copy wait until then.',
        input: ContinueInput,
        hidden: true,
        decide: ({ state, nativeFrom }) => continued(state, nativeFrom),
        reply: ({ state }) => nextText(state, carriedOut),
      },
    },
    understand: (said, { state }) => meaningOf(said, state, carriedOut),
    cancel: ({ state }, { by, reason }) =>
      decided(state, { type: 'CancelAll', by, ...(reason !== undefined && { reason }) }),
    waiting: ({ state }) => waitingTasks(state, carriedOut),
    view: ({ state, nativeFrom }) => planBlocks(state, { carriedOut, nativeFrom }),
    status({ state }) {
      const { plan, isLate } = state;
      if (isLate) return 'rejected';
      if (plan.completed) return endOf(plan.state);
      if (plan.nextId === 1) return 'idle';
      return waitingTasks(state, carriedOut).length > 0 ? 'waiting' : 'working';
    },
    done: ({ state }) => state.plan.completed,
    data: ({ state }) => ({ type: 'tasks', ...state.plan.state, times: timesOf(state) }),
    comparable({ state }) {
      const { nextId: _, ...plan } = state.plan.state;
      return plan;
    },
    reply({ state }, { facts }) {
      const last = facts.findLast(({ type }) => type !== 'pass_settled');
      if (last?.type !== 'sleep') return undefined;
      if (state.isLate) return ENDED;
      return typeof last.reason === 'string' ? last.reason : undefined;
    },
    artifacts({ state }) {
      const { tasks, completed } = state.plan.state;
      if (tasks.length === 0) return [];
      const description = 'The tasks, and how each of them stands.';
      return [{ id: 'tasks', name: 'tasks.json', description, json: { completed, tasks } }];
    },
    starts(input) {
      const { text, tasks } = HandedOver.parse(input);
      if (tasks === undefined) return { say: text };
      const facts = new Planner().process({ type: 'Initialize', userInput: text, tasks });
      return { config: DEFAULT_TASKS_CONFIG, facts };
    },
    async reactors({ llm, config, hud }) {
      const { taskReactor } = await import('./task-reactor.ts');
      return [taskReactor({ llm, config: config(), hud }, options)];
    },
    fits: fitOf,
    examples: [{ title: 'Prepare a release', text: EXAMPLE }],
    adopts: Object.keys(taskFacts),
  });
}

const ENDED = 'This plan is finished. Say what else to do, and it is added.';

const EXAMPLE = `Collect the open questions about the release.
Which date do we aim for?
Run \`npm test\` and note what fails.
Write the announcement, then ask for a review.`;

/** What another planner hands over: tasks, or the text that they are made of. */
const HandedOver = z.object({ text: z.string().default(''), tasks: z.array(GivenTask).optional() });

/** The kinds of tasks that somebody sees to without a person. */
function kindsIn(executors: TasksModuleOptions['executors'] | undefined): ReadonlySet<TaskKind> {
  if (executors === undefined) return new Set(['Processing']);
  return new Set((['Processing', 'ToolCall'] as const).filter((kind) => executors[kind] !== undefined));
}

/** How the list of tasks ended that was given last. */
function endOf({ tasks, removed, begunAgainAt: first = 1 }: TaskPlannerState): SessionStatus {
  const has = (wanted: Task['status']) => tasks.some(({ id, status }) => id >= first && status === wanted);
  if (removed.failed.some((id) => id >= first) || has('Failed')) return 'failed';
  const isAnyDone = removed.completed > 0 || has('Completed');
  return !isAnyDone && has('Cancelled') ? 'canceled' : 'completed';
}

const LONGEST_LOOKED_AT = 20_000;

/** Several steps make a task list; a single sentence may be anything. */
function fitOf(text: string): number {
  const steps = parseTasks(text.slice(0, LONGEST_LOOKED_AT));
  if (steps.length > 1) return 0.7;
  return steps.some(({ kind }) => kind === 'ToolCall') ? 0.6 : 0.2;
}
