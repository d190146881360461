import type { StepStatus } from '../../../../harness/module/view-block.ts';

/** The symbols used in a terminal; those of steps have the same width. */
export interface Glyphs {
  readonly step: Readonly<Record<StepStatus, string>>;
  readonly full: string;
  readonly rest: string;
  readonly dot: string;
  readonly above: string;
  readonly below: string;
  /** One column wide, like the ellipsis it replaces. */
  readonly cut: string;
}

const UNICODE: Glyphs = {
  step: {
    pending: '○',
    running: '▸',
    waiting: '?',
    blocked: '!',
    done: '✓',
    failed: '✗',
    cancelled: '–',
    simulated: '◌',
  },
  full: '█',
  rest: '░',
  dot: '·',
  above: '↑',
  below: '↓',
  cut: '…',
};

const ASCII: Glyphs = {
  step: {
    pending: '[ ]',
    running: '[~]',
    waiting: '[?]',
    blocked: '[!]',
    done: '[x]',
    failed: '[F]',
    cancelled: '[-]',
    simulated: '[s]',
  },
  full: '#',
  rest: '.',
  dot: '-',
  above: '^',
  below: 'v',
  cut: '~',
};

/** Unicode symbols in a UTF-8 locale, otherwise ASCII. */
export function glyphsFor(env: NodeJS.ProcessEnv): Glyphs {
  return isUnicode(env) ? UNICODE : ASCII;
}

/** Whether the locale supports Unicode. */
export function isUnicode({ LC_ALL, LC_CTYPE, LANG }: NodeJS.ProcessEnv): boolean {
  return /utf-?8/i.test(LC_ALL || LC_CTYPE || LANG || '');
}
