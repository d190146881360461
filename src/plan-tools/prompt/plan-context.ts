import type { StepRelations } from '../graph/step-relations.ts';
import type { Plan, PlanStep } from '../plan/plan.ts';
import { CHECK_MARKS } from './render-plan.ts';

/** About how many tokens of plans go into a model's context. */
export const MAX_TOKENS = 1500;
/** Mostly ASCII text has four bytes per token; other scripts have fewer characters but more bytes per token. */
const BYTES_OF_TOKEN = 4;
/** The share of the space that open steps get first. */
const OPEN_SHARE = 0.6;
const MAX_NOTES = 12;
const MAX_NOTE_LENGTH = 300;
const LEFT_OUT = 'Not all of the plan is shown. Call planning_read_plan for the rest.';

/** Options for putting a plan into a model's context. */
export interface PlanContextOptions {
  /** About how many tokens the text may have; default 1,500. */
  readonly mostTokens?: number | undefined;
  /** The id of the plan, if it has to be named. */
  readonly planId?: string | undefined;
}

/** The parts of the text, each in plan order. */
interface Part {
  readonly title: string;
  readonly lines: readonly Line[];
  /** Which lines get space first. */
  readonly first: (a: Line, b: Line) => number;
  /** The share of the space up to which this part may fill the text. */
  readonly upTo: number;
}

interface Line {
  readonly place: number;
  readonly text: string;
  /** What may be added to the line if there is space. */
  readonly more: string;
  readonly isUrgent: boolean;
}

/**
 * The active plan for a model's context: open steps, notes and finished steps, in at most about this many tokens.
 * Open steps come first, those in progress or blocked before all others. Empty if no plan is active.
 */
export function planContext(plan: Plan | undefined, options: PlanContextOptions = {}): string {
  if (plan?.status !== 'active') return '';
  const { mostTokens = MAX_TOKENS, planId } = options;
  const mostBytes = mostTokens * BYTES_OF_TOKEN;
  const { steps } = plan;
  const done = steps.filter(({ status }) => status === 'done');
  const named = planId === undefined ? '' : ` "${planId}"`;
  const head = `Active plan${named}, ${done.length} of ${steps.length} steps done: ${plan.objective}`;
  if (bytesOf(head) > mostBytes) return clippedToBytes(head, mostBytes);

  const room = mostBytes - LEFT_OUT.length - 2;
  let used = bytesOf(head);
  let isComplete = true;
  const texts = partsOf(steps).flatMap(({ title, lines, first, upTo }) => {
    if (lines.length === 0) return [];
    const shown: Line[] = [];
    const most = room * upTo;
    let wanted = used + title.length + 2;
    for (const line of lines.toSorted(first)) {
      const short = bytesOf(line.text) + 1;
      const full = short + bytesOf(line.more);
      if (wanted + short > most) break;
      const fits = wanted + full <= most;
      if (!fits) isComplete = false;
      wanted += fits ? full : short;
      shown.push(fits ? line : { ...line, more: '' });
    }
    if (shown.length < lines.length) isComplete = false;
    if (shown.length === 0) return [];
    used = wanted;
    const ordered = shown.toSorted((a, b) => a.place - b.place);
    return [`\n${title}`, ...ordered.map(({ text, more }) => text + more)];
  });
  const text = [head, ...texts].join('\n');
  return isComplete || room < used ? text : `${text}\n\n${LEFT_OUT}`;
}

function partsOf(steps: readonly PlanStep[]): readonly Part[] {
  const open = steps.filter(({ status }) => status !== 'done');
  const openIds = new Set(open.map(({ stepId }) => stepId));
  const notes = steps.flatMap(({ stepId, notes }) =>
    notes.map((note) => `- ${stepId}: ${clipped(oneLine(note), MAX_NOTE_LENGTH)}`),
  );
  return [
    {
      title: 'Open steps:',
      lines: open.map(({ stepId, title, details, status, ...relations }, place) => ({
        place,
        text: `- [${CHECK_MARKS[status]}] ${stepId}: ${title}${relationNote(relations, openIds)}`,
        more: details === null ? '' : ` (${oneLine(details)})`,
        isUrgent: status !== 'pending',
      })),
      first: (a, b) => Number(b.isUrgent) - Number(a.isUrgent) || a.place - b.place,
      upTo: OPEN_SHARE,
    },
    { title: 'Latest notes:', lines: notes.slice(-MAX_NOTES).map(plainLine), first: lastFirst, upTo: 1 },
    {
      title: 'Done:',
      lines: steps
        .filter(({ status }) => status === 'done')
        .map(({ stepId, title }, place) => plainLine(`- ${stepId}: ${title}`, place)),
      first: lastFirst,
      upTo: 1,
    },
  ];
}

/** What an agent has to know before it starts a step: what has to be done first, and who holds it. */
function relationNote({ parent, blockedBy = [], claim }: StepRelations, open: ReadonlySet<string>): string {
  const blockers = blockedBy.filter((id) => open.has(id));
  const parts = [
    ...(parent !== undefined && open.has(parent) ? [`part of ${parent}`] : []),
    ...(blockers.length > 0 ? [`after ${blockers.join(', ')}`] : []),
    ...(claim ? [`claimed by ${claim.agent} until ${claim.until}`] : []),
  ];
  return parts.length === 0 ? '' : ` [${parts.join('; ')}]`;
}

function plainLine(text: string, place: number): Line {
  return { place, text, more: '', isUrgent: false };
}

function lastFirst(a: Line, b: Line): number {
  return b.place - a.place;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}

/** An estimate of the number of tokens, for any model. */
export function estimatedTokens(text: string): number {
  return Math.ceil(bytesOf(text) / BYTES_OF_TOKEN);
}

const encoder = new TextEncoder();

function bytesOf(text: string): number {
  return encoder.encode(text).length;
}

function clippedToBytes(text: string, most: number): string {
  let shown = clipped(text, Math.floor(most));
  while (bytesOf(shown) > most) shown = clipped(text, shown.length - 1);
  return shown;
}

/** Whole characters only: surrogate pairs are not split. */
function clipped(text: string, most: number): string {
  if (text.length <= most) return text;
  if (most < 4) return '';
  return `${text.slice(0, most - 3).replace(/[\ud800-\udbff]$/, '')}...`;
}
