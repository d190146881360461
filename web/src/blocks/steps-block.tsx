import { List, Waypoints } from 'lucide-react';
import { useMemo } from 'react';
import type { ViewBlock } from '../../../src/harness/module/view-block.ts';
import { classes } from '../ui/classes.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { BlockActions } from './block-actions.tsx';
import { BlockFrame } from './block-frame.tsx';
import { BlockSpace } from './block-space.tsx';
import { PartsBar } from './parts-bar.tsx';
import { StepList, StepListContext } from './step-list.tsx';
import { hasDependencies, progressText, stepProgress, stepTitles } from './step-outline.ts';
import { type StepsView, useStepsView } from './steps-view.ts';

const StepGraph = lazyPart(async () => (await import('./step-graph.tsx')).StepGraph, BlockSpace);

/** Steps with their status: as a list or, if they depend on each other, as a graph. */
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
  const canDraw = useMemo(() => hasDependencies(items), [items]);
  const { view, setView } = useStepsView();
  const isGraph = canDraw && view === 'graph';
  const progress = stepProgress(items);
  const words = showsProgress && items.length > 0 ? progressText(progress) : '';
  const label = title ?? 'Steps';
  const aside = (words !== '' || canDraw) && (
    <div className="flex items-center gap-3">
      {words}
      {canDraw && <ViewChoice view={isGraph ? 'graph' : 'list'} onChoose={setView} />}
    </div>
  );
  return (
    <BlockFrame title={title} label="Steps" aside={aside}>
      {items.length === 0 ? (
        <p className="text-small text-soft">No steps yet.</p>
      ) : (
        <>
          {showsProgress && (
            <PartsBar
              label="Progress"
              words={words}
              max={progress.total}
              parts={[
                { status: 'done', value: progress.done },
                { status: 'simulated', value: progress.simulated },
                { status: 'failed', value: progress.failed },
                { status: 'cancelled', value: progress.cancelled },
              ]}
              className="mb-2 h-1"
            />
          )}
          <StepListContext value={content}>
            {isGraph ? <StepGraph items={items} label={label} /> : <StepList items={items} label={label} />}
          </StepListContext>
        </>
      )}
      <BlockActions actions={actions} className="mt-3" />
    </BlockFrame>
  );
}

const VIEWS = [
  { view: 'list', label: 'List', icon: List },
  { view: 'graph', label: 'Graph', icon: Waypoints },
] as const;

function ViewChoice({
  view: chosen,
  onChoose,
}: {
  readonly view: StepsView;
  readonly onChoose: (view: StepsView) => void;
}) {
  return (
    <fieldset className="flex gap-0.5 rounded-md border p-0.5">
      <legend className="sr-only">Show steps as</legend>
      {VIEWS.map(({ view, label, icon: Icon }) => (
        <button
          key={view}
          type="button"
          aria-pressed={view === chosen}
          onClick={() => onChoose(view)}
          className={classes(
            'flex h-6 items-center gap-1 rounded-sm px-2 text-meta font-medium max-sm:h-9',
            view === chosen ? 'bg-chosen text-accent' : 'text-soft hover:bg-hover hover:text-ink',
          )}
        >
          <Icon size={14} aria-hidden />
          {label}
        </button>
      ))}
    </fieldset>
  );
}
