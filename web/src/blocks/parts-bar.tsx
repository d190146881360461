import type { StepStatus } from '../../../src/harness/module/view-block.ts';
import { classes } from '../ui/classes.ts';

/** A part of a whole. */
export interface BarPart {
  readonly status: StepStatus;
  readonly value: number;
}

/** Stripes for simulated work, which must not look like completed work. */
const STRIPES = 'bg-[repeating-linear-gradient(135deg,var(--warn)_0_3px,transparent_3px_6px)]';

const GROUNDS: Readonly<Partial<Record<StepStatus, string>>> = {
  done: 'bg-good',
  simulated: STRIPES,
  failed: 'bg-bad',
  cancelled: 'bg-edge',
  running: 'bg-calm',
  waiting: 'bg-accent',
  blocked: 'bg-warn',
};

/** A progress bar, each part in the colour of its outcome. */
export function PartsBar({
  label,
  words,
  max,
  parts,
  className,
}: {
  readonly label: string;
  /** The same in words. */
  readonly words: string;
  readonly max: number;
  readonly parts: readonly BarPart[];
  readonly className?: string;
}) {
  const sum = parts.reduce((all, { value }) => all + Math.max(0, value), 0);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={Math.min(max, sum)}
      aria-valuetext={words}
      className={classes('flex gap-px overflow-hidden rounded-full bg-line', className)}
    >
      {parts.map(({ status, value }) =>
        value > 0 ? (
          <span
            key={status}
            className={classes('transition-all duration-180', GROUNDS[status])}
            style={{ width: `${(100 * value) / Math.max(1, max, sum)}%` }}
          />
        ) : null,
      )}
    </div>
  );
}
