import { z } from 'zod';
import { PlanImportError } from './error.ts';
import { textPieces } from './formats/text-pieces.ts';
import { parsedFile, placed } from './json-plan.ts';
import { textIn } from './plain-text.ts';
import type { StepStatus } from './plan.ts';
import type { PlacedLink, PlanDraft, StepDraft } from './plan-draft.ts';
import { MAX_DETAILS, MAX_NOTE, MAX_OBJECTIVE } from './text-rules.ts';
import { DEFAULT_RULES, type TextRules } from './tool-rules.ts';

const Id = z.union([z.int(), z.string()]);

/** Of a task or subtask only what a plan has room for; the files carry more, and differ in it. */
const Task = z.object({
  id: Id,
  title: z.string(),
  description: z.string().nullish(),
  details: z.string().nullish(),
  testStrategy: z.string().nullish(),
  status: z
    .string()
    .nullish()
    .transform((status) => status ?? 'pending'),
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

const STATUSES: Readonly<Record<string, { readonly status: StepStatus; readonly note?: string }>> = {
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
 * Reads task-master's tasks.json. Subtasks follow their task. Descriptions become details; implementation
 * details and test strategies become notes, in pieces where they are longer than a note may be.
 */
export function readTaskMasterPlan(
  json: unknown,
  wantedTag?: string,
  rules: TextRules = DEFAULT_RULES.text,
): PlanDraft {
  const { tag, list } = chosenList(json, wantedTag);
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
  return {
    objective: { text: objective, place: 'metadata' },
    abandoned: false,
    steps: flat.map(({ task, id, parent, place }) => {
      const { links, note } = dependenciesOf(task, { id, parent, place }, known);
      const whole =
        parent === '' ? [] : [{ from: parent.slice(0, -1), type: 'parent', to: id, place } as const];
      return {
        ...stepFrom(task, { at: place, rules, dependencies: note }),
        key: id,
        links: [...whole, ...links],
      };
    }),
  };
}

/** Whether a text can be an objective. */
function isShort(text: string): boolean {
  return !text.includes('\n') && [...text].length <= MAX_OBJECTIVE;
}

function chosenList(json: unknown, wantedTag = 'master'): { tag: string; list: TaskList } {
  if (isRecord(json) && Array.isArray(json.tasks)) {
    return { tag: 'task-master', list: parsedFile(TaskList, json, EXPECTED) };
  }
  const tags = isRecord(json) ? Object.keys(json).filter((key) => hasTasks(json[key])) : [];
  const [only] = tags;
  const tag = tags.includes(wantedTag) || tags.length !== 1 || only === undefined ? wantedTag : only;
  if (!isRecord(json) || !tags.includes(tag)) {
    throw new PlanImportError({
      place: tag,
      expected: `${EXPECTED}, with the tag ${tag}`,
      actual: tags.length === 0 ? 'no list of tasks' : `the tags ${tags.join(', ')}`,
      fix: 'Name the tag to import.',
    });
  }
  return { tag, list: parsedFile(TaskList, json[tag], EXPECTED) };
}

/** What stands between the notes of a step, where it was exported from here. */
export const NOTE_RULE = '\n\n---\n\n';

const EXPECTED = 'a tasks.json of task-master';

function stepFrom(
  task: Task,
  {
    at,
    rules,
    dependencies,
  }: { readonly at: string; readonly rules: TextRules; readonly dependencies: string | undefined },
): StepDraft {
  const texts = (text: string | null | undefined, place: string, most: number) =>
    textPieces(placed(text == null ? text : textIn(text, rules), place), most);
  const known = Object.hasOwn(STATUSES, task.status) ? STATUSES[task.status] : undefined;
  if (!known) {
    throw new PlanImportError({
      place: `${at}.status`,
      expected: `one of ${Object.keys(STATUSES).join(', ')} at ${at}.status`,
      actual: JSON.stringify(task.status),
      fix: 'Correct the status, and import the file again.',
    });
  }
  const [details, ...more] = texts(task.description, `${at}.description`, MAX_DETAILS);
  return {
    title: { text: task.title, place: `${at}.title` },
    details,
    status: known.status,
    notes: [
      ...more,
      ...(task.details ?? '').split(NOTE_RULE).flatMap((text) => texts(text, `${at}.details`, MAX_NOTE)),
      ...texts(task.testStrategy && `Test: ${task.testStrategy}`, `${at}.testStrategy`, MAX_NOTE),
      ...[dependencies, known.note].flatMap((text) => (text === undefined ? [] : { text, place: at })),
    ],
  };
}

/** A dependency is a task, a subtask by its full id, or a subtask of the same task by its own. */
function dependenciesOf(
  { dependencies }: Task,
  { id, parent, place }: { readonly id: string; readonly parent: string; readonly place: string },
  known: ReadonlySet<string>,
): { readonly links: readonly PlacedLink[]; readonly note: string | undefined } {
  const found = dependencies.map((each) => {
    const nearest = `${parent}${each}`;
    return parent !== '' && known.has(nearest) ? nearest : String(each);
  });
  // A part that waited for its whole would wait forever.
  const isLink = (from: string) => known.has(from) && from !== id && `${from}.` !== parent;
  const others = found.filter((from) => !isLink(from));
  return {
    links: found.flatMap((from) =>
      isLink(from) ? [{ from, type: 'blocks', to: id, place: `${place}.dependencies` } as const] : [],
    ),
    note: others.length === 0 ? undefined : `After ${others.map((each) => `task ${each}`).join(', ')}.`,
  };
}

function hasTasks(value: unknown): boolean {
  return isRecord(value) && Array.isArray(value.tasks);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
