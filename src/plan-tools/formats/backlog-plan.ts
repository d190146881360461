import { DEFAULT_RULES, type TextRules } from '../calls/tool-rules.ts';
import { PlanImportError } from '../error.ts';
import { markdownEvidence } from '../plan/evidence.ts';
import { textIn } from '../plan/plain-text.ts';
import type { LocatedEvidence, LocatedLink, LocatedText, PlanDraft, StepDraft } from '../plan/plan-draft.ts';
import { MAX_DETAILS, MAX_NOTE } from '../plan/text-rules.ts';
import { type ForeignStatus, nearestStatus } from './foreign-status.ts';
import { type FrontMatterFile, readFrontMatter, yamlFields } from './front-matter.ts';
import { leftOutOf } from './import-omissions.ts';
import { textPieces, titleParts } from './text-pieces.ts';

/** One of several files that form a plan. */
export interface PlanFile {
  readonly path: string;
  readonly text: string;
}

/** The heading of a step's notes, which are separated by rules. */
export const NOTES_HEADING = 'Implementation Notes';
export const BACKLOG_RULE = '\n\n---\n\n';

interface Task extends FrontMatterFile {
  readonly path: string;
  readonly id: string;
}

/**
 * Reads the tasks of Backlog.md, one file each, and the statuses in its `config.yml` if that is among the files.
 * Dependencies become links, the description the details; other sections and fields become notes, so that nothing
 * is lost. Tasks in the `completed` folder are off the board, and other files may be next to them: both are left
 * out.
 */
export function readBacklogPlan(
  files: readonly PlanFile[],
  rules: TextRules = DEFAULT_RULES.text,
): PlanDraft {
  const config = files.find(({ path }) => CONFIG.test(path));
  const statuses = config ? statusesIn(config) : [];
  const others: string[] = [];
  const all = files.flatMap(({ path, text }): Task[] => {
    if (path === config?.path) return [];
    const file = readFrontMatter(text, path);
    const id = file && textField(file, 'id');
    if (file && id) return [{ ...file, path, id }];
    others.push(path);
    return [];
  });
  const titled = all.filter((task) => textField(task, 'title') !== '');
  const onBoard = titled.filter(({ path }) => !COMPLETED.test(path));
  const tasks = (onBoard.length === 0 ? titled : onBoard).toSorted((a, b) =>
    a.id.localeCompare(b.id, 'en', { numeric: true, sensitivity: 'base' }),
  );
  if (tasks.length === 0) throw noTask(all[0], files[0]?.path ?? 'the folder');
  const known = new Map<string, string>();
  for (const { id, path } of tasks) {
    const other = known.get(keyOf(id));
    if (other !== undefined) throw twice(id, path, other);
    known.set(keyOf(id), path);
  }
  const completed = titled.filter((task) => !tasks.includes(task)).map(({ id }) => id);
  const finished = new Set(completed.map(keyOf));
  const read = tasks.map((task) => stepFrom(task, { known, finished, statuses, rules }));
  return {
    objective: undefined,
    usualObjective: { text: 'Tasks of Backlog.md', place: files[0]?.path ?? 'the folder' },
    abandoned: false,
    steps: read.map(({ step }) => step),
    leftOut: leftOutOf(
      ['completed', completed],
      ['untitled', all.filter((task) => !titled.includes(task)).map(({ id, path }) => `${id} (${path})`)],
      ['files', others],
      ['noted_fields', tasks.flatMap((task) => otherFields(task).map(([name]) => name))],
      ['noted_statuses', read.flatMap(({ status }) => status ?? [])],
      ['noted_dependencies', read.flatMap(({ missing }) => missing)],
    ),
  };
}

const CONFIG = /(?:^|[\\/])config\.ya?ml$/;
const COMPLETED = /(?:^|[\\/])completed[\\/][^\\/]+$/;

function statusesIn({ path, text }: PlanFile): readonly string[] {
  const value = yamlFields(text, path).get('statuses')?.value ?? [];
  return typeof value === 'string' ? [] : value;
}

/** `TASK-7` and `task-7` are one task. */
function keyOf(id: string): string {
  return id.toLowerCase();
}

interface TaskContext {
  /** The files of the tasks, by key. */
  readonly known: ReadonlyMap<string, string>;
  /** The keys of completed tasks, which are left out. */
  readonly finished: ReadonlySet<string>;
  /** The project's statuses, from first to last. */
  readonly statuses: readonly string[];
  readonly rules: TextRules;
}

interface ReadTask {
  readonly step: StepDraft;
  /** The task and its status, if that is kept in a note. */
  readonly status: string | undefined;
  /** Missing dependencies. */
  readonly missing: readonly string[];
}

function stepFrom(task: Task, { known, finished, statuses, rules }: TaskContext): ReadTask {
  const { path, id, body, bodyLine } = task;
  const placeOf = (field: string) => `${path} line ${task.fields.get(field)?.line ?? 1}`;
  const texts = (text: string, most: number, place = path): readonly LocatedText[] =>
    text.trim() === '' ? [] : textPieces({ text: textIn(text, rules), place }, most);
  const sections = sectionsOf(body, bodyLine);
  const description = sections.find(({ heading }) => heading === 'Description' || heading === '');
  const [details, ...more] = texts(
    description?.text ?? '',
    MAX_DETAILS,
    `${path} line ${description?.line ?? 1}`,
  );
  const title = titleParts(textIn(textField(task, 'title'), rules));
  const { links, unlinked } = linksOf(task, known, placeOf);
  const named = textField(task, 'status');
  const { status, note } = statusOf(named, statuses);
  const own = sections
    .filter(({ heading }) => heading === NOTES_HEADING)
    .flatMap(({ text }) => text.split(BACKLOG_RULE));
  const evidence = own.flatMap((text): LocatedEvidence[] => {
    const found = markdownEvidence(text.trim());
    return found ? [{ evidence: found, place: path }] : [];
  });
  const step = {
    key: keyOf(id),
    links,
    title: { text: title.text, place: placeOf('title') },
    details,
    status,
    notes: [
      ...texts(title.note, MAX_NOTE),
      ...more,
      ...sections
        .filter((section) => section !== description && section.heading !== NOTES_HEADING)
        .flatMap(({ heading, text, line }) =>
          texts(text && `${heading}: ${text}`, MAX_NOTE, `${path} line ${line}`),
        ),
      ...own.filter((text) => !markdownEvidence(text.trim())).flatMap((text) => texts(text, MAX_NOTE)),
      ...unlinked.flatMap((other) =>
        texts(`Depends on ${other}${finished.has(keyOf(other)) ? ' (completed)' : ''}.`, MAX_NOTE),
      ),
      ...texts(note ?? '', MAX_NOTE),
      ...texts(fieldNote(task), MAX_NOTE),
    ],
    ...(evidence.length > 0 && { evidence }),
  };
  return {
    step,
    status: note === undefined ? undefined : `${id} (${named})`,
    missing: unlinked.filter((other) => !finished.has(keyOf(other))),
  };
}

function linksOf(
  task: Task,
  known: ReadonlyMap<string, string>,
  placeOf: (field: string) => string,
): { readonly links: readonly LocatedLink[]; readonly unlinked: readonly string[] } {
  const to = keyOf(task.id);
  const whole = keyOf(textField(task, 'parent_task_id') || task.id.replace(/\.\d+$/, ''));
  const others = listField(task, 'dependencies');
  // A part that waited for its parent would wait forever.
  const isLink = (from: string) => known.has(from) && from !== to && from !== whole;
  return {
    links: [
      ...(whole !== to && known.has(whole)
        ? [{ from: whole, type: 'parent', to, place: placeOf('parent_task_id') } as const]
        : []),
      ...others
        .map(keyOf)
        .filter(isLink)
        .map((from) => ({ from, type: 'blocks', to, place: placeOf('dependencies') }) as const),
    ],
    unlinked: others.filter((other) => !isLink(keyOf(other))),
  };
}

/** Projects name their own statuses: the first means pending, the last done. */
function statusOf(named: string, statuses: readonly string[]): ForeignStatus {
  const word = named.replace(/[^\p{L}\p{N}' ]+/gu, '').trim();
  switch (word.toLowerCase()) {
    case '':
    case 'to do':
      return { status: 'pending' };
    case 'in progress':
      return { status: 'in_progress' };
    case 'done':
      return { status: 'done' };
    case 'blocked':
      return { status: 'blocked' };
    default: {
      const place = statuses.findIndex((each) => keyOf(each) === keyOf(named));
      if (place < 0) return nearestStatus(named);
      const note = `Status: ${named}.`;
      if (place === 0) return { status: 'pending', note };
      return place === statuses.length - 1 ? { status: 'done', note } : nearestStatus(named, 'in_progress');
    }
  }
}

interface Section {
  readonly heading: string;
  readonly text: string;
  readonly line: number;
}

/** The sections of a task, without the comments that mark them. */
function sectionsOf(body: string, firstLine: number): readonly Section[] {
  const sections: { heading: string; lines: string[]; line: number }[] = [
    { heading: '', lines: [], line: firstLine },
  ];
  for (const [i, line] of body.split('\n').entries()) {
    const [, heading] = /^## (.+?)\s*$/.exec(line) ?? [];
    if (heading !== undefined) sections.push({ heading, lines: [], line: firstLine + i });
    else if (!/^<!-- (?:SECTION|AC|DOD):.*-->$/.test(line)) sections.at(-1)?.lines.push(line);
  }
  return sections
    .map(({ heading, lines, line }) => ({ heading, text: lines.join('\n').trim(), line }))
    .filter(({ text }) => text !== '');
}

/** Fields without a place in a plan, in one note, from which an export to Backlog.md restores them. */
function fieldNote(task: Task): string {
  const shown = otherFields(task).map(([name, text]) => `${name} ${text}`);
  return `backlog ${task.id}${shown.length === 0 ? '' : `: ${shown.join('; ')}`}`;
}

function otherFields(task: Task): readonly (readonly [string, string])[] {
  return [...task.fields.keys()]
    .filter((name) => !TAKEN.has(name))
    .map((name) => [name, textField(task, name)] as const)
    .filter(([, text]) => text !== '');
}

const TAKEN = new Set(['id', 'title', 'status', 'dependencies', 'parent_task_id', 'subtasks']);

/** The id and the fields in a note of an import; `undefined` for any other note. */
export function backlogFields(
  note: string,
): { readonly id: string; readonly fields: ReadonlyMap<string, string> } | undefined {
  const [, id, list = ''] = /^backlog (\S+?)(?:: (.*))?$/s.exec(note) ?? [];
  if (id === undefined) return undefined;
  const fields = list.split('; ').flatMap((field) => {
    const [, name, text] = /^(\w+) (.+)$/s.exec(field) ?? [];
    return name === undefined || text === undefined ? [] : [[name, text] as const];
  });
  return { id, fields: new Map(fields) };
}

function textField({ fields }: FrontMatterFile, name: string): string {
  const value = fields.get(name)?.value ?? '';
  return (typeof value === 'string' ? value : value.join(', ')).trim();
}

function listField({ fields }: FrontMatterFile, name: string): readonly string[] {
  const value = fields.get(name)?.value ?? [];
  return typeof value === 'string' ? (value === '' ? [] : value.split(/,\s*/)) : value;
}

function noTask(task: Task | undefined, path: string): PlanImportError {
  const [place, expected] = task
    ? [task.path, `a field title in ${task.path}`]
    : [path, `a field id in the front matter of ${path}`];
  return new PlanImportError({
    place: `${place} line 1`,
    expected,
    actual: 'none',
    fix: 'Correct the file, and import it again.',
  });
}

function twice(id: string, path: string, other: string): PlanImportError {
  return new PlanImportError({
    place: path,
    summary: `Task ${id} is in two files: ${other} and ${path}.`,
    fix: 'Give one of the two tasks another id, and import them again.',
  });
}
