import type { StepStatus } from '../../../harness/module/view-block.ts';

/** The signs that a terminal shows, those of steps all equally wide. */
export interface Glyphs {
  readonly step: Readonly<Record<StepStatus, string>>;
  readonly full: string;
  readonly rest: string;
  readonly dot: string;
  readonly above: string;
  readonly below: string;
  /** One column, as the ellipsis is that it stands for. */
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

/** Beautiful signs where the locale is UTF-8, those of ASCII elsewhere. */
export function glyphsFor(env: NodeJS.ProcessEnv): Glyphs {
  return isUnicode(env) ? UNICODE : ASCII;
}

/** Whether the locale has signs beyond ASCII. */
export function isUnicode({ LC_ALL, LC_CTYPE, LANG }: NodeJS.ProcessEnv): boolean {
  return /utf-?8/i.test(LC_ALL || LC_CTYPE || LANG || '');
}
