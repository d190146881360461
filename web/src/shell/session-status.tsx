import { STATUS_WORDS } from '../../../src/harness/module/status-words.ts';
import type { SessionLine } from '../api/contracts.ts';
import { Badge, type Tone } from '../ui/badge.tsx';
import { classes } from '../ui/classes.ts';

const LOOKS: Readonly<Record<SessionLine['standing'], { readonly tone: Tone; readonly dot: string }>> = {
  waiting: { tone: 'accent', dot: 'bg-accent' },
  working: { tone: 'calm', dot: 'bg-calm animate-breathe' },
  'setup-needed': { tone: 'warn', dot: 'bg-warn' },
  paused: { tone: 'warn', dot: 'bg-warn' },
  simulated: { tone: 'warn', dot: 'bg-warn' },
  done: { tone: 'good', dot: 'bg-good' },
  failed: { tone: 'bad', dot: 'bg-bad' },
  canceled: { tone: 'neutral', dot: 'bg-edge' },
  rejected: { tone: 'bad', dot: 'bg-bad' },
  idle: { tone: 'neutral', dot: 'bg-edge' },
  archived: { tone: 'neutral', dot: 'bg-line' },
};

/** The status of a session, as a word. */
export function StatusBadge({ status }: { readonly status: SessionLine['standing'] }) {
  return <Badge tone={LOOKS[status].tone}>{STATUS_WORDS[status]}</Badge>;
}

/** The status of a session, as a labelled dot. */
export function StatusDot({ status }: { readonly status: SessionLine['standing'] }) {
  const word = STATUS_WORDS[status];
  return (
    <span
      role="img"
      aria-label={word}
      title={word}
      className={classes('inline-block size-2 shrink-0 rounded-full', LOOKS[status].dot)}
    />
  );
}
