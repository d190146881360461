import type { ViewBlock } from '../../../src/harness/module/view-block.ts';
import { classes } from '../ui/classes.ts';
import { cellText } from './cell-value.tsx';
import { PartsBar } from './parts-bar.tsx';
import { progressShare } from './progress-share.ts';

/** The progress of something. */
export function ProgressBlock({ block }: { readonly block: Extract<ViewBlock, { type: 'progress' }> }) {
  const { label, value, max, parts } = block;
  const share = progressShare(value, max);
  // Nothing of an unknown whole says only that it is under way.
  const isOpenEnded = max === undefined && value === 0;
  const words = max === undefined ? cellText(value) : `${cellText(value)} of ${cellText(max)}`;
  return (
    <article aria-label={label} className="min-w-0">
      <p className="flex items-baseline gap-3 text-small">
        <span dir="auto" className="min-w-0 flex-1 font-medium break-words">
          {label}
        </span>
        {parts === undefined && !isOpenEnded && (
          <span className="shrink-0 text-meta text-soft tabular-nums">{words}</span>
        )}
      </p>
      {parts && max !== undefined && share !== undefined ? (
        <PartsBar label={label} words={words} max={max} parts={parts} className="mt-1.5 h-1.5" />
      ) : (
        <div
          role="progressbar"
          aria-label={label}
          aria-valuetext={words}
          {...(max !== undefined &&
            share !== undefined && {
              'aria-valuemin': 0,
              'aria-valuemax': max,
              'aria-valuenow': share * max,
            })}
          className="mt-1.5 h-1.5 overflow-hidden rounded-full bg-line"
        >
          <div
            className={classes(
              'h-full rounded-full transition-all duration-180',
              share === undefined ? 'animate-breathe bg-edge' : share === 1 ? 'bg-good' : 'bg-accent-fill',
            )}
            style={{ width: `${100 * (share ?? 1)}%` }}
          />
        </div>
      )}
    </article>
  );
}
