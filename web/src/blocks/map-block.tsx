import { Maximize, Minus, Plus } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import type { MapPoint } from '../../../src/harness/module/view-block.ts';
import type { MapHandle } from '../map/map-content.ts';
import { MapSources } from '../map/map-sources.tsx';
import { MapSurface } from '../map/map-surface.tsx';
import { IconButton } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { BlockActions } from './block-actions.tsx';
import { BlockFrame } from './block-frame.tsx';
import { keyed } from './keyed.ts';
import { MapMarkers } from './map-markers.tsx';
import { type MapData, type MapShapes, mapShapes } from './map-shapes.ts';
import { seriesColour } from './series-colours.ts';
import { stepLook } from './step-look.ts';

/** Places, routes and borders on a map. */
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
        <BlockMap shapes={shapes} points={points} chosen={chosen} onChoose={setChosen} />
      )}
      {point && <ChosenPoint point={point} />}
      <PathNames shapes={shapes} />
      {shapes.unplaced > 0 && (
        <p className="border-t px-3 py-1.5 text-meta text-warn">
          Not on the map, because they have no valid coordinates: {shapes.unplaced}.
        </p>
      )}
    </BlockFrame>
  );
}

function BlockMap({
  shapes,
  points,
  chosen,
  onChoose,
}: {
  readonly shapes: MapShapes;
  readonly points: readonly { readonly key: string; readonly item: MapPoint }[];
  readonly chosen: string | undefined;
  readonly onChoose: (key: string | undefined) => void;
}) {
  const handle = useRef<MapHandle>(null);
  const lines = useMemo(
    () =>
      keyed(shapes.lines, ({ path }) => path.id).map(({ key, item }) => ({
        key,
        line: item.points,
        colour: 'var(--accent-fill)',
        width: 2.5,
        dash: 'none' as const,
      })),
    [shapes],
  );
  const areas = useMemo(
    () =>
      keyed(shapes.areas, ({ path }) => path.id).map(({ key, item }, index) => ({
        key,
        border: item.points,
        colour: seriesColour(index + 1),
      })),
    [shapes],
  );
  const names = useMemo(() => shapes.points.map(({ label = '' }) => label), [shapes]);
  const focus = points.find(({ key }) => key === chosen)?.item;
  return (
    <div className="relative h-80 overflow-hidden bg-calm-ground">
      <MapSurface
        ref={handle}
        lines={lines}
        areas={areas}
        points={shapes.places}
        names={names}
        focus={focus}
        isInPage
        label={summary(shapes)}
      >
        {({ size, place }) => (
          <MapMarkers
            placed={points.flatMap(({ key, item }) => {
              const at = place(item);
              return at ? [{ key, point: item, ...at }] : [];
            })}
            size={size}
            chosen={chosen}
            onChoose={(key) => onChoose(key === chosen ? undefined : key)}
          />
        )}
      </MapSurface>
      <div className="absolute top-2 right-2 flex rounded-md border bg-raised">
        <IconButton label="Zoom in" onClick={() => handle.current?.zoom(2)}>
          <Plus size={16} aria-hidden />
        </IconButton>
        <IconButton label="Zoom out" onClick={() => handle.current?.zoom(1 / 2)}>
          <Minus size={16} aria-hidden />
        </IconButton>
        <IconButton label="Show all" onClick={() => handle.current?.showAll()}>
          <Maximize size={16} aria-hidden />
        </IconButton>
      </div>
      <MapSources />
    </div>
  );
}

function summary({ points, lines, areas }: MapShapes): string {
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

/** The names of lines and areas, for which the map has no room, with their actions. */
function PathNames({ shapes: { lines, areas } }: { readonly shapes: MapShapes }) {
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
