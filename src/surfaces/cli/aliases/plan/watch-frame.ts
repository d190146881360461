import type { Plan } from '../../../../plan-tools/plan.ts';
import { type StyledLine, span } from '../../terminal/output.ts';
import { type Terminal, terminalGlyphs, wrappedText } from '../../terminal/paint.ts';
import type { PlanChange } from './plan-change.ts';
import { currentStep, planStepLines, progressLine } from './plan-view.ts';

/** What is known of the plan that is watched. */
export interface WatchedPlan {
  readonly planId: string;
  readonly plan: Plan | undefined;
  readonly version: number;
  /** The last changes, the newest last. */
  readonly changes: readonly PlanChange[];
  /** How to get a plan, while there is none. */
  readonly hints: readonly string[];
  /** Why it may not be up to date, if so. */
  readonly trouble?: string | undefined;
}

export interface FrameOptions extends Terminal {
  readonly rows: number;
  readonly now: number;
}

const MOST_CHANGES = 8;
const LEAST_STEP_ROWS = 6;

/** The screen of `plan watch`: what it is about, how far it is, the steps around the current one, the last changes. */
export function watchFrame(watched: WatchedPlan, options: FrameOptions): StyledLine[] {
  const { rows, width } = options;
  const foot = footLine(watched, options);
  const body = watched.plan ? planBody(watched, watched.plan, options) : waiting(watched, options);
  const shown = body.slice(0, Math.max(rows - 1, 1));
  const padding = Array.from({ length: Math.max(rows - 1 - shown.length, 0) }, () => []);
  return rows < 2 ? shown : [...shown, ...padding, width > 0 ? foot : []];
}

function planBody(watched: WatchedPlan, plan: Plan, options: FrameOptions): StyledLine[] {
  const { rows, width } = options;
  const objective = wrappedText(plan.objective, width).slice(0, rows < 14 ? 1 : 3);
  const head = [
    ...objective.map((line) => [span(line, 'bold')]),
    progressLine(plan, options),
    ...(rows < 8 ? [] : [[]]),
  ];
  const room = rows - head.length - 1;
  const changes = changeLines(watched.changes, options, room);
  return [...head, ...stepWindow(plan, room - changes.length, options), ...changes];
}

function changeLines(changes: readonly PlanChange[], { now }: FrameOptions, room: number): StyledLine[] {
  const count = Math.min(changes.length, MOST_CHANGES, Math.floor(room / 3), room - LEAST_STEP_ROWS - 1);
  if (count < 1) return [];
  return [
    [],
    ...changes.slice(-count).map(({ ts, summary }) => [span(`${timeOf(ts, now)}  `, 'dim'), span(summary)]),
  ];
}

/** The steps, or as many around the current one as there is room for. */
function stepWindow(plan: Plan, room: number, terminal: Terminal): StyledLine[] {
  if (plan.steps.length === 0) return [[span(emptyText(plan), 'dim')]];
  if (room < 1) return [];
  const current = currentStep(plan);
  const blocks = plan.steps.map((step) => {
    const shown = step === current ? Math.max(room - 2, 1) : 1;
    return planStepLines(step, terminal).slice(0, shown);
  });
  const lines = blocks.flat();
  if (lines.length <= room) return lines;
  const at = current ? plan.steps.indexOf(current) : plan.steps.length - 1;
  const before = blocks.slice(0, at).flat().length;
  const length = blocks[at]?.length ?? 1;
  const wanted = before - Math.max(Math.floor((room - length) / 3), 1);
  const start = Math.min(Math.max(wanted, 0), lines.length - room);
  const shown = lines.slice(start, start + room);
  const { above, below } = terminalGlyphs(terminal);
  const heads = blocks.map(([head]) => head);
  const count = (hidden: readonly StyledLine[]) => hidden.filter((line) => heads.includes(line)).length;
  const more = (sign: string, hidden: number, where: string) => [
    span(`${sign} ${hidden} more ${where}`, 'dim'),
  ];
  if (room >= 3 && start > 0) shown[0] = more(above, count(lines.slice(0, start + 1)), 'above');
  if (room >= 3 && start + room < lines.length)
    shown[room - 1] = more(below, count(lines.slice(start + room - 1)), 'below');
  return shown;
}

function emptyText({ status }: Plan): string {
  return status === 'abandoned'
    ? 'This plan was given up. A new one will show here.'
    : 'No steps yet. They show here as they are added.';
}

function waiting({ planId, hints }: WatchedPlan, { width }: Terminal): StyledLine[] {
  return [
    ...wrappedText(`Waiting for plan ${planId}`, width).map((line) => [span(line, 'bold')]),
    [],
    ...hints.flatMap((hint) => wrappedText(hint, width).map((line) => [span(line)])),
  ];
}

function footLine({ planId, version, plan, trouble }: WatchedPlan, terminal: Terminal): StyledLine {
  if (trouble !== undefined) return [span(trouble, 'red')];
  const keys = terminal.width < 50 ? 'q quits' : 'q or Ctrl-C quits';
  const parts = [`plan ${planId}`, ...(plan ? [`version ${version}`] : []), keys];
  return [span(parts.join(` ${terminalGlyphs(terminal).dot} `), 'dim')];
}

/** The time of day; of another day its date. */
export function timeOf(ts: string, now: number): string {
  const then = new Date(ts);
  const two = (value: number) => String(value).padStart(2, '0');
  return then.toDateString() === new Date(now).toDateString()
    ? `${two(then.getHours())}:${two(then.getMinutes())}:${two(then.getSeconds())}`
    : `${then.getFullYear()}-${two(then.getMonth() + 1)}-${two(then.getDate())}`;
}
