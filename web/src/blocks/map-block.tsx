import { type GeoPermissibleObjects, geoGraticule10, geoPath } from 'd3-geo';
import { Maximize, Minus, Plus } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { MapPoint } from '../../../src/harness/module/view-block.ts';
import { type FlatView, flatProjection, viewed, WHOLE_VIEW } from '../map/flat-projection.ts';
import { useSurfaceSize } from '../map/surface-size.ts';
import { loadWorld, type World } from '../map/world-atlas.ts';
import { IconButton } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { BlockActions } from './block-actions.tsx';
import { BlockFrame } from './block-frame.tsx';
import { keyed } from './keyed.ts';
import { MapMarkers } from './map-markers.tsx';
import { type MapData, mapShapes } from './map-shapes.ts';
import { seriesColour } from './series-colours.ts';
import { stepLook } from './step-look.ts';
import { usePan } from './use-pan.ts';

const GRATICULE = geoGraticule10();
const LEAST_ZOOM = 0.2;
const GREATEST_ZOOM = 40;
/** So far beyond the edge lines are drawn, so that their ends are not seen. */
const EDGE = 10;

/** Places, ways and borders on a flat map. */
export function MapBlock({ block }: { readonly block: MapData }) {
  const shapes = useMemo(() => mapShapes(block), [block]);
  const [chosen, setChosen] = useState<string>();
  const points = useMemo(() => keyed(shapes.points, ({ id }) => id), [shapes]);
  const point = points.find(({ key }) => key === chosen)?.item;
  return (
    <BlockFrame title={block.title} label="Map" framed>
      {shapes.places.length === 0 ? (
        <p className="px-3 py-2 text-small text-soft">No places yet.</p>
      ) : (
        <FlatMap shapes={shapes} points={points} chosen={chosen} onChoose={setChosen} />
      )}
      {point && <ChosenPoint point={point} />}
      <PathNames shapes={shapes} />
      {shapes.unplaced > 0 && (
        <p className="border-t px-3 py-1.5 text-meta text-warn">
          Not on the map, without usable coordinates: {shapes.unplaced}.
        </p>
      )}
    </BlockFrame>
  );
}

type Shapes = ReturnType<typeof mapShapes>;

function FlatMap({
  shapes,
  points,
  chosen,
  onChoose,
}: {
  readonly shapes: Shapes;
  readonly points: readonly { readonly key: string; readonly item: MapPoint }[];
  readonly chosen: string | undefined;
  readonly onChoose: (key: string | undefined) => void;
}) {
  const holder = useRef<HTMLDivElement>(null);
  const size = useSurfaceSize(holder);
  const world = useWorld();
  const [view, setView] = useState<FlatView>(WHOLE_VIEW);
  const isMoved = view !== WHOLE_VIEW;
  const pan = usePan(isMoved, setView);
  const projection = useMemo(() => {
    const { width, height } = size;
    const whole = flatProjection(shapes.places, { width: width || 1, height: height || 1 });
    return viewed(whole, view, [width / 2, height / 2]).clipExtent([
      [-EDGE, -EDGE],
      [width + EDGE, height + EDGE],
    ]);
  }, [shapes, size, view]);
  const pathOf = useMemo(() => {
    const path = geoPath(projection).digits(1);
    return (shape: GeoPermissibleObjects) => path(shape) ?? '';
  }, [projection]);
  const ground = useMemo(
    () => ({
      graticule: pathOf(GRATICULE),
      land: world && pathOf(world.land),
      borders: world && pathOf(world.borders),
    }),
    [pathOf, world],
  );
  const zoom = (factor: number) =>
    setView(({ scale, x, y }) => {
      const next = Math.min(GREATEST_ZOOM, Math.max(LEAST_ZOOM, scale * factor));
      return { scale: next, x: (x * next) / scale, y: (y * next) / scale };
    });
  const placed = points.flatMap(({ key, item }) => {
    const [x, y] = projection([item.lng, item.lat]) ?? [];
    return x === undefined || y === undefined ? [] : [{ key, point: item, x, y }];
  });
  return (
    <div
      ref={holder}
      data-ready={world !== undefined}
      className={classes(
        'relative h-72 overflow-hidden bg-calm-ground',
        // A map that nobody has moved does not keep a page from scrolling.
        isMoved ? 'touch-none' : 'touch-pan-y',
      )}
      {...pan}
    >
      <svg
        width={size.width}
        height={size.height}
        role="img"
        aria-label={summary(shapes)}
        className="absolute inset-0"
      >
        <path d={ground.graticule} className="fill-none stroke-line" />
        {ground.land && <path d={ground.land} className="fill-raised" />}
        {ground.borders && (
          <path d={ground.borders} className="fill-none stroke-edge/50" strokeWidth={0.75} />
        )}
        {keyed(shapes.areas, ({ path }) => path.id).map(({ key, item }, index) => (
          <path
            key={key}
            d={pathOf(item.shape)}
            style={{ color: seriesColour(index + 1) }}
            className="fill-current stroke-current"
            fillOpacity={0.18}
            strokeWidth={1.5}
          />
        ))}
        {keyed(shapes.lines, ({ path }) => path.id).map(({ key, item }) => (
          <path
            key={key}
            d={pathOf(item.shape)}
            className="fill-none stroke-accent-fill"
            strokeWidth={2.5}
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        ))}
      </svg>
      <MapMarkers
        placed={placed}
        size={size}
        chosen={chosen}
        onChoose={(key) => onChoose(key === chosen ? undefined : key)}
      />
      <div className="absolute top-2 right-2 flex rounded-md border bg-raised">
        <IconButton label="Zoom in" onClick={() => zoom(1.5)}>
          <Plus size={16} aria-hidden />
        </IconButton>
        <IconButton label="Zoom out" onClick={() => zoom(1 / 1.5)}>
          <Minus size={16} aria-hidden />
        </IconButton>
        <IconButton label="Show all" disabled={!isMoved} onClick={() => setView(WHOLE_VIEW)}>
          <Maximize size={16} aria-hidden />
        </IconButton>
      </div>
    </div>
  );
}

function summary({ points, lines, areas }: Shapes): string {
  const counted = [
    [points.length, 'point'],
    [lines.length, 'line'],
    [areas.length, 'area'],
  ] as const;
  const parts = counted.flatMap(([count, noun]) =>
    count === 0 ? [] : [`${count} ${noun}${count === 1 ? '' : 's'}`],
  );
  return `Map with ${parts.join(', ')}`;
}

function ChosenPoint({ point: { id, label, lat, lng, status, actions } }: { readonly point: MapPoint }) {
  const name = label || id;
  const look = status && stepLook(status);
  return (
    <div role="status" className="flex flex-col gap-1.5 border-t px-3 py-2 text-small">
      <p className="flex flex-wrap items-center gap-x-2">
        <span dir="auto" className="min-w-0 font-medium break-words">
          {name}
        </span>
        {look && (
          <span className={classes('inline-flex items-center gap-1 text-meta', look.colour)}>
            <look.icon size={14} aria-hidden />
            {look.word}
          </span>
        )}
        <span className="ml-auto font-mono text-meta text-soft">
          {lat.toFixed(4)}, {lng.toFixed(4)}
        </span>
      </p>
      <BlockActions actions={actions} subject={name} />
    </div>
  );
}

/** The names of lines and areas, which have no room on the map itself, and what can be done with them. */
function PathNames({ shapes: { lines, areas } }: { readonly shapes: Shapes }) {
  const named = [
    ...areas.map(({ path }, index) => ({ path, colour: seriesColour(index + 1), isArea: true })),
    ...lines.map(({ path }) => ({ path, colour: 'var(--accent-fill)', isArea: false })),
  ].filter(({ path: { label, actions = [] } }) => label || actions.length > 0);
  if (named.length === 0) return null;
  return (
    <ul
      aria-label="Lines and areas"
      className="flex flex-wrap items-center gap-x-4 gap-y-1.5 border-t px-3 py-2 text-meta"
    >
      {keyed(named, ({ path }) => path.id).map(({ key, item: { path, colour, isArea } }) => (
        <li key={key} className="flex min-w-0 flex-wrap items-center gap-1.5">
          <span
            aria-hidden
            style={{ color: colour }}
            className={classes('w-3 shrink-0 rounded-sm bg-current', isArea ? 'h-3 opacity-60' : 'h-[3px]')}
          />
          <span dir="auto" className="min-w-0 break-words">
            {path.label || path.id}
          </span>
          <BlockActions actions={path.actions} subject={path.label || path.id} className="ml-1" />
        </li>
      ))}
    </ul>
  );
}

function useWorld(): World | undefined {
  const [world, setWorld] = useState<World>();
  useEffect(() => {
    let isWanted = true;
    loadWorld()
      .then((loaded) => isWanted && setWorld(loaded))
      // Points and lines are shown without the land below them.
      .catch(() => {});
    return () => {
      isWanted = false;
    };
  }, []);
  return world;
}
