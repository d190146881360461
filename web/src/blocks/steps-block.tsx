import { useMemo } from 'react';
import type { ViewBlock } from '../../../src/harness/module/view-block.ts';
import { BlockActions } from './block-actions.tsx';
import { BlockFrame } from './block-frame.tsx';
import { StepList, StepListContext } from './step-list.tsx';
import { progressText, stepProgress, stepTitles } from './step-outline.ts';

/** Steps with where each stands. */
export function StepsBlock({
  block,
  showsProgress,
}: {
  readonly block: Extract<ViewBlock, { type: 'steps' }>;
  readonly showsProgress: boolean;
}) {
  const { title, items, actions } = block;
  const content = useMemo(
    () => ({ titles: stepTitles(items), headingLevel: title ? 3 : 2 }) as const,
    [items, title],
  );
  const progress = stepProgress(items);
  const share = (count: number) => ({ width: `${(100 * count) / Math.max(1, progress.total)}%` });
  const words = progressText(progress);
  return (
    <BlockFrame title={title} label="Steps" aside={showsProgress && items.length > 0 && words}>
      {items.length === 0 ? (
        <p className="text-small text-soft">No steps yet.</p>
      ) : (
        <>
          {showsProgress && (
            <div
              role="progressbar"
              aria-label="Progress"
              aria-valuemin={0}
              aria-valuemax={progress.total}
              aria-valuenow={progress.done}
              aria-valuetext={words}
              className="mb-2 flex h-1 gap-px overflow-hidden rounded-full bg-line"
            >
              <span className="bg-good transition-all duration-180" style={share(progress.done)} />
              <span className="bg-bad transition-all duration-180" style={share(progress.failed)} />
              <span className="bg-edge transition-all duration-180" style={share(progress.cancelled)} />
            </div>
          )}
          <StepListContext value={content}>
            <StepList items={items} label={title ?? 'Steps'} />
          </StepListContext>
        </>
      )}
      <BlockActions actions={actions} className="mt-3" />
    </BlockFrame>
  );
}
