import { z } from 'zod';
import { DEFAULT_RULES, type TextRules } from '../calls/tool-rules.ts';
import { PlanImportError } from '../error.ts';
import { textIn } from '../plan/plain-text.ts';
import type { LocatedLink, PlanDraft, StepDraft } from '../plan/plan-draft.ts';
import { MAX_DETAILS, MAX_NOTE, MAX_OBJECTIVE } from '../plan/text-rules.ts';
import { type ForeignStatus, nearestStatus } from './foreign-status.ts';
import { leftOutOf } from './import-omissions.ts';
import { locatedText, parsedFile } from './json-plan.ts';
import { textPieces, titleParts } from './text-pieces.ts';

const Id = z.union([z.int(), z.string()]);

/** A task or subtask. The files have more fields than a plan, and vary. */
const Task = z.looseObject({
  id: Id,
  title: z.string(),
  description: z.string().nullish(),
  details: z.string().nullish(),
  testStrategy: z.string().nullish(),
  priority: z.string().nullish(),
  status: z
    .string()
    .nullish()
    .transform((status) => status?.trim() || 'pending'),
  dependencies: z
    .array(Id)
    .nullish()
    .transform((ids) => ids ?? []),
});

const TaskList = z.object({
  tasks: z.array(
    Task.extend({
      subtasks: z
        .array(Task)
        .nullish()
        .transform((subtasks) => subtasks ?? []),
    }),
  ),
  metadata: z.object({ projectName: z.string().nullish(), description: z.string().nullish() }).nullish(),
});

type Task = z.infer<typeof Task>;
type TaskList = z.infer<typeof TaskList>;

const STATUSES: Readonly<Record<string, ForeignStatus>> = {
  pending: { status: 'pending' },
  'in-progress': { status: 'in_progress' },
  review: { status: 'in_progress', note: 'In review.' },
  done: { status: 'done' },
  completed: { status: 'done' },
  blocked: { status: 'blocked' },
  deferred: { status: 'blocked', note: 'Deferred.' },
  cancelled: { status: 'done', note: 'Cancelled, not carried out.' },
};

/** Whether this looks like a tasks.json of task-master: a list of tasks, or lists of tasks by tag. */
export function isTaskMaster(json: unknown): boolean {
  return isRecord(json) && (hasTasks(json) || Object.values(json).some(hasTasks));
}

/**
 * Reads task-master's tasks.json. Subtasks follow their task. Descriptions become details; implementation details,
 * test strategies, priorities and other texts become notes, split if they are too long for one.
 */
export function readTaskMasterPlan(
  json: unknown,
  wantedTag?: string,
  rules: TextRules = DEFAULT_RULES.text,
): PlanDraft {
  const { tag, list, others } = chosenList(json, wantedTag);
  const flat = list.tasks.flatMap((task, i) => [
    { task, id: String(task.id), parent: '', place: `tasks[${i}]` },
    ...task.subtasks.map((subtask, n) => ({
      task: subtask,
      id: `${task.id}.${String(subtask.id).replace(`${task.id}.`, '')}`,
      parent: `${task.id}.`,
      place: `tasks[${i}].subtasks[${n}]`,
    })),
  ]);
  const known = new Set(flat.map(({ id }) => id));
  const { description, projectName } = list.metadata ?? {};
  const named = [description, projectName].flatMap((text) => (text?.trim() ? [text.trim()] : []));
  const objective = named.find((text) => isShort(textIn(text, rules))) ?? named[0] ?? `Tasks of ${tag}`;
  const read = flat.map(({ task, id, parent, place }) => {
    const { links, missing } = dependenciesOf(task, { id, parent, place }, known);
    const whole =
      parent === '' ? [] : [{ from: parent.slice(0, -1), type: 'parent', to: id, place } as const];
    const { step, ...notes } = stepFrom(task, { id, place, rules, missing });
    return { ...notes, missing, step: { ...step, key: id, links: [...whole, ...links] } };
  });
  return {
    objective: { text: objective, place: 'metadata' },
    abandoned: false,
    steps: read.map(({ step }) => step),
    leftOut: leftOutOf(
      ['lists', others],
      [
        'fields',
        flat.flatMap(({ task }) => otherFields(task).filter((name) => typeof task[name] !== 'string')),
      ],
      ['noted_fields', read.flatMap(({ fields }) => fields)],
      ['noted_statuses', read.flatMap(({ status }) => status ?? [])],
      ['noted_dependencies', read.flatMap(({ missing }) => missing)],
    ),
  };
}

/** Fields of a task beyond the schema. Timestamps concern the file, not the work. */
function otherFields(task: Task): readonly string[] {
  const isKnown = (name: string) => name === 'subtasks' || Object.hasOwn(Task.shape, name);
  return Object.keys(task).filter((name) => !isKnown(name) && task[name] != null && !/At$/.test(name));
}

/** Whether a text is short enough for an objective. */
function isShort(text: string): boolean {
  return !text.includes('\n') && [...text].length <= MAX_OBJECTIVE;
}

interface ChosenList {
  readonly tag: string;
  readonly list: TaskList;
  /** The tags of the other lists. */
  readonly others: readonly string[];
}

function chosenList(json: unknown, wantedTag: string | undefined): ChosenList {
  if (isRecord(json) && Array.isArray(json.tasks)) {
    return { tag: 'task-master', list: parsedFile(TaskList, json, EXPECTED), others: [] };
  }
  const tags = isRecord(json) ? Object.keys(json).filter((key) => hasTasks(json[key])) : [];
  const [only, ...more] = tags;
  const tag = wantedTag === undefined && more.length === 0 ? only : tags.find((each) => each === wantedTag);
  if (!isRecord(json) || tag === undefined) {
    throw new PlanImportError({
      place: wantedTag ?? 'the file',
      expected: `${EXPECTED}, with ${wantedTag === undefined ? 'one list' : `the list ${wantedTag}`}`,
      actual: tags.length === 0 ? 'no list of tasks' : `the lists ${tags.join(', ')}`,
      fix: 'Name the list to import: --tag on the command line, tag in a program.',
    });
  }
  const others = tags.filter((each) => each !== tag);
  return { tag, list: parsedFile(TaskList, json[tag], EXPECTED), others };
}

/** The separator between notes of a step in an export. */
export const NOTE_RULE = '\n\n---\n\n';

const EXPECTED = 'a tasks.json of task-master';

interface TaskContext {
  readonly id: string;
  readonly place: string;
  readonly rules: TextRules;
  readonly missing: readonly string[];
}

interface ReadTask {
  readonly step: StepDraft;
  /** The task and its status, if that is kept in a note. */
  readonly status: string | undefined;
  /** The fields that are kept in notes. */
  readonly fields: readonly string[];
}

function stepFrom(task: Task, { id, place: at, rules, missing }: TaskContext): ReadTask {
  const texts = (text: string | null | undefined, place: string, most: number) =>
    textPieces(locatedText(text == null ? text : textIn(text, rules), place), most);
  const { status, note } =
    (Object.hasOwn(STATUSES, task.status) ? STATUSES[task.status] : undefined) ?? nearestStatus(task.status);
  const [details, ...more] = texts(task.description, `${at}.description`, MAX_DETAILS);
  const title = titleParts(textIn(task.title, rules));
  const others = otherFields(task).flatMap((name) => {
    const text = task[name];
    return typeof text === 'string' && text.trim() !== '' ? [{ name, text }] : [];
  });
  // An export writes "medium" for every task without such a note.
  const priority = task.priority == null || task.priority === USUAL_PRIORITY ? [] : [task.priority];
  const step = {
    title: { text: title.text, place: `${at}.title` },
    details,
    status,
    notes: [
      ...texts(title.note, `${at}.title`, MAX_NOTE),
      ...more,
      ...(task.details ?? '').split(NOTE_RULE).flatMap((text) => texts(text, `${at}.details`, MAX_NOTE)),
      ...texts(task.testStrategy && `Test: ${task.testStrategy}`, `${at}.testStrategy`, MAX_NOTE),
      ...others.flatMap(({ name, text }) => texts(`${wordsOf(name)}: ${text}`, `${at}.${name}`, MAX_NOTE)),
      ...texts(
        missing.length === 0 ? '' : `After ${missing.map((each) => `task ${each}`).join(', ')}.`,
        at,
        MAX_NOTE,
      ),
      ...priority.flatMap((text) => texts(priorityNote(text), `${at}.priority`, MAX_NOTE)),
      ...texts(note, at, MAX_NOTE),
    ],
  };
  return {
    step,
    status: note === undefined ? undefined : `${id} (${task.status})`,
    fields: [...others.map(({ name }) => name), ...priority.map(() => 'priority')],
  };
}

/** The default priority of a task. */
export const USUAL_PRIORITY = 'medium';

function priorityNote(priority: string): string {
  return `Priority: ${priority}.`;
}

/** The priority in a note of an import; `undefined` for any other note. */
export function notedPriority(note: string): string | undefined {
  return /^Priority: (\S+)\.$/.exec(note)?.[1];
}

/** `acceptanceCriteria` as words. */
function wordsOf(name: string): string {
  const words = name
    .replace(/[_-]+/g, ' ')
    .replace(/[a-z](?=[A-Z])/g, '$& ')
    .toLowerCase();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** A dependency is a task, a subtask by its full id, or a subtask of the same task by its own. */
function dependenciesOf(
  { dependencies }: Task,
  { id, parent, place }: { readonly id: string; readonly parent: string; readonly place: string },
  known: ReadonlySet<string>,
): { readonly links: readonly LocatedLink[]; readonly missing: readonly string[] } {
  const found = dependencies.map((each) => {
    const nearest = `${parent}${each}`;
    return parent !== '' && known.has(nearest) ? nearest : String(each);
  });
  // A part that waited for its parent would wait forever.
  const isLink = (from: string) => known.has(from) && from !== id && `${from}.` !== parent;
  return {
    links: found.flatMap((from) =>
      isLink(from) ? [{ from, type: 'blocks', to: id, place: `${place}.dependencies` } as const] : [],
    ),
    missing: found.filter((from) => !isLink(from)),
  };
}

function hasTasks(value: unknown): boolean {
  return isRecord(value) && Array.isArray(value.tasks);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
