import type { StepStatus } from '../../../../harness/module/view-block.ts';
import type { Style } from '../output.ts';
import { type Terminal, terminalGlyphs } from '../text/paint.ts';

const STYLES: Readonly<Record<StepStatus, Style[]>> = {
  pending: ['dim'],
  running: ['yellow', 'bold'],
  waiting: ['yellow'],
  blocked: ['red', 'bold'],
  done: ['green'],
  failed: ['red', 'bold'],
  cancelled: ['dim'],
  simulated: ['yellow'],
};

/** The symbol of a step's status; all have the same width. */
export function stepSign(status: StepStatus, terminal: Terminal): string {
  return terminalGlyphs(terminal).step[status];
}

/** The color and weight of that symbol. */
export function stepStyles(status: StepStatus): Style[] {
  return STYLES[status];
}
