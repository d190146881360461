import type { StepStatus } from '../../../harness/module/view-block.ts';
import type { Style } from './output.ts';
import { type Terminal, terminalGlyphs } from './paint.ts';

/** The sign of a step, as wide as those of the other states. */
export function stepSign(status: StepStatus, terminal: Terminal): string {
  const { step } = terminalGlyphs(terminal);
  switch (status) {
    case 'pending':
      return step.pending;
    case 'running':
      return step.in_progress;
    case 'blocked':
      return step.blocked;
    case 'done':
    case 'simulated':
      return step.done;
    case 'waiting':
      return terminal.unicode ? '?' : '[?]';
    case 'failed':
      return terminal.unicode ? '✗' : '[F]';
    case 'cancelled':
      return terminal.unicode ? '–' : '[-]';
    default:
      return status satisfies never;
  }
}

/** The colour and weight of that sign. */
export function stepStyles(status: StepStatus): Style[] {
  switch (status) {
    case 'pending':
    case 'cancelled':
      return ['dim'];
    case 'running':
      return ['yellow', 'bold'];
    case 'waiting':
    case 'simulated':
      return ['yellow'];
    case 'blocked':
    case 'failed':
      return ['red', 'bold'];
    case 'done':
      return ['green'];
    default:
      return status satisfies never;
  }
}
