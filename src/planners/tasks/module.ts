import { z } from 'zod';
import { definePlanner } from '../../harness/module/define-planner.ts';
import type { SessionStatus } from '../../harness/module/planner-module.ts';
import { GivenTask } from './commands/command.ts';
import {
  AnswerInput,
  ApproveInput,
  AskInput,
  CancelInput,
  CheckInput,
  CompleteInput,
  ContinueInput,
  checkedCriterion,
  continued,
  decided,
  decidedChange,
  EditInput,
  FailInput,
  InsertInput,
  inserted,
  MoveInput,
  RejectInput,
  SplitInput,
  settled,
  split,
  TaskInput,
} from './commands/task-commands.ts';
import { withKinds } from './commands/task-kinds.ts';
import { DEFAULT_TASKS_CONFIG, summarizeApplied, TasksConfig } from './config.ts';
import { invalidCommand } from './error.ts';
import type { AttachmentReader } from './executors/material/attachment-content.ts';
import { Brief, PlanReader, TaskPolicy, taskFacts } from './facts.ts';
import { Planner } from './handler.ts';
import { parseTasks } from './parse/parse-tasks.ts';
import { isEmptyBrief } from './plan/merge-brief.ts';
import { planTasks } from './plan/plan-pass.ts';
import { criteriaOf, isUnmet } from './run/acceptance-text.ts';
import type { ChangeMerger } from './run/change-reactor.ts';
import { kindPolicies, kindsCarriedOut, type TaskKinds } from './run/kind-registry.ts';
import type { TaskRunnerOptions } from './run/task-runner.ts';
import { applyFact, NO_TASKS, restored, saved, timesOf } from './session-fold.ts';
import type { Task, TaskPlannerState } from './state/planner-state.ts';
import { moved } from './state/task-order.ts';
import { meaningOf } from './view/message-meaning.ts';
import { planBlocks } from './view/task-blocks.ts';
import { eventText, nextText } from './view/task-text.ts';
import { waitingTasks } from './view/waiting-tasks.ts';

/** Executors of tasks. By default the session's model does what needs no tool, and a person the rest. */
export type TasksModuleOptions = Pick<
  TaskRunnerOptions,
  'executors' | 'checkAttachment' | 'checkAcceptance' | 'compactor' | 'config'
> & {
  /** Additional kinds of tasks, and overrides of the built-in ones. */
  readonly kinds: TaskKinds;
  /** Merges approved changes of coding agents. Default: into the work tree of `cwd`. */
  readonly changes: ChangeMerger;
  /** The directory where programs and agents work. Default: the current one. */
  readonly cwd: string;
  /** The environment from which programs and agents get the variables they need. Default: `process.env`. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Reads attachments that are not files of the session. Default: only links on the internet. */
  readonly readAttachment: AttachmentReader;
};

/** The task planner: messages become tasks, which run one after the other or in parallel. */
export function tasksModule(options: Partial<TasksModuleOptions> = {}) {
  const carriedOut = kindsCarriedOut(options);
  return definePlanner({
    id: 'tasks',
    title: 'Task planner',
    description: 'Turns plain text into a list of tasks, and carries them out.',
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
        kind: ({ status, by }) => (status === 'Failed' ? 'failure' : by === undefined ? 'plan' : 'person'),
        text: (fact, { after }) => eventText({ ...fact, type: 'TaskStatusUpdated' }, after),
      },
      ChangeProposed: {
        schema: taskFacts.ChangeProposed,
        kind: 'plan',
        text: (fact, { after }) => eventText({ ...fact, type: 'ChangeProposed' }, after),
      },
      ChangeDecided: {
        schema: taskFacts.ChangeDecided,
        kind: 'decision',
        text: (fact, { after }) => eventText({ ...fact, type: 'ChangeDecided' }, after),
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
      TasksRevised: {
        schema: taskFacts.TasksRevised,
        kind: 'decision',
        text: (fact, { after }) => eventText({ ...fact, type: 'TasksRevised' }, after),
      },
      PlanApproved: {
        schema: taskFacts.PlanApproved,
        kind: 'decision',
        text: (fact, { after }) => eventText({ ...fact, type: 'PlanApproved' }, after),
      },
      AcceptanceChecked: {
        schema: taskFacts.AcceptanceChecked,
        kind: ({ results }) => (results.some(({ verdict }) => verdict === 'unmet') ? 'failure' : 'plan'),
        text: (fact, { after }) => eventText({ ...fact, type: 'AcceptanceChecked' }, after),
      },
    },
    state: { version: 9, initial: NO_TASKS, apply: applyFact, save: saved, restore: restored },
    // Tasks have effects that a rewind does not undo, so they must not be planned again.
    keeps: [
      'TasksPlanned',
      'TaskDispatched',
      'TaskStatusUpdated',
      'TaskRetryScheduled',
      'ChangeProposed',
      'ChangeDecided',
      'TasksCancelled',
      'ClarificationRequested',
      'ClarificationReceived',
      'ContextCompacted',
      'PlanningCompleted',
      'AcceptanceChecked',
      'TasksRevised',
      'PlanApproved',
    ],
    ends: [
      'TasksPlanned',
      'TaskDispatched',
      'TaskStatusUpdated',
      'TasksCancelled',
      'ClarificationRequested',
      'PlanningCompleted',
    ],
    plan: ({ state: { plan, lastInput, plannedAt } }, context) =>
      planTasks({ planner: Planner.on(plan.draft()), lastInput, plannedAt, kinds: options.kinds }, context),
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
      'task-approve': {
        title: 'Approve a change',
        description: 'Merges exactly the change that the digest names into the working tree.',
        input: ApproveInput,
        hidden: true,
        decide: ({ state }, input, { by }) => decidedChange(state, { ...input, approved: true }, by),
        reply: ({ state }) => nextText(state, carriedOut),
      },
      'task-reject': {
        title: 'Reject a change',
        description: 'Discards the change. The working tree stays as it is, and the task fails.',
        input: RejectInput,
        hidden: true,
        decide: ({ state }, input, { by }) => decidedChange(state, { ...input, approved: false }, by),
        reply: ({ state }) => nextText(state, carriedOut),
      },
      'task-edit': {
        title: 'Change a task',
        description: 'Changes a task that has not started. A failed or cancelled one runs again.',
        input: EditInput,
        hidden: true,
        decide: ({ state }, change, { by }) => decided(state, { type: 'ReviseTasks', changes: [change], by }),
        reply: ({ state }) => nextText(state, carriedOut),
      },
      'task-retry': {
        title: 'Carry a task out again',
        description: 'Also runs the tasks that were cancelled because of the failure.',
        input: TaskInput,
        hidden: true,
        decide: ({ state }, { taskId }, { by }) =>
          decided(state, { type: 'ReviseTasks', changes: [{ taskId }], by }),
        reply: ({ state }) => nextText(state, carriedOut),
      },
      'task-skip': {
        title: 'Skip a task',
        description: 'Tasks that depend on it continue as if it were done.',
        input: TaskInput,
        hidden: true,
        decide: ({ state }, { taskId }, { by }) => decided(state, { type: 'SkipTask', taskId, by }),
        reply: ({ state }) => nextText(state, carriedOut),
      },
      'task-insert': {
        title: 'Insert a task',
        input: InsertInput,
        decide: ({ state }, input, { by }) => inserted(state, input, by),
        reply: ({ state }) => nextText(state, carriedOut),
      },
      'task-move': {
        title: 'Move a task',
        description: 'Works only in a plan that has not started.',
        input: MoveInput,
        hidden: true,
        decide: ({ state }, input, { by }) => moved(state, input, by),
        reply: ({ state }) => nextText(state, carriedOut),
      },
      'task-split': {
        title: 'Split a task',
        input: SplitInput,
        decide: ({ state }, input, { by }) => split(state, input, by),
        reply: ({ state }) => nextText(state, carriedOut),
      },
      begin: {
        title: 'Begin',
        description: 'Starts a plan after its review.',
        input: ContinueInput,
        hidden: true,
        decide: ({ state }, _, { by }) => decided(state, { type: 'ApprovePlan', by }),
        reply: ({ state }) => nextText(state, carriedOut),
      },
      'check-criterion': {
        title: 'Say whether a criterion is met',
        description: 'Records whether a criterion is met, once all tasks have ended.',
        input: CheckInput,
        hidden: true,
        decide: ({ state }, { criterion, met, reason }, { by }) =>
          checkedCriterion(state, { criterion, verdict: met ? 'met' : 'unmet', reason }, by),
        reply: ({ state }) => nextText(state, carriedOut),
      },
      continue: {
        title: 'Continue',
        description: 'Continues with the tasks. Those of a copy wait until then.',
        input: ContinueInput,
        hidden: true,
        decide: ({ state, nativeFrom }) => continued(state, nativeFrom),
        reply: ({ state }) => nextText(state, carriedOut),
      },
    },
    understand: (message, { state }) => meaningOf(message, state, carriedOut),
    cancel: ({ state }, { by, reason }) =>
      decided(state, { type: 'CancelAll', by, ...(reason !== undefined && { reason }) }),
    waiting: ({ state }) => waitingTasks(state, carriedOut),
    view: ({ state, config, nativeFrom }) =>
      planBlocks(state, { carriedOut, nativeFrom, review: config?.review }),
    status({ state }) {
      const { plan, isLate } = state;
      if (isLate) return 'rejected';
      if (plan.completed) return isUnmet(plan) ? 'failed' : endOf(plan.state);
      if (plan.nextId === 1) return 'idle';
      return waitingTasks(state, carriedOut).length > 0 ? 'waiting' : 'working';
    },
    done: ({ state }) => state.plan.completed,
    data: ({ state }) => ({ type: 'tasks', ...state.plan.state, times: timesOf(state) }),
    comparable({ state }) {
      const { nextId: _, readBy: __, ...plan } = state.plan.state;
      return plan;
    },
    reply({ state }, { facts }) {
      const last = facts.findLast(({ type }) => type !== 'pass_settled');
      if (last?.type !== 'sleep') return undefined;
      if (state.isLate) return ENDED;
      return typeof last.reason === 'string' ? last.reason : undefined;
    },
    artifacts({ state }) {
      const { tasks, completed, brief, readBy } = state.plan.state;
      if (tasks.length === 0) return [];
      const description = 'The tasks with their status.';
      const fields = isEmptyBrief(brief) ? {} : { brief, acceptance: criteriaOf(state.plan) };
      return [
        { id: 'tasks', name: 'tasks.json', description, json: { completed, tasks, ...fields, readBy } },
      ];
    },
    starts(input) {
      const { text, tasks, brief, readBy, policy: wanted } = handedOver(input);
      if (tasks === undefined && wanted === undefined) return { say: text };
      const given = tasks ? { tasks, brief, readBy } : {};
      const policy = withKinds(wanted ?? {}, kindPolicies(options.kinds));
      const facts = new Planner().process({ type: 'Initialize', userInput: text, ...given, policy });
      return { config: DEFAULT_TASKS_CONFIG, facts };
    },
    async reactors({ llm, config, hud, host, signal }) {
      const { taskReactors } = await import('./run/task-reactor.ts');
      return taskReactors({ llm, config: config(), hud, host, signal }, options);
    },
    fits: fitOf,
    examples: [{ title: 'Prepare a release', text: EXAMPLE }],
    adopts: Object.keys(taskFacts),
  });
}

const ENDED = 'This plan is finished. Say what else to do to add tasks.';

const EXAMPLE = `Collect the open questions about the release.
Which date do we aim for?
Run \`npm test\` and note what fails.
Write the announcement, then ask for a review.`;

/** The input from another planner: tasks, or the text to read them from. With a policy, the parser plans at once. */
const HandedOver = z.object({
  text: z.string().default(''),
  tasks: z.array(GivenTask).optional(),
  /** The brief and the reader of given tasks. */
  brief: Brief.optional(),
  readBy: PlanReader.optional(),
  policy: TaskPolicy.optional(),
});

function handedOver(input: unknown): z.infer<typeof HandedOver> {
  const read = HandedOver.safeParse(input);
  if (read.success) return read.data;
  const [first] = read.error.issues;
  throw invalidCommand(
    `The tasks are not valid: ${first?.path.join('.')}: ${first?.message}.`,
    'Correct it and try again.',
  );
}

/** The end of the latest list of tasks. */
function endOf({ tasks, removed, begunAgainAt: first = 1 }: TaskPlannerState): SessionStatus {
  const has = (wanted: Task['status']) => tasks.some(({ id, status }) => id >= first && status === wanted);
  if (removed.failed.some((id) => id >= first) || has('Failed')) return 'failed';
  if ((removed.simulated ?? 0) > 0 || has('Simulated')) return 'simulated';
  return removed.completed === 0 && !has('Completed') && has('Cancelled') ? 'canceled' : 'completed';
}

const MAX_LENGTH_CHECKED = 20_000;

/** Several steps suggest a task list; a single sentence may be anything. */
function fitOf(text: string): number {
  const steps = parseTasks(text.slice(0, MAX_LENGTH_CHECKED));
  if (steps.length > 1) return 0.7;
  return steps.some(({ kind }) => kind === 'ToolCall') ? 0.6 : 0.2;
}
