import type { BlockAction, StepItem, StepStatus, ViewBlock } from '../../harness/module/view-block.ts';
import { criteriaOf, verdictText } from './acceptance-text.ts';
import type { Brief } from './facts.ts';
import { isEmptyBrief } from './merged-brief.ts';
import type { Task } from './planner-state.ts';
import { isFinished } from './planner-state.ts';
import type { TasksState, TaskTime } from './session-fold.ts';
import { DONE, FAILED, isHalted, type TaskCall } from './task-commands.ts';
import { type CarriedOut, isForPerson, openQuestion } from './waiting-tasks.ts';

type Block = ViewBlock<TaskCall>;

/** What a plan shows: how far it is, what was summarised, and its tasks. */
export function planBlocks(
  state: TasksState,
  { carriedOut, nativeFrom }: { readonly carriedOut: CarriedOut; readonly nativeFrom: number },
): readonly Block[] {
  const { plan } = state;
  if (plan.nextId === 1) return [{ type: 'markdown', text: NOTHING_PLANNED }];
  const tasks = plan.tasks();
  return [
    progressBlock(state, tasks),
    ...(plan.held ? [HELD] : isHalted(state, nativeFrom) ? [haltedBlock(nativeFrom)] : []),
    ...briefBlocks(plan.brief),
    ...acceptanceBlocks(state),
    ...summaryBlocks(state),
    ...(tasks.length > 0 ? [stepsBlock(state, tasks, carriedOut)] : []),
  ];
}

const NOTHING_PLANNED =
  'No tasks yet. Say what to do, as a list or in plain sentences: every step becomes a task, a question waits for your answer, and what needs a tool waits for you.';

function progressBlock({ plan: { removed } }: TasksState, tasks: readonly Task[]): Block {
  const count = (wanted: Task['status']) => tasks.filter(({ status }) => status === wanted).length;
  const completed = count('Completed') + removed.completed;
  const failed = count('Failed') + removed.failed.length;
  const cancelled = count('Cancelled') + removed.cancelled;
  const simulated = count('Simulated') + (removed.simulated ?? 0);
  const gone = removed.completed + removed.failed.length + removed.cancelled + (removed.simulated ?? 0);
  const max = tasks.length + gone;
  const label = [
    `${completed} of ${max} done`,
    ...(simulated > 0 ? [`${simulated} simulated`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(cancelled > 0 ? [`${cancelled} cancelled`] : []),
  ].join(', ');
  return { type: 'progress', label, value: completed + simulated + failed + cancelled, max };
}

/** What was found out about the criteria of a plan that has come to its end. */
function acceptanceBlocks({ plan }: TasksState): readonly Block[] {
  const criteria = plan.completed ? criteriaOf(plan) : [];
  if (criteria.length === 0) return [];
  return [
    {
      type: 'table',
      title: 'Acceptance',
      columns: [
        { key: 'criterion', label: 'Criterion' },
        { key: 'verdict', label: 'Verdict' },
        { key: 'reason', label: 'Reason' },
      ],
      rows: criteria.map((each) => ({
        cells: { criterion: each.criterion, verdict: verdictText(each), reason: each.reason ?? '' },
        actions: [
          { label: 'Met', command: { type: 'check-criterion', criterion: each.criterion, met: true } },
          {
            label: 'Not met',
            command: { type: 'check-criterion', criterion: each.criterion, met: false },
            edit: ['reason'],
          },
        ],
      })),
    },
  ];
}

const HELD: Block = {
  type: 'markdown',
  text: 'Nothing has begun. Look at the tasks, change what is to be different, and begin.',
  actions: [{ label: 'Begin', command: { type: 'begin' } }],
};

function haltedBlock(nativeFrom: number): Block {
  const why =
    nativeFrom > 1 ? 'This is a copy. Nothing in it runs until you continue.' : 'The plan has stopped.';
  return { type: 'markdown', text: why, actions: [{ label: 'Continue', command: { type: 'continue' } }] };
}

function summaryBlocks({ plan: { contextSummary, removed } }: TasksState): readonly Block[] {
  if (contextSummary === '') return [];
  const count = removed.completed + removed.failed.length + removed.cancelled + (removed.simulated ?? 0);
  const head = `${count} finished ${count === 1 ? 'task' : 'tasks'}, summarized:`;
  return [{ type: 'markdown', text: `${head}\n\n${contextSummary}` }];
}

const LISTS = [
  ['Rules', 'constraints'],
  ['Done when', 'acceptance'],
  ['Background', 'background'],
] as const;

/** What holds for all tasks of a plan, as people read it. */
export function briefBlocks(brief: Brief): readonly Extract<Block, { type: 'markdown' }>[] {
  if (isEmptyBrief(brief)) return [];
  const parts = [
    ...(brief.objective === undefined ? [] : [`**Objective**: ${brief.objective}`]),
    ...LISTS.flatMap(([title, field]) =>
      brief[field].length === 0 ? [] : [`**${title}**\n\n${brief[field].map(asItem).join('\n')}`],
    ),
  ];
  return [{ type: 'markdown', text: parts.join('\n\n') }];
}

function asItem(words: string): string {
  return `- ${words.replaceAll('\n', '\n  ')}`;
}

function stepsBlock({ traces }: TasksState, tasks: readonly Task[], carriedOut: CarriedOut): Block {
  const items = tasks.map((task) => stepOf(task, carriedOut, traces.get(task.id)?.time));
  return { type: 'steps', title: 'Tasks', items };
}

function stepOf(
  task: Task,
  carriedOut: CarriedOut,
  { began, ended }: Partial<TaskTime> = {},
): StepItem<TaskCall> {
  const { id, description, dependsOn } = task;
  const [title = '', ...rest] = description.trim().split('\n');
  const details = detailsOf(task, rest.join('\n').trim());
  const notes = notesOf(task);
  const actions = actionsOf(task);
  return {
    id: `${id}`,
    title,
    status: statusOf(task, carriedOut),
    ...(details !== '' && { details }),
    ...(notes.length > 0 && { notes }),
    ...(dependsOn && { dependsOn: dependsOn.map(String) }),
    ...(typeof began === 'string' && { startedAt: began, ...(ended !== undefined && { endedAt: ended }) }),
    ...(actions.length > 0 && { actions }),
  };
}

const STATUSES: Readonly<Record<Task['status'], StepStatus>> = {
  Planned: 'pending',
  Running: 'running',
  NeedsClarification: 'waiting',
  Completed: 'done',
  Simulated: 'simulated',
  Failed: 'failed',
  Cancelled: 'cancelled',
};

function statusOf(task: Task, carriedOut: CarriedOut): StepStatus {
  return isForPerson(task, carriedOut) ? 'waiting' : STATUSES[task.status];
}

/** The rest of its text, what it refers to, what was asked about it, and what came of it. */
function detailsOf({ attachments, clarifications = [], result = '' }: Task, text: string): string {
  const files = attachments.map(
    ({ kind, label }) => `- ${label === undefined ? '' : `${label}: `}${kind.value}`,
  );
  const answers = clarifications.flatMap(({ question, answer }) =>
    answer === undefined ? [] : [`**${question}**\n${answer}`],
  );
  return [text, files.join('\n'), ...answers, result].filter((part) => part !== '').join('\n\n');
}

function notesOf(task: Task): readonly string[] {
  const { kind, status, retries = 0, retry, done } = task;
  return [
    ...(done ? ['Done before'] : []),
    ...(status === 'Simulated' ? ['Simulated: nothing was done'] : []),
    ...(kind === 'ToolCall' ? ['Tool'] : []),
    ...(kind === 'Clarification' ? ['Question'] : []),
    ...(status === 'NeedsClarification' ? [`Asks: ${openQuestion(task)}`] : []),
    ...(retry ? [`Attempt ${retry.attempt} follows in ${retry.delayMs / 1000} s: ${retry.error}`] : []),
    ...(retries > 0 && !retry ? [`Attempt ${retries + 1}`] : []),
  ];
}

function actionsOf(task: Task): readonly BlockAction<TaskCall>[] {
  const { id: taskId, status } = task;
  if (status === 'Failed' || status === 'Cancelled') {
    return [
      { label: 'Try again', command: { type: 'task-retry', taskId } },
      {
        label: 'Change',
        command: { type: 'task-edit', taskId, description: task.description },
        edit: ['description', 'dependsOn'],
      },
      { label: 'Skip', command: { type: 'task-skip', taskId } },
    ];
  }
  if (isFinished(task)) return [];
  return [
    ...(status === 'Planned' && !task.retry
      ? ([
          {
            label: 'Change',
            command: { type: 'task-edit', taskId, description: task.description },
            edit: ['description', 'dependsOn'],
          },
          { label: 'Skip', command: { type: 'task-skip', taskId } },
        ] as const)
      : []),
    ...(status === 'Running'
      ? ([
          { label: 'Mark done', command: { type: 'task-complete', taskId, result: DONE }, edit: ['result'] },
          { label: 'Mark failed', command: { type: 'task-fail', taskId, error: FAILED }, edit: ['error'] },
        ] as const)
      : []),
    { label: 'Cancel task', command: { type: 'task-cancel', taskId } },
  ];
}
