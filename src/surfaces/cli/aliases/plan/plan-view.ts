import type { Plan, PlanStatus, PlanStep, StepStatus } from '../../../../plan-tools/plan.ts';
import { barLine, stepLines } from '../../terminal/blocks.ts';
import { type StyledLine, span } from '../../terminal/output.ts';
import { type Terminal, terminalGlyphs } from '../../terminal/paint.ts';

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
export function progressLine(plan: Plan, terminal: Terminal): StyledLine {
  const done = plan.steps.filter(({ status }) => status === 'done').length;
  const text = [
    span(progressText(plan)),
    span(` ${terminalGlyphs(terminal).dot} `, 'dim'),
    span(plan.status, STATUS_STYLES[plan.status]),
  ];
  return barLine(done, plan.steps.length, text, terminal);
}

const STATUS_STYLES = { active: 'bold', completed: 'green', abandoned: 'yellow' } as const satisfies Record<
  PlanStatus,
  string
>;

/** A step with its sign, its details and its notes. */
export function planStepLines(step: PlanStep, terminal: Terminal): StyledLine[] {
  const { stepId: id, title, details, status, notes } = step;
  const item = { id, title, notes, status: status === 'in_progress' ? 'running' : status } as const;
  return stepLines(details === null ? item : { ...item, details }, '', terminal);
}
