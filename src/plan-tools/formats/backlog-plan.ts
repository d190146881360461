import { PlanImportError } from '../error.ts';
import { markdownEvidence } from '../evidence.ts';
import { textIn } from '../plain-text.ts';
import type { StepStatus } from '../plan.ts';
import type { PlacedEvidence, PlacedLink, PlacedText, PlanDraft, StepDraft } from '../plan-draft.ts';
import { MAX_DETAILS, MAX_NOTE, MAX_TITLE } from '../text-rules.ts';
import { DEFAULT_RULES, type TextRules } from '../tool-rules.ts';
import { type FrontMatterFile, readFrontMatter } from './front-matter.ts';
import { textPieces } from './text-pieces.ts';

/** A file of several that hold a plan together. */
export interface PlanFile {
  readonly path: string;
  readonly text: string;
}

/** The heading under which the notes of a step stand, each with a rule before it but the first. */
export const NOTES_HEADING = 'Implementation Notes';
export const BACKLOG_RULE = '\n\n---\n\n';

interface Task extends FrontMatterFile {
  readonly path: string;
  readonly id: string;
}

/**
 * Reads the tasks of Backlog.md, a file each. Dependencies become links, the description the details; other sections and
 * fields become notes, so that nothing is lost.
 */
export function readBacklogPlan(
  files: readonly PlanFile[],
  rules: TextRules = DEFAULT_RULES.text,
): PlanDraft {
  const tasks = files.map(({ path, text }): Task => {
    const file = readFrontMatter(text, path);
    const id = textField(file, 'id');
    if (id === '' || textField(file, 'title') === '') throw missing(path, id === '' ? 'id' : 'title');
    return { ...file, path, id };
  });
  tasks.sort((a, b) => a.id.localeCompare(b.id, 'en', { numeric: true, sensitivity: 'base' }));
  const known = new Map<string, string>();
  for (const { id, path } of tasks) {
    const other = known.get(keyOf(id));
    if (other !== undefined) throw twice(id, path, other);
    known.set(keyOf(id), path);
  }
  return {
    objective: undefined,
    usualObjective: { text: 'Tasks of Backlog.md', place: files[0]?.path ?? 'the folder' },
    abandoned: false,
    steps: tasks.map((task) => stepFrom(task, known, rules)),
  };
}

/** `TASK-7` and `task-7` are one task. */
function keyOf(id: string): string {
  return id.toLowerCase();
}

function stepFrom(task: Task, known: ReadonlyMap<string, string>, rules: TextRules): StepDraft {
  const { path, id, body, bodyLine } = task;
  const placeOf = (field: string) => `${path} line ${task.fields.get(field)?.line ?? 1}`;
  const texts = (text: string, most: number, place = path): readonly PlacedText[] =>
    text.trim() === '' ? [] : textPieces({ text: textIn(text, rules), place }, most);
  const sections = sectionsOf(body, bodyLine);
  const description = sections.find(({ heading }) => heading === 'Description' || heading === '');
  const [details, ...more] = texts(
    description?.text ?? '',
    MAX_DETAILS,
    `${path} line ${description?.line ?? 1}`,
  );
  const title = textIn(textField(task, 'title'), rules);
  const isLong = [...title].length > MAX_TITLE;
  const { links, notes: unlinked } = linksOf(task, known, placeOf);
  const { status, note } = statusOf(textField(task, 'status'));
  const own = sections
    .filter(({ heading }) => heading === NOTES_HEADING)
    .flatMap(({ text }) => text.split(BACKLOG_RULE));
  const evidence = own.flatMap((text): PlacedEvidence[] => {
    const found = markdownEvidence(text.trim());
    return found ? [{ evidence: found, place: path }] : [];
  });
  return {
    key: keyOf(id),
    links,
    title: {
      text: isLong ? `${[...title].slice(0, MAX_TITLE - 3).join('')}...` : title,
      place: placeOf('title'),
    },
    details,
    status,
    notes: [
      ...texts(isLong ? `Title: ${title}` : '', MAX_NOTE),
      ...more,
      ...sections
        .filter((section) => section !== description && section.heading !== NOTES_HEADING)
        .flatMap(({ heading, text, line }) =>
          texts(text && `${heading}: ${text}`, MAX_NOTE, `${path} line ${line}`),
        ),
      ...own.filter((text) => !markdownEvidence(text.trim())).flatMap((text) => texts(text, MAX_NOTE)),
      ...unlinked.flatMap((text) => texts(text, MAX_NOTE)),
      ...texts(note ?? '', MAX_NOTE),
      ...texts(fieldNote(task), MAX_NOTE),
    ],
    ...(evidence.length > 0 && { evidence }),
  };
}

function linksOf(
  task: Task,
  known: ReadonlyMap<string, string>,
  placeOf: (field: string) => string,
): { readonly links: readonly PlacedLink[]; readonly notes: readonly string[] } {
  const to = keyOf(task.id);
  const whole = keyOf(textField(task, 'parent_task_id') || task.id.replace(/\.\d+$/, ''));
  const others = listField(task, 'dependencies');
  // A part that waited for its whole would wait forever.
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
    notes: others.filter((other) => !isLink(keyOf(other))).map((other) => `Depends on ${other}.`),
  };
}

/** Statuses can be named at will: those of other names are kept in a note. */
function statusOf(named: string): { readonly status: StepStatus; readonly note?: string } {
  const note = `Status: ${named}.`;
  switch (named.toLowerCase()) {
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
      if (/progress|review|doing|test/i.test(named)) return { status: 'in_progress', note };
      if (/done|complete|closed|released|won't/i.test(named)) return { status: 'done', note };
      return { status: /block|hold|wait/i.test(named) ? 'blocked' : 'pending', note };
    }
  }
}

interface Section {
  readonly heading: string;
  readonly text: string;
  readonly line: number;
}

/** The parts of a task between its headings, without the comments that mark them. */
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

/** What has no field in a plan, in one note: an export to Backlog.md takes it from there. */
function fieldNote(task: Task): string {
  const shown = [...task.fields].flatMap(([name, { value }]) => {
    if (TAKEN.has(name)) return [];
    const text = typeof value === 'string' ? value : value.join(', ');
    return text === '' ? [] : [`${name} ${text}`];
  });
  return `backlog ${task.id}${shown.length === 0 ? '' : `: ${shown.join('; ')}`}`;
}

const TAKEN = new Set(['id', 'title', 'status', 'dependencies', 'parent_task_id', 'subtasks']);

/** The id and the fields that a note of an import says. Undefined for any other note. */
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

function missing(path: string, field: string): PlanImportError {
  return new PlanImportError({
    place: `${path} line 1`,
    expected: `a field ${field} in ${path}`,
    actual: 'none',
    fix: 'Correct the file, and import it again.',
  });
}

function twice(id: string, path: string, other: string): PlanImportError {
  return new PlanImportError({
    place: path,
    expected: `each task once; ${id} is in ${other} already`,
    actual: `${id} again in ${path}`,
    fix: 'Give one of the two tasks another id, and import them again.',
  });
}
