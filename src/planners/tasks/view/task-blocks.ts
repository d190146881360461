import type { StepItem, StepStatus, ViewBlock } from '../../../harness/module/view-block.ts';
import { isHalted, type TaskCall } from '../commands/task-commands.ts';
import type { Brief, CheckedCriterion, PlanReader, TaskKind } from '../facts.ts';
import { isEmptyBrief } from '../plan/merge-brief.ts';
import { readerText } from '../plan/reader-text.ts';
import { criteriaOf, verdictText } from '../run/acceptance-text.ts';
import { changeBlocks, changeSize } from '../run/change-text.ts';
import type { TasksState, TaskTime } from '../session-fold.ts';
import { isFinished, type Task } from '../state/planner-state.ts';
import { offeredFor } from './task-actions.ts';
import { type CarriedOut, isForPerson, openQuestion } from './waiting-tasks.ts';

type Block = ViewBlock<TaskCall>;

/** The input of the view. */
interface PlanShown {
  readonly carriedOut: CarriedOut;
  readonly nativeFrom: number;
  /** Whether plans of this session are reviewed before they start. */
  readonly review?: boolean | undefined;
}

/** The blocks of a plan: its progress, its summary and its tasks. */
export function planBlocks(
  state: TasksState,
  { carriedOut, nativeFrom, review = false }: PlanShown,
): readonly Block[] {
  const { plan, unplanned } = state;
  if (plan.nextId === 1 && unplanned !== '') return [{ type: 'markdown', text: READING }];
  if (plan.nextId === 1) {
    return [{ type: 'markdown', text: `${NOTHING_PLANNED}\n\n${review ? REVIEWED : NOT_REVIEWED}` }];
  }
  const tasks = plan.tasks();
  return [
    progressBlock(state, tasks),
    ...(plan.held ? [HELD] : isHaltedCopy(state, nativeFrom) ? [HALTED_COPY] : []),
    // After the end, the verdicts replace the criteria.
    ...briefBlocks(plan.completed ? { ...plan.brief, acceptance: [] } : plan.brief),
    ...acceptanceBlocks(state),
    ...summaryBlocks(state),
    ...(tasks.length > 0 ? [stepsBlock(state, tasks, carriedOut)] : []),
    ...changeBlocks(plan.underWay()),
    ...readerBlocks(plan.state.readBy),
  ];
}

const NOTHING_PLANNED =
  'No tasks yet. Describe what to do, as a list or in plain sentences: each step becomes a task. Questions, and tasks that need a tool, wait for you.';

const READING = 'Reading your text. Its steps appear here as tasks.';

const REVIEWED = 'You see the tasks first. Nothing starts until you say so.';
const NOT_REVIEWED =
  'Tasks start at once. To review and change them first, turn on **Review first** in the setup.';

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
  const parts = (
    [
      { status: 'done', value: completed },
      { status: 'simulated', value: simulated },
      { status: 'failed', value: failed },
      { status: 'cancelled', value: cancelled },
    ] as const
  ).filter(({ value }) => value > 0);
  return { type: 'progress', label, value: completed + simulated + failed + cancelled, max, parts };
}

/** The verdicts on the criteria of a plan that has ended. */
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
        status: VERDICT_STATUS[each.verdict],
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

const VERDICT_STATUS: Readonly<Record<CheckedCriterion['verdict'], StepStatus>> = {
  met: 'done',
  unmet: 'failed',
  'not-checked': 'pending',
};

const HELD: Block = {
  type: 'markdown',
  text: 'Nothing has started. Change, split, move or remove tasks, then begin.',
};

const HALTED_COPY: Block = {
  type: 'markdown',
  text: 'This is a copy. Nothing in it runs until you continue.',
  actions: [{ label: 'Continue', command: { type: 'continue' } }],
};

/** A journal that is no copy looks halted only at a moment between the end of a task and the start of the next. */
function isHaltedCopy(state: TasksState, nativeFrom: number): boolean {
  return nativeFrom > 1 && isHalted(state, nativeFrom);
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

/** Longer lists are folded, so that the tasks stay visible. */
const MAX_OPEN = { lines: 3, characters: 240 };

/** What read the text of a plan, for people. */
export function readerBlocks(
  readBy: PlanReader | undefined,
): readonly Extract<Block, { type: 'markdown' }>[] {
  return readBy === undefined ? [] : [{ type: 'markdown', text: readerText(readBy) }];
}

/** The brief of a plan, for people: the objective, and lists that are short or folded. */
export function briefBlocks(brief: Brief): readonly Extract<Block, { type: 'markdown' }>[] {
  if (isEmptyBrief(brief)) return [];
  return [
    ...(brief.objective === undefined
      ? []
      : [{ type: 'markdown', text: `**Objective**: ${brief.objective}` } as const]),
    ...LISTS.flatMap(([title, field]) => {
      const text = brief[field].map((each) => asItem(withoutTitle(each, title))).join('\n');
      const isShort = brief[field].length <= MAX_OPEN.lines && text.length <= MAX_OPEN.characters;
      const folded = field === 'background' || !isShort;
      if (text === '') return [];
      return [{ type: 'markdown', title: `${title} (${brief[field].length})`, text, folded } as const];
    }),
  ];
}

/** `Done when it builds` below the title "Done when" becomes "it builds". */
function withoutTitle(sentence: string, title: string): string {
  const isRepeated = sentence.toLowerCase().startsWith(`${title.toLowerCase()} `);
  return isRepeated ? sentence.slice(title.length + 1) : sentence;
}

function asItem(words: string): string {
  return `- ${words.replaceAll('\n', '\n  ')}`;
}

function stepsBlock({ plan, traces }: TasksState, tasks: readonly Task[], carriedOut: CarriedOut): Block {
  // What a failure took along still waits for it: skipping it lets the rest go on.
  const waits = (task: Task) => !isFinished(task) || task.status === 'Cancelled';
  const awaited = new Set(tasks.flatMap((task) => (waits(task) ? (task.dependsOn ?? []) : [])));
  const items = tasks.map((task) => ({
    ...stepOf(task, carriedOut, traces.get(task.id)?.time),
    ...offeredFor(task, { isHeld: plan.held, isAwaited: awaited.has(task.id) }),
  }));
  return {
    type: 'steps',
    title: 'Tasks',
    items,
    ...(plan.held && { actions: [{ label: 'Begin', command: { type: 'begin' } }] }),
  };
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
  return {
    id: `${id}`,
    title,
    status: statusOf(task, carriedOut),
    ...(details !== '' && { details }),
    ...(notes.length > 0 && { notes }),
    ...(dependsOn && { dependsOn: dependsOn.map(String) }),
    ...(typeof began === 'string' && { startedAt: began, ...(ended !== undefined && { endedAt: ended }) }),
  };
}

const STATUSES: Readonly<Record<Task['status'], StepStatus>> = {
  Planned: 'pending',
  Running: 'running',
  NeedsClarification: 'waiting',
  NeedsApproval: 'waiting',
  Completed: 'done',
  Simulated: 'simulated',
  Failed: 'failed',
  Cancelled: 'cancelled',
};

function statusOf(task: Task, carriedOut: CarriedOut): StepStatus {
  return isForPerson(task, carriedOut) ? 'waiting' : STATUSES[task.status];
}

/** The rest of a task's text, its attachments, its questions and its result. */
function detailsOf({ attachments, clarifications = [], result = '' }: Task, text: string): string {
  const files = attachments.map(
    ({ kind, label }) => `- ${label === undefined ? '' : `${label}: `}${kind.value}`,
  );
  const answers = clarifications.flatMap(({ question, answer }) =>
    answer === undefined ? [] : [`**${question}**\n${answer}`],
  );
  return [text, files.join('\n'), ...answers, result].filter((part) => part !== '').join('\n\n');
}

/** The notes on a task's kind for people. */
export function kindNotes(kind: TaskKind): readonly string[] {
  switch (kind) {
    case 'Processing':
      return [];
    case 'ToolCall':
      return ['Tool'];
    case 'Clarification':
      return ['Question'];
    default:
      return [kind];
  }
}

function notesOf(task: Task): readonly string[] {
  const { kind, status, retries = 0, retry, done, change, conflict } = task;
  return [
    ...(done ? ['Done before'] : []),
    ...(status === 'Simulated' ? ['Simulated: nothing was done'] : []),
    ...kindNotes(kind),
    ...(change ? [change.approved ? 'Being merged' : `Proposes a change: ${changeSize(change)}`] : []),
    ...(conflict ? [`Kept on the branch ${conflict.branch}`] : []),
    ...(status === 'NeedsClarification' ? [`Asks: ${openQuestion(task)}`] : []),
    ...(retry ? [`Attempt ${retry.attempt} follows in ${retry.delayMs / 1000} s: ${retry.error}`] : []),
    ...(retries > 0 && !retry ? [`Attempt ${retries + 1}`] : []),
  ];
}
