import { PlanImportError } from '../error.ts';
import { isClaimLine, linksInLine } from '../graph/relation-lines.ts';
import { markdownEvidence } from '../plan/evidence.ts';
import type { StepStatus } from '../plan/plan.ts';
import type { LocatedEvidence, LocatedLink, LocatedText, PlanDraft, StepDraft } from '../plan/plan-draft.ts';
import { CHECK_MARKS, unescapedLine } from '../prompt/render-plan.ts';
import type { ForeignStatus } from './foreign-status.ts';
import { type FrontMatterFile, readFrontMatter } from './front-matter.ts';
import { leftOutOf } from './import-omissions.ts';

const HEADING = /^#{1,6}\s+(\S.*)$/;
/** The underline of a setext heading. */
const UNDERLINE = /^(?:=+|-+)\s*$/;
/** A letter or digit in brackets is a reference, not a checkbox. A star after the box marks an optional task. */
const CHECKBOX = /^(\s*)(?:[-*+]|\d{1,9}[.)])\s+\[([xX\W])\](\*)?(?:\s+(.*))?$/;
const LIST_ITEM = /^\s*(?:[-*+]|\d{1,9}[.)])\s/;
const ITEM_START = /^\s*(?:[-*+]|\d{1,9}[.)])\s+/;
const RULE = /^\s{0,3}(?:[-*_]\s*){3,}$/;
const BULLET = /^(\s*)[-*+]\s+(.*)$/;
const FENCE = /^\s*(`{3,}|~{3,})/;
const OWN_ID = /^(S\d{3,}(?:-[a-z0-9]+)?): /;
const COMMENT = /^\s*<!--/;
/** The status line below the heading of an export. */
const STATUS = /^Status: (?:active|completed|abandoned), \d+ of \d+ steps done$/;
const ABANDONED = /^Status: abandoned\b/;

/** A text that may continue over several lines. */
interface OpenText {
  readonly line: number;
  readonly indent: number;
  readonly lines: string[];
}

interface OpenStep {
  readonly title: LocatedText;
  readonly status: StepStatus;
  details: OpenText | undefined;
  readonly notes: OpenText[];
  /** The notes that its box implies. */
  readonly remarks: string[];
  readonly evidence: LocatedEvidence[];
  readonly key: string;
  readonly links: LocatedLink[];
  /** The indentation of the text below the step. */
  readonly indent: number;
}

/** A list item that is a step: its indentation, box, star and text. */
type StepLine = (line: string) => RegExpExecArray | null;

const withBox: StepLine = (line) => CHECKBOX.exec(line);
/** Treats each item as if it had an empty box. */
const withoutBox: StepLine = (line) =>
  RULE.test(line) ? null : CHECKBOX.exec(line.replace(ITEM_START, '$&[ ] '));

/**
 * Reads a Markdown list. The first heading is the objective; every item with a checkbox is a step; a nested one is
 * part of the step above it. Indented text below a step becomes its details, and plain bullets there its notes.
 * Code, comments and other text are skipped. If no item has a box, every item is a step.
 */
export function readMarkdownPlan(markdown: string): PlanDraft {
  const boxed = readSteps(markdown, withBox);
  return boxed.steps.length > 0 ? boxed : readSteps(markdown, withoutBox);
}

function readSteps(markdown: string, stepIn: StepLine): PlanDraft {
  const front = frontMatterOf(markdown);
  const title = front?.fields.get('title');
  const lines = markdown.split('\n');
  let objective: LocatedText | undefined;
  let abandoned = false;
  let fence: string | undefined;
  /** The last line of a comment. */
  let commentEnd = 0;
  /** The previous line, if it is text that an underline turns into a heading. */
  let above: LocatedText | undefined;
  let isInList = false;
  const steps: OpenStep[] = [];
  const passedOver: number[] = [];
  /** The steps that further text may belong to. */
  let open: OpenStep[] = [];

  for (const [index, line] of lines.entries()) {
    const number = index + 1;
    if (number < (front?.bodyLine ?? 0)) {
      passedOver.push(number);
      continue;
    }
    const step = open.findLast((candidate) => isBelow(candidate, line));
    const [, mark] = FENCE.exec(line) ?? [];
    const wasAbove = above;
    above = undefined;
    if (fence === undefined && number > commentEnd && COMMENT.test(line))
      commentEnd = endOfComment(lines, index, step);
    if (fence !== undefined || mark !== undefined || number <= commentEnd) {
      if (step) addText(step, line, number);
      else {
        if (line.trim() !== '') passedOver.push(number);
        // A comment between the items of a list need not end it.
        if (fence === undefined && mark === undefined && lines[index - 1]?.trim() === '') open = [];
      }
      if (number <= commentEnd) continue;
      if (fence === undefined) fence = mark;
      else if (mark?.startsWith(fence)) fence = undefined;
      continue;
    }
    const [, lead = '', box, star, words = ''] = stepIn(line) ?? [];
    const [, heading] = HEADING.exec(line) ?? [];
    // Indented this far outside of any list, it is code.
    const isCode = steps.length > 0 && open.length === 0 && !isInList && widthOf(lead) >= 4;
    if (box !== undefined && !isCode) {
      const begun = stepAt(number, lead, box, words);
      if (star !== undefined) begun.remarks.push('Optional.');
      const whole = open.findLast((each) => each.indent < begun.indent && isBelow(each, line));
      if (whole)
        begun.links.push({ from: whole.key, type: 'parent', to: begun.key, place: `line ${number}` });
      steps.push(begun);
      // Steps indented this far or farther get no more text: this one is closer.
      while ((open.at(-1)?.indent ?? -1) >= begun.indent) open.pop();
      open.push(begun);
    } else if (step) {
      addBelow(step, line, number);
    } else if (line.trim() !== '') {
      open = [];
      const isUnderline = wasAbove !== undefined && UNDERLINE.test(line);
      const found = heading === undefined ? undefined : { text: heading, place: `line ${number}` };
      const begun = objective === undefined ? (found ?? (isUnderline ? wasAbove : undefined)) : undefined;
      objective ??= begun;
      if (begun && isUnderline) passedOver.pop();
      if (begun === undefined && !STATUS.test(line)) passedOver.push(number);
      if (!isInList || widthOf(line) < 2) isInList = LIST_ITEM.test(line);
      if (!isInList && heading === undefined && !isUnderline && /^ {0,3}\S/.test(line))
        above = { text: line.trim(), place: `line ${number}` };
      if (steps.length === 0) abandoned ||= ABANDONED.test(line);
    }
  }
  return {
    objective,
    ...(typeof title?.value === 'string' &&
      title.value !== '' && { usualObjective: { text: title.value, place: `line ${title.line}` } }),
    abandoned,
    steps: steps.map(closed),
    leftOut: leftOutOf(['text', lineRanges(passedOver, lines)]),
  };
}

/** A rule at the top of a file is not front matter. */
function frontMatterOf(markdown: string): FrontMatterFile | undefined {
  try {
    return readFrontMatter(markdown, 'the file');
  } catch (error) {
    if (error instanceof PlanImportError) return undefined;
    throw error;
  }
}

/**
 * The last line of the comment that starts here: below a step, at most to the end of the step. An unterminated
 * comment is one line.
 */
function endOfComment(lines: readonly string[], from: number, step: OpenStep | undefined): number {
  const end = lines.findIndex((line, i) => i >= from && line.includes('-->'));
  const isWhole =
    end >= 0 && (step === undefined || lines.slice(from, end + 1).every((line) => isBelow(step, line)));
  return isWhole ? end + 1 : step === undefined ? from + 1 : from;
}

/** `line 3`, `lines 5-9`: blank lines between two listed ones are included. */
function lineRanges(numbers: readonly number[], lines: readonly string[]): readonly string[] {
  const ranges: { first: number; last: number }[] = [];
  for (const number of numbers) {
    const range = ranges.at(-1);
    if (range && lines.slice(range.last, number - 1).every((line) => line.trim() === '')) range.last = number;
    else ranges.push({ first: number, last: number });
  }
  return ranges.map(({ first, last }) => (first === last ? `line ${first}` : `lines ${first}-${last}`));
}

function widthOf(line: string): number {
  const [lead = ''] = /^\s*/.exec(line) ?? [];
  return lead.replaceAll('\t', '    ').length;
}

function stepAt(number: number, lead: string, box: string, title: string): OpenStep {
  const place = `line ${number}`;
  const { status, note } = statusOf(box, place);
  return {
    title: { text: title.replace(OWN_ID, ''), place },
    key: OWN_ID.exec(title)?.[1] ?? place,
    links: [],
    status,
    details: undefined,
    notes: [],
    remarks: note === undefined ? [] : [note],
    evidence: [],
    indent: lead.length + 2,
  };
}

/** The boxes of an export, and those that editors and agents write. */
const BOXES: Readonly<Record<string, ForeignStatus>> = {
  [CHECK_MARKS.pending]: { status: 'pending' },
  [CHECK_MARKS.in_progress]: { status: 'in_progress' },
  [CHECK_MARKS.blocked]: { status: 'blocked' },
  [CHECK_MARKS.done]: { status: 'done' },
  '\u2713': { status: 'done' },
  '\u2714': { status: 'done' },
  '\u2705': { status: 'done' },
  '/': { status: 'in_progress' },
  '-': { status: 'done', note: 'Cancelled, not carried out.' },
  '>': { status: 'blocked', note: 'Deferred.' },
  '<': { status: 'pending', note: 'Scheduled.' },
};

function statusOf(box: string, place: string): ForeignStatus {
  const sign = box.toLowerCase();
  const found = Object.hasOwn(BOXES, sign) ? BOXES[sign] : undefined;
  if (found) return found;
  throw new PlanImportError({
    place,
    expected: `[ ], [x], [~], [/], [!], [-], [>] or [<] on ${place}`,
    actual: `[${box}]`,
    fix: 'Use one of them, and import the file again.',
  });
}

/** A blank line belongs to whatever text continues after it. */
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
  // Claims belong to the plan that was exported.
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

function closed({ title, key, status, details, notes, remarks, evidence, links }: OpenStep): StepDraft {
  return {
    title,
    key,
    links,
    status,
    details: details && closedText(details),
    notes: [...remarks.map((text) => ({ text, place: title.place })), ...notes.map(closedText)],
    ...(evidence.length > 0 && { evidence }),
  };
}

function closedText({ line, lines }: OpenText): LocatedText {
  return { text: lines.join('\n'), place: `line ${line}` };
}
