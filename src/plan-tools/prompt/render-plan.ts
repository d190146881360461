import { relationLines } from '../graph/relation-lines.ts';
import { evidenceMarkdown } from '../plan/evidence.ts';
import type { Plan, PlanStep, StepStatus } from '../plan/plan.ts';

/** The checkbox of each step status. */
export const CHECK_MARKS: Readonly<Record<StepStatus, string>> = {
  pending: ' ',
  in_progress: '~',
  blocked: '!',
  done: 'x',
};

/**
 * The plan as a Markdown checklist: details below their step; notes, evidence and links as bullets. `importPlan`
 * restores it, except for claims.
 */
export function renderPlan(plan: Plan): string {
  const done = plan.steps.filter(({ status }) => status === 'done').length;
  const head = [
    `# ${plan.objective}`,
    '',
    `Status: ${plan.status}, ${done} of ${plan.steps.length} steps done`,
  ];
  return [...head, '', ...plan.steps.flatMap(stepLines)].join('\n').trimEnd();
}

function stepLines(step: PlanStep): string[] {
  const { stepId, title, details, status, notes, evidence = [] } = step;
  return [
    `- [${CHECK_MARKS[status]}] ${stepId}: ${title}`,
    ...(details === null ? [] : details.split('\n').map((line) => indented('  ', escapedLine(line)))),
    ...notes.flatMap(noteLines),
    ...evidence.map((each) => `  - ${evidenceMarkdown(each)}`),
    ...relationLines(step).map((line) => `  - ${line}`),
  ];
}

function noteLines(note: string): string[] {
  return note
    .split('\n')
    .map((line, i) => (i === 0 ? `  - ${escapedLine(line)}` : indented('    ', escapedLine(line))));
}

function indented(by: string, line: string): string {
  return line === '' ? '' : `${by}${line}`;
}

/** Text that would start a list, a heading, a quotation, a fence or a comment: `- x`, `1. x`, `# x`. */
const BEGINS_BLOCK = /^(\s*)(?:(\d+)([.)\\])|([-*+[\\#>~`]|<(?=!--)))/;
const ESCAPED = /^(\s*)(?:(\d+)\\([.)\\])|\\([-*+[\\#>~`]|<(?=!--)))/;

/** A line of text, escaped for Markdown. */
function escapedLine(line: string): string {
  return line.replace(BEGINS_BLOCK, (_, space, digits = '', stop = '', sign = '') => {
    return `${space}${digits}\\${stop}${sign}`;
  });
}

/** The original of an escaped line. */
export function unescapedLine(line: string): string {
  return line.replace(ESCAPED, (_, space, digits = '', stop = '', sign = '') => {
    return `${space}${digits}${stop}${sign}`;
  });
}
