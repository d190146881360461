import { X } from 'lucide-react';
import { type KeyboardEvent, memo, useContext, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { StepItem } from '../../../src/harness/module/view-block.ts';
import { useSurfaceSize } from '../map/surface-size.ts';
import { IconButton } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { type GraphSize, graphLayout, layersOf, type Point } from './graph-layout.ts';
import { GraphLines } from './graph-lines.tsx';
import { TitleText } from './markdown-text.tsx';
import { nextInLayers } from './nearest-place.ts';
import { ScrollArea } from './scroll-area.tsx';
import { Step, StepListContext } from './step-list.tsx';
import { stepLook } from './step-look.ts';
import { allSteps, readableId } from './step-outline.ts';

const SIZE: GraphSize = { width: 172, height: 54, layerGap: 36, nodeGap: 14 };
/** Narrower nodes, so that two stand side by side on a phone. */
const NARROW: GraphSize = { ...SIZE, width: 140, nodeGap: 10 };
const NARROW_PX = 420;
/** The maximum that is drawn; a larger graph is unreadable. */
const MAX_STEPS = 400;
/** The room around the graph, so that the outline of a node is not cut off. */
const MARGIN = 4;

/** Steps as a graph of their dependencies. Details of the selected step are shown below. */
export function StepGraph({ items, label }: { readonly items: readonly StepItem[]; readonly label: string }) {
  const all = useMemo(() => allSteps(items), [items]);
  const steps = all.length > MAX_STEPS ? all.slice(0, MAX_STEPS) : all;
  const frame = useRef<HTMLElement>(null);
  const { width } = useSurfaceSize(frame);
  // What a step says changes often, what depends on what does not.
  const shape = JSON.stringify(steps.map(({ id, dependsOn = [] }) => [id, dependsOn]));
  const { layout, loose, direction, size } = useMemo(() => drawn(shape, width), [shape, width]);
  const byId = useMemo(() => new Map(steps.map((step) => [step.id, step])), [steps]);
  const [chosenId, choose] = useState<string>();
  const [reachedId, reach] = useState<string>();
  const content = useContext(StepListContext);
  const goTo = useMemo(() => ({ ...content, onGoTo: choose }), [content]);
  useEffect(() => {
    // What is shown of it must not lie upon it.
    if (chosenId !== undefined) nodeIn(frame.current, chosenId)?.scrollIntoView({ block: 'nearest' });
  }, [chosenId]);
  const detailId = useId();
  const chosen = chosenId === undefined ? undefined : byId.get(chosenId);
  const places = [...layout.places.keys(), ...loose];
  const entryId = reachedId !== undefined && byId.has(reachedId) ? reachedId : places[0];
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape') return choose(undefined);
    const next = nodeAfterKey(event.key, event.currentTarget, direction === 'right' ? 'x' : 'y');
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
    next.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  };
  const nodeOf = (id: string, place?: Point) => {
    const step = byId.get(id);
    return (
      step && (
        <GraphNode
          key={id}
          step={step}
          place={place}
          width={size.width}
          isChosen={id === chosenId}
          isEntry={id === entryId}
          detailId={detailId}
          onChoose={choose}
          onReach={reach}
        />
      )
    );
  };
  return (
    <section
      ref={frame}
      aria-label={`${label} as a graph. Arrow keys go from step to step.`}
      onKeyDown={onKeyDown}
      className="flex min-w-0 flex-col gap-3"
    >
      <ScrollArea label={`${label} as a graph`} className="rounded-md border bg-panel">
        <ul
          aria-label={label}
          className="relative mx-auto my-3"
          style={{ width: layout.width + 2 * MARGIN, height: layout.height + 2 * MARGIN }}
        >
          <GraphLines layout={layout} direction={direction} chosenId={chosenId} margin={MARGIN} />
          {[...layout.places].map(([id, place]) => nodeOf(id, place))}
        </ul>
        {loose.length > 0 && (
          <ul
            aria-label="Steps without dependencies"
            className="flex flex-wrap gap-3.5 border-t border-dashed p-3"
          >
            {loose.map((id) => nodeOf(id))}
          </ul>
        )}
      </ScrollArea>
      {all.length > steps.length && (
        <p className="text-meta text-soft">
          The first {MAX_STEPS} of {all.length.toLocaleString('en')} steps. The list has all of them.
        </p>
      )}
      <section
        id={detailId}
        aria-label="Selected step"
        hidden={chosen === undefined}
        className="sticky bottom-0 z-10 flex max-h-[50vh] items-start gap-1 overflow-y-auto rounded-md border bg-ground p-1 shadow-[0_-4px_16px_oklch(15%_0.02_265/0.12)]"
      >
        {chosen && (
          <StepListContext value={goTo}>
            <ol className="min-w-0 flex-1">
              <Step key={chosen.id} step={chosen} startsOpen />
            </ol>
            <IconButton label="Close step" onClick={() => choose(undefined)}>
              <X size={16} aria-hidden />
            </IconButton>
          </StepListContext>
        )}
      </section>
    </section>
  );
}

/** The node that a key leads to from the focused one: within its list, then to the other list. */
function nodeAfterKey(key: string, frame: HTMLElement, layers: 'x' | 'y'): HTMLElement | undefined {
  const nodes = [...frame.querySelectorAll<HTMLElement>('[data-node]')];
  const from = nodes.find((node) => node === document.activeElement);
  if (from === undefined) return undefined;
  if (key === 'Home') return nodes[0];
  if (key === 'End') return nodes.at(-1);
  const list = from.closest('ul');
  const own = nodes.filter((node) => node.closest('ul') === list);
  const others = nodes.filter((node) => node.closest('ul') !== list);
  const isLoose = list !== frame.querySelector('ul');
  return (
    nextInLayers(key, own, { from, layers: isLoose ? 'y' : layers }) ??
    (key === 'ArrowDown' || key === 'ArrowUp' ? nextInLayers(key, others, { from, layers: 'y' }) : undefined)
  );
}

function nodeIn(frame: HTMLElement | null, id: string): HTMLElement | undefined {
  const nodes = frame?.querySelectorAll<HTMLElement>('[data-node]') ?? [];
  return [...nodes].find(({ dataset }) => dataset.node === id);
}

/** The layout for this width; steps without links are separate. */
function drawn(shape: string, width: number) {
  const steps = (JSON.parse(shape) as readonly (readonly [string, readonly string[]])[]).map(
    ([id, dependsOn]) => ({ id, dependsOn }),
  );
  const known = new Set(steps.map(({ id }) => id));
  const linked = new Set(
    steps.flatMap(({ id, dependsOn }) => {
      const needed = dependsOn.filter((each) => known.has(each) && each !== id);
      return needed.length > 0 ? [id, ...needed] : [];
    }),
  );
  const joined = steps.filter(({ id }) => linked.has(id));
  const size = width < NARROW_PX ? NARROW : SIZE;
  const layers = 1 + Math.max(0, ...layersOf(joined).values());
  const fits = layers * (size.width + size.layerGap) <= width;
  const direction = fits ? ('right' as const) : ('down' as const);
  const loose = steps.filter(({ id }) => !linked.has(id)).map(({ id }) => id);
  return { layout: graphLayout(joined, direction, size), loose, direction, size };
}

const GROUNDS: Readonly<Partial<Record<StepItem['status'], string>>> = {
  waiting: 'border-accent',
  running: 'border-calm',
  failed: 'border-bad',
  blocked: 'border-warn',
  simulated: 'border-warn border-dashed',
  cancelled: 'border-dashed',
};

const GraphNode = memo(function GraphNode({
  step: { id, title, status },
  place,
  width,
  isChosen,
  isEntry,
  detailId,
  onChoose,
  onReach,
}: {
  readonly step: StepItem;
  readonly place: Point | undefined;
  readonly width: number;
  readonly isChosen: boolean;
  /** Whether the tab key comes here; arrow keys lead to the others. */
  readonly isEntry: boolean;
  readonly detailId: string;
  readonly onChoose: (id: string | undefined) => void;
  readonly onReach: (id: string) => void;
}) {
  const { icon: Icon, word, colour } = stepLook(status);
  const isOver = status === 'done' || status === 'cancelled' || status === 'simulated';
  return (
    <li
      className={classes(place !== undefined && 'absolute')}
      style={{
        width,
        height: SIZE.height,
        ...(place && { left: place.x + MARGIN, top: place.y + MARGIN }),
      }}
    >
      <button
        type="button"
        data-node={id}
        tabIndex={isEntry ? 0 : -1}
        aria-expanded={isChosen}
        aria-controls={detailId}
        title={title}
        onFocus={() => onReach(id)}
        onClick={() => onChoose(isChosen ? undefined : id)}
        className={classes(
          'flex size-full min-w-0 scroll-mb-64 items-start gap-1.5 overflow-hidden rounded-md border px-2 py-1.5 text-left text-meta hover:bg-hover',
          isChosen ? 'border-accent! bg-chosen' : 'bg-raised',
          GROUNDS[status],
        )}
      >
        <Icon
          size={14}
          aria-hidden
          className={classes('mt-px shrink-0', colour, status === 'running' && 'animate-spin')}
        />
        <span
          dir="auto"
          className={classes('line-clamp-2 min-w-0 flex-1 break-words', isOver && 'text-soft')}
        >
          {readableId(id) && <span className="mr-1 font-mono text-soft">{id}</span>}
          <TitleText text={title} />
        </span>
        <span className="sr-only">, {word}</span>
      </button>
    </li>
  );
});
