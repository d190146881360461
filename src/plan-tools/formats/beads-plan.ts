import { z } from 'zod';
import { DEFAULT_RULES, type TextRules } from '../calls/tool-rules.ts';
import { PlanImportError } from '../error.ts';
import type { LinkType } from '../graph/step-relations.ts';
import { markdownEvidence } from '../plan/evidence.ts';
import { textIn } from '../plan/plain-text.ts';
import type { LocatedEvidence, LocatedLink, LocatedText, PlanDraft, StepDraft } from '../plan/plan-draft.ts';
import { MAX_DETAILS, MAX_NOTE } from '../plan/text-rules.ts';
import { type ForeignStatus, nearestStatus } from './foreign-status.ts';
import { leftOutOf } from './import-omissions.ts';
import { textPieces, titleParts } from './text-pieces.ts';

/** The label of the issue for the plan itself, in a file exported by Wayfold. */
export const PLAN_LABEL = 'wayfold-plan';
/** The author of comments that are notes of a step. */
export const NOTE_AUTHOR = 'wayfold';

const Text = z.string().nullish();

/** The fields of an issue that fit into a plan or are worth a note; the files have more, and vary. */
const Issue = z.object({
  id: z.string().min(1),
  title: z.string(),
  description: Text,
  design: Text,
  acceptance_criteria: Text,
  notes: Text,
  status: z.string().nullish(),
  priority: z.int().nullish(),
  issue_type: Text,
  assignee: Text,
  external_ref: Text,
  due_at: Text,
  defer_until: Text,
  close_reason: Text,
  labels: z.array(z.string()).nullish(),
  dependencies: z
    .array(
      z.object({
        depends_on_id: z.string(),
        type: z.string().nullish(),
        dep_type: z.string().nullish(),
      }),
    )
    .nullish(),
  comments: z.array(z.object({ author: Text, text: Text, body: Text })).nullish(),
});

type Issue = z.infer<typeof Issue>;

interface PlacedIssue {
  readonly issue: Issue;
  readonly place: string;
  /** All of its fields in the file. */
  readonly fields: readonly string[];
}

const STATUSES: Readonly<Record<string, ForeignStatus>> = {
  open: { status: 'pending' },
  ready: { status: 'pending' },
  in_progress: { status: 'in_progress' },
  hooked: { status: 'in_progress', note: 'Hooked to an agent.' },
  blocked: { status: 'blocked' },
  deferred: { status: 'blocked', note: 'Deferred.' },
  pinned: { status: 'pending', note: 'Pinned.' },
  closed: { status: 'done' },
};

/** The link type of each dependency: the issue depends on the other one. */
const LINKS: Readonly<Record<string, LinkType>> = {
  blocks: 'blocks',
  'conditional-blocks': 'blocks',
  'waits-for': 'blocks',
  'parent-child': 'parent',
  'discovered-from': 'discovered-from',
  related: 'related',
  'relates-to': 'related',
};

/** Whether a text looks like the issues.jsonl of beads: its first line is an issue. */
export function isBeads(text: string): boolean {
  const [first = ''] = text
    .replace(/^\ufeff/, '')
    .trimStart()
    .split('\n');
  try {
    const { id, title, plan, _type, status } = Object(JSON.parse(first));
    if (typeof _type === 'string') return true;
    return typeof id === 'string' && (typeof title === 'string' || status === DELETED) && plan === undefined;
  } catch {
    return false;
  }
}

/**
 * Reads the issues.jsonl of beads. Dependencies become links; fields that a step does not have become notes, so
 * that nothing is lost. Deleted issues and other records are left out.
 */
export function readBeadsPlan(text: string, rules: TextRules = DEFAULT_RULES.text): PlanDraft {
  const records = text
    .replace(/^\ufeff/, '')
    .split('\n')
    .flatMap((line, i) => (line.trim() === '' ? [] : recordIn(line, `line ${i + 1}`)));
  const issues = records.flatMap(({ issue }) => issue ?? []);
  const plan = issues.find(({ issue }) => issue.labels?.includes(PLAN_LABEL));
  const steps = issues.filter((each) => each !== plan);
  const known = new Map(steps.map(({ issue, place }) => [issue.id, place]));
  if (known.size < steps.length) throw twice(steps);
  const [prefix = 'beads'] = (steps[0]?.issue.id ?? '').split(/-[^-]*$/);
  const read = steps.map((each) => stepFrom(each, { known, planId: plan?.issue.id, rules }));
  return {
    objective: plan && { text: plan.issue.title, place: plan.place },
    usualObjective: { text: `Issues of ${prefix === '' ? 'beads' : prefix}`, place: 'line 1' },
    abandoned: false,
    steps: read.map(({ step }) => step),
    leftOut: leftOutOf(
      ['deleted', records.flatMap(({ deleted }) => deleted ?? [])],
      ['records', records.flatMap(({ other }) => other ?? [])],
      ['fields', steps.flatMap(({ fields }) => fields.filter(isLeftOut))],
      ['noted_fields', steps.flatMap(({ issue }) => noted(issue))],
      ['noted_statuses', read.flatMap(({ status }) => status ?? [])],
      ['noted_dependencies', read.flatMap(({ unlinked }) => unlinked.map(({ other }) => other))],
    ),
  };
}

/** Counts and hashes add no information. */
function isLeftOut(field: string): boolean {
  return !Object.hasOwn(Issue.shape, field) && !/^_type$|_count$|_hash$/.test(field);
}

/** The status of a deleted issue. */
const DELETED = 'tombstone';

/** A line of the file: an issue, the id of a deleted one, or something else. */
interface BeadsRecord {
  readonly issue?: PlacedIssue;
  readonly deleted?: string;
  readonly other?: string;
}

function recordIn(line: string, place: string): BeadsRecord {
  const json = parsedLine(line, place);
  const { _type = 'issue', status, id, key } = Object(json);
  if (_type !== 'issue') return { other: `${_type} ${key ?? id ?? `on ${place}`}` };
  if (status === DELETED) return { deleted: String(id ?? place) };
  const { data, error } = Issue.safeParse(json);
  if (data) return { issue: { issue: data, place, fields: Object.keys(Object(json)) } };
  const [issue] = error.issues;
  throw new PlanImportError({
    place,
    summary: `The ${place} is not a beads issue: ${issue?.message} at ${z.core.toDotPath(issue?.path ?? [])}.`,
    fix: 'Correct the line, and import the file again.',
  });
}

function parsedLine(line: string, place: string): unknown {
  try {
    return JSON.parse(line);
  } catch (cause) {
    throw new PlanImportError({
      place,
      summary: `The ${place} is not JSON: ${cause instanceof Error ? cause.message : String(cause)}.`,
      fix: /^(<{7}|={7}|>{7})/.test(line)
        ? 'Settle the merge conflict that git left in the file, and import it again.'
        : 'Correct the line, and import the file again.',
      cause,
    });
  }
}

interface IssueContext {
  readonly known: ReadonlyMap<string, string>;
  readonly planId: string | undefined;
  readonly rules: TextRules;
}

/** Dependencies of an issue that are not links of the plan, with their type. */
interface Unlinked {
  readonly other: string;
  readonly type: string;
}

interface ReadIssue {
  readonly step: StepDraft;
  /** The issue and its status, if that is kept in a note. */
  readonly status: string | undefined;
  readonly unlinked: readonly Unlinked[];
}

function stepFrom({ issue, place }: PlacedIssue, { known, planId, rules }: IssueContext): ReadIssue {
  const named = issue.status?.trim() || 'open';
  const status = (Object.hasOwn(STATUSES, named) ? STATUSES[named] : undefined) ?? nearestStatus(named);
  const texts = (text: string | null | undefined, most: number, lead = ''): readonly LocatedText[] =>
    text == null || text.trim() === ''
      ? []
      : textPieces({ text: textIn(`${lead}${text}`, rules), place }, most);
  const title = titleParts(textIn(issue.title, rules));
  const [details, ...more] = texts(issue.description, MAX_DETAILS);
  const { links, unlinked } = linksOf(issue, place, { known, planId });
  const comments = (issue.comments ?? []).map(({ author, text, body }) => ({
    author,
    text: text ?? body ?? '',
  }));
  const own = comments.filter(({ author }) => author === NOTE_AUTHOR);
  const evidence = own.flatMap(({ text }): LocatedEvidence[] => {
    const found = markdownEvidence(text);
    return found ? [{ evidence: found, place }] : [];
  });
  const step = {
    key: issue.id,
    links,
    title: { text: title.text, place },
    details,
    status: status.status,
    notes: [
      ...texts(title.note, MAX_NOTE),
      ...more,
      ...texts(issue.design, MAX_NOTE, 'Design: '),
      ...texts(issue.acceptance_criteria, MAX_NOTE, 'Acceptance criteria: '),
      ...texts(issue.notes, MAX_NOTE, 'Notes: '),
      ...own.filter(({ text }) => !markdownEvidence(text)).flatMap(({ text }) => texts(text, MAX_NOTE)),
      ...comments
        .filter(({ author }) => author !== NOTE_AUTHOR)
        .flatMap(({ author, text }) => texts(text, MAX_NOTE, `${author ?? 'Comment'}: `)),
      ...texts(issue.close_reason, MAX_NOTE, 'Closed: '),
      ...texts(status.note, MAX_NOTE),
      ...unlinked.flatMap(({ other, type }) => texts(`Depends on ${other} (${type}).`, MAX_NOTE)),
      ...texts(fieldNote(issue), MAX_NOTE),
    ],
    ...(evidence.length > 0 && { evidence }),
  };
  return { step, status: status.note === undefined ? undefined : `${issue.id} (${named})`, unlinked };
}

function linksOf(
  { id, dependencies }: Issue,
  place: string,
  { known, planId }: Pick<IssueContext, 'known' | 'planId'>,
): { readonly links: readonly LocatedLink[]; readonly unlinked: readonly Unlinked[] } {
  const links: LocatedLink[] = [];
  const unlinked: Unlinked[] = [];
  for (const { depends_on_id: other, type, dep_type } of dependencies ?? []) {
    const named = type ?? dep_type ?? 'blocks';
    if (other === planId) continue;
    const linkType = Object.hasOwn(LINKS, named) ? LINKS[named] : undefined;
    if (linkType === undefined || !known.has(other) || other === id) unlinked.push({ other, type: named });
    else if (linkType === 'blocks' || linkType === 'parent')
      links.push({ from: other, type: linkType, to: id, place });
    else links.push({ from: id, type: linkType, to: other, place });
  }
  // The id of a part is its parent's id and a number: bd-a3f8.1.
  const whole = id.replace(/\.\d+$/, '');
  const hasParent = links.some(({ type }) => type === 'parent');
  if (!hasParent && whole !== id && known.has(whole))
    links.push({ from: whole, type: 'parent', to: id, place });
  return { links, unlinked };
}

/** Fields without a place in a plan, in one note, from which an export to beads restores them. */
function fieldNote(issue: Issue): string {
  const { id, priority, issue_type, assignee, labels, external_ref, due_at, defer_until } = issue;
  const fields = [
    ...(priority == null ? [] : [`P${priority}`]),
    ...(issue_type ? [issue_type] : []),
    ...(assignee ? [`assignee ${assignee}`] : []),
    ...(labels?.length ? [`labels ${labels.join(', ')}`] : []),
    ...(external_ref ? [`external ref ${external_ref}`] : []),
    ...(due_at ? [`due ${due_at}`] : []),
    ...(defer_until ? [`deferred until ${defer_until}`] : []),
  ];
  return `beads ${id}${fields.length === 0 ? '' : `: ${fields.join('; ')}`}`;
}

/** The names of the fields in the note. */
function noted(issue: Issue): readonly string[] {
  const { priority, issue_type, assignee, labels, external_ref, due_at, defer_until } = issue;
  const fields = { priority, issue_type, assignee, labels, external_ref, due_at, defer_until };
  return Object.entries(fields).flatMap(([name, value]) => (value == null || value === '' ? [] : [name]));
}

/** The fields of an issue in a note. */
export interface BeadsFields {
  readonly id: string;
  readonly priority?: number;
  readonly issue_type?: string;
  readonly assignee?: string;
  readonly labels?: readonly string[];
  readonly external_ref?: string;
  readonly due_at?: string;
}

/** The fields in a note of an import; `undefined` for any other note. */
export function beadsFields(note: string): BeadsFields | undefined {
  const [, id, list = ''] = /^beads (\S+?)(?:: (.*))?$/.exec(note) ?? [];
  if (id === undefined) return undefined;
  const fields = list === '' ? [] : list.split('; ');
  const after = (lead: string) => fields.find((field) => field.startsWith(lead))?.slice(lead.length);
  const priority = fields.find((field) => /^P\d$/.test(field))?.slice(1);
  const type = fields.find((field) => /^[a-z-]+$/.test(field));
  const [assignee, labels, ref, due] = ['assignee ', 'labels ', 'external ref ', 'due '].map(after);
  return {
    id,
    ...(priority !== undefined && { priority: Number(priority) }),
    ...(type !== undefined && { issue_type: type }),
    ...(assignee !== undefined && { assignee }),
    ...(labels !== undefined && { labels: labels.split(', ') }),
    ...(ref !== undefined && { external_ref: ref }),
    ...(due !== undefined && { due_at: due }),
  };
}

function twice(issues: readonly PlacedIssue[]): PlanImportError {
  const seen = new Map<string, string>();
  const again = issues.find(({ issue, place }) => {
    const isKnown = seen.has(issue.id);
    if (!isKnown) seen.set(issue.id, place);
    return isKnown;
  });
  const { issue, place = 'the file' } = again ?? {};
  return new PlanImportError({
    place,
    summary: `Issue ${issue?.id} appears twice: on ${seen.get(issue?.id ?? '')} and on ${place}.`,
    fix: 'Remove one of the two lines, and import the file again.',
  });
}
