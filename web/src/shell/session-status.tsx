import type { SessionLine } from '../api/contracts.ts';
import { Badge, type Tone } from '../ui/badge.tsx';
import { classes } from '../ui/classes.ts';

const STATUSES: Readonly<
  Record<SessionLine['standing'], { readonly word: string; readonly tone: Tone; readonly dot: string }>
> = {
  waiting: { word: 'Needs you', tone: 'accent', dot: 'bg-accent' },
  working: { word: 'Working', tone: 'calm', dot: 'bg-calm animate-breathe' },
  'setup-needed': { word: 'Needs setup', tone: 'warn', dot: 'bg-warn' },
  paused: { word: 'Paused', tone: 'warn', dot: 'bg-warn' },
  simulated: { word: 'Simulated', tone: 'warn', dot: 'bg-warn' },
  done: { word: 'Done', tone: 'good', dot: 'bg-good' },
  failed: { word: 'Failed', tone: 'bad', dot: 'bg-bad' },
  canceled: { word: 'Cancelled', tone: 'neutral', dot: 'bg-edge' },
  rejected: { word: 'Rejected', tone: 'bad', dot: 'bg-bad' },
  idle: { word: 'Idle', tone: 'neutral', dot: 'bg-edge' },
  archived: { word: 'Archived', tone: 'neutral', dot: 'bg-line' },
};

/** The word for a status. */
export function statusWord(status: SessionLine['standing']): string {
  return STATUSES[status].word;
}

/** The status of a session, as a word. */
export function StatusBadge({ status }: { readonly status: SessionLine['standing'] }) {
  const { word, tone } = STATUSES[status];
  return <Badge tone={tone}>{word}</Badge>;
}

/** The status of a session, as a dot with a name. */
export function StatusDot({ status }: { readonly status: SessionLine['standing'] }) {
  const { word, dot } = STATUSES[status];
  return (
    <span
      role="img"
      aria-label={word}
      title={word}
      className={classes('inline-block size-2 shrink-0 rounded-full', dot)}
    />
  );
}
