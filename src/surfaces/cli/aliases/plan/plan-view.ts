import type { Plan, PlanStatus, PlanStep, StepStatus } from '../../../../plan-tools/plan.ts';
import type { Glyphs } from '../../terminal/glyphs.ts';
import { type StyledLine, span, wrapped } from '../../terminal/styled-line.ts';

const WIDEST_BAR = 30;

/** The step that is worked on, or else the one to take up next; none when all are done. */
export function currentStep({ steps }: Plan): PlanStep | undefined {
  const first = (wanted: StepStatus) => steps.find(({ status }) => status === wanted);
  return first('in_progress') ?? first('pending') ?? first('blocked');
}

/** How far the plan is: `3 of 8 done, 1 blocked`. */
export function progressText({ steps }: Plan): string {
  if (steps.length === 0) return 'no steps';
  const count = (wanted: StepStatus) => steps.filter(({ status }) => status === wanted).length;
  const blocked = count('blocked');
  return `${count('done')} of ${steps.length} done${blocked > 0 ? `, ${blocked} blocked` : ''}`;
}

/** A bar that fills as steps are done, with the numbers and the plan's status beside it. */
export function progressLine(
  plan: Plan,
  { columns, glyphs }: { columns: number; glyphs: Glyphs },
): StyledLine {
  const text = [
    span(progressText(plan)),
    span(` ${glyphs.dot} `, 'dim'),
    span(plan.status, STATUS_STYLES[plan.status]),
  ];
  const room = columns - `${progressText(plan)} ${glyphs.dot} ${plan.status}  `.length;
  const width = Math.min(WIDEST_BAR, room);
  if (plan.steps.length === 0 || width < 5) return text;
  const done = plan.steps.filter(({ status }) => status === 'done').length;
  // Rounded down, so that only a plan with nothing left has a full bar.
  const full = Math.floor((done / plan.steps.length) * width);
  return [
    span(glyphs.full.repeat(full), 'green'),
    span(glyphs.rest.repeat(width - full), 'dim'),
    span('  '),
    ...text,
  ];
}

const STATUS_STYLES = { active: 'bold', completed: 'green', abandoned: 'yellow' } as const satisfies Record<
  PlanStatus,
  string
>;

export interface StepViewOptions {
  readonly columns: number;
  readonly glyphs: Glyphs;
  /** With details and notes, and the title in as many lines as it takes; else one line. */
  readonly inFull: boolean;
  readonly isCurrent: boolean;
}

/** A step with its sign: one line, or all there is to say about it. */
export function stepLines(step: PlanStep, options: StepViewOptions): StyledLine[] {
  const { columns, glyphs, inFull, isCurrent } = options;
  const { stepId, title, details, status, notes } = step;
  const sign = `${glyphs.step[status]} `;
  const indent = ' '.repeat(sign.length + stepId.length + 2);
  const room = columns - indent.length;
  const [first = '', ...more] = inFull ? wrapped(title, room) : [title];
  const titleSpan = (text: string) =>
    isCurrent ? span(text, 'bold') : status === 'done' ? span(text, 'dim') : span(text);
  const head = [signSpan(status, sign), span(stepId, 'dim'), span('  '), titleSpan(first)];
  if (!inFull) return [head];
  return [
    head,
    ...more.map((line) => [span(indent), titleSpan(line)]),
    ...(details === null ? [] : wrapped(details, room).map((line) => [span(indent), span(line, 'dim')])),
    ...notes.flatMap((note) =>
      wrapped(note, room - 2).map((line, i) => [
        span(indent),
        span(i === 0 ? '- ' : '  ', 'dim'),
        span(line),
      ]),
    ),
  ];
}

function signSpan(status: StepStatus, sign: string) {
  switch (status) {
    case 'pending':
      return span(sign, 'dim');
    case 'in_progress':
      return span(sign, 'yellow', 'bold');
    case 'blocked':
      return span(sign, 'red', 'bold');
    case 'done':
      return span(sign, 'green');
  }
}
