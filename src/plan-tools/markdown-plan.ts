import { PlanImportError } from './error.ts';
import { markdownEvidence } from './evidence.ts';
import { isClaimLine, linksInLine } from './graph/relation-lines.ts';
import type { StepStatus } from './plan.ts';
import type { PlacedEvidence, PlacedLink, PlacedText, PlanDraft, StepDraft } from './plan-draft.ts';
import { CHECK_MARKS, unescapedLine } from './render-plan.ts';

const HEADING = /^#{1,6}\s+(\S.*)$/;
/** A letter or a digit in brackets is a reference, not a box. */
const CHECKBOX = /^(\s*)(?:[-*+]|\d{1,9}[.)])\s+\[([xX\W])\](?:\s+(.*))?$/;
const BULLET = /^(\s*)[-*+]\s+(.*)$/;
const FENCE = /^\s*(`{3,}|~{3,})/;
const OWN_ID = /^(S\d{3,}(?:-[a-z0-9]+)?): /;
const ABANDONED = /^Status: abandoned\b/;

/** A text that may go on over several lines. */
interface OpenText {
  readonly line: number;
  readonly indent: number;
  readonly lines: string[];
}

interface OpenStep {
  readonly title: PlacedText;
  readonly status: StepStatus;
  details: OpenText | undefined;
  readonly notes: OpenText[];
  readonly evidence: PlacedEvidence[];
  readonly key: string;
  readonly links: PlacedLink[];
  /** How far the text below the step is set in. */
  readonly indent: number;
}

/**
 * Reads a Markdown checklist. The first heading is the objective; every item with a checkbox is a step; a nested one is a
 * part of the step above it. What is set in below a step are its details, and the plain bullets there its notes. Other text is
 * passed over.
 */
export function readMarkdownPlan(markdown: string): PlanDraft {
  let objective: PlacedText | undefined;
  let abandoned = false;
  let fence: string | undefined;
  const steps: OpenStep[] = [];
  /** The steps that text may still belong to. */
  let open: OpenStep[] = [];

  for (const [index, line] of markdown.split('\n').entries()) {
    const number = index + 1;
    const step = open.findLast((candidate) => isBelow(candidate, line));
    const [, mark] = FENCE.exec(line) ?? [];
    if (fence !== undefined || mark !== undefined) {
      if (step) addText(step, line, number);
      if (fence === undefined) fence = mark;
      else if (mark?.startsWith(fence)) fence = undefined;
      continue;
    }
    const [, lead = '', box, title = ''] = CHECKBOX.exec(line) ?? [];
    const [, heading] = HEADING.exec(line) ?? [];
    if (box !== undefined) {
      const begun = stepAt(number, lead, box, title);
      const whole = open.findLast((each) => each.indent < begun.indent && isBelow(each, line));
      if (whole)
        begun.links.push({ from: whole.key, type: 'parent', to: begun.key, place: `line ${number}` });
      steps.push(begun);
      // What is set in as far as this one or farther gets no more text: this one is nearer.
      while ((open.at(-1)?.indent ?? -1) >= begun.indent) open.pop();
      open.push(begun);
    } else if (step) {
      addBelow(step, line, number);
    } else if (line.trim() !== '') {
      open = [];
      if (heading !== undefined) objective ??= { text: heading, place: `line ${number}` };
      if (steps.length === 0) abandoned ||= ABANDONED.test(line);
    }
  }
  return { objective, abandoned, steps: steps.map(closed) };
}

function stepAt(number: number, lead: string, box: string, title: string): OpenStep {
  const place = `line ${number}`;
  return {
    title: { text: title.replace(OWN_ID, ''), place },
    key: OWN_ID.exec(title)?.[1] ?? place,
    links: [],
    status: statusOf(box, place),
    details: undefined,
    notes: [],
    evidence: [],
    indent: lead.length + 2,
  };
}

function statusOf(box: string, place: string): StepStatus {
  const sign = box.toLowerCase();
  if (sign === ' ') return 'pending';
  if (sign === CHECK_MARKS.in_progress) return 'in_progress';
  if (sign === CHECK_MARKS.blocked) return 'blocked';
  if (sign === CHECK_MARKS.done) return 'done';
  throw new PlanImportError({
    place,
    expected: `[ ], [x], [~] or [!] on ${place}`,
    actual: `[${box}]`,
    fix: 'Use one of the four, and import the file again.',
  });
}

/** A blank line belongs to whatever text goes on after it. */
function isBelow({ indent }: OpenStep, line: string): boolean {
  return line.trim() === '' || line.startsWith('\t') || indentOf(line) >= indent;
}

function addBelow(step: OpenStep, line: string, number: number): void {
  const [, lead = '', text] = BULLET.exec(line) ?? [];
  const note = step.notes.at(-1);
  const isDeeper = note !== undefined && lead.length >= note.indent;
  const evidence = text === undefined || isDeeper ? undefined : markdownEvidence(text);
  const links = text === undefined || isDeeper ? undefined : linksInLine(text, step.key);
  if (evidence) step.evidence.push({ evidence, place: `line ${number}` });
  else if (links) step.links.push(...links.map((link) => ({ ...link, place: `line ${number}` })));
  // Who holds a step holds it in the plan that was exported.
  else if (text !== undefined && !isDeeper && isClaimLine(text)) return;
  else if (text === undefined || isDeeper) addText(step, line, number);
  else step.notes.push({ line: number, indent: lead.length + 2, lines: [unescapedLine(text)] });
}

function addText(step: OpenStep, line: string, number: number): void {
  const note = step.notes.at(-1);
  const isBlank = line.trim() === '';
  if (note && (isBlank || indentOf(line) >= note.indent)) {
    note.lines.push(textAt(line, note.indent));
    return;
  }
  if (isBlank && !step.details) return;
  step.details ??= { line: number, indent: step.indent, lines: [] };
  step.details.lines.push(textAt(line, step.indent));
}

function textAt(line: string, indent: number): string {
  return unescapedLine(line.slice(Math.min(indent, indentOf(line))));
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

function closed({ title, key, status, details, notes, evidence, links }: OpenStep): StepDraft {
  return {
    title,
    key,
    links,
    status,
    details: details && closedText(details),
    notes: notes.map(closedText),
    ...(evidence.length > 0 && { evidence }),
  };
}

function closedText({ line, lines }: OpenText): PlacedText {
  return { text: lines.join('\n'), place: `line ${line}` };
}
