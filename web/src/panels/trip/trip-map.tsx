import { Maximize, Minus, Plus } from 'lucide-react';
import { useMemo, useRef } from 'react';
import type { MapHandle, MapKind, MapLine } from '../../map/map-content.ts';
import { MapSources } from '../../map/map-sources.tsx';
import { MapSurface } from '../../map/map-surface.tsx';
import { useWebGl } from '../../map/web-gl.ts';
import { IconButton } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { usePanel } from '../panel.ts';
import { chooseMap, useMapKind } from './map-kind.ts';
import { type MapLeg, type MapScene, pointsOf } from './map-scene.ts';
import { SightMarkers } from './sight-markers.tsx';
import { placedStops, StopMarkers } from './stop-markers.tsx';

/** The route of a trip, on a flat map or a globe. */
export function TripMap({
  scene,
  chosen,
  broken,
  hovered,
  onChoose,
  onHover,
}: {
  readonly scene: MapScene;
  /** The selected stop, here or in the list. */
  readonly chosen: string | undefined;
  /** The stop that a repair is offered for. */
  readonly broken: string | undefined;
  /** The stop or sight under the pointer, here or in the list. */
  readonly hovered: string | undefined;
  readonly onChoose: (anchorId: string) => void;
  readonly onHover: (id: string | undefined) => void;
}) {
  const wanted = useMapKind(({ kind }) => kind);
  const canGlobe = useWebGl();
  const { isAside } = usePanel();
  // Beside another one a flat map shows more.
  const kind = canGlobe && !isAside ? wanted : 'flat';
  const handle = useRef<MapHandle>(null);
  const lines = useMemo(() => scene.legs.map(lineOf), [scene]);
  const points = useMemo(() => pointsOf(scene), [scene]);
  const names = useMemo(() => scene.stops.map(({ name }) => name), [scene]);
  const focus = scene.stops.find(({ anchorId }) => anchorId === chosen)?.point;
  return (
    <div className="relative h-full overflow-hidden bg-panel">
      <MapSurface
        ref={handle}
        kind={kind}
        lines={lines}
        points={points}
        names={names}
        focus={focus}
        labels={(view) => placedStops(scene.stops, view, { chosen, broken, hovered })}
        label="Map of the trip"
      >
        {(view) => {
          const placed = placedStops(scene.stops, view, { chosen, broken, hovered });
          return (
            <>
              <SightMarkers sights={scene.sights} placed={placed} view={view} hovered={hovered} />
              <StopMarkers
                placed={placed}
                chosen={chosen}
                broken={broken}
                hovered={hovered}
                onChoose={onChoose}
                onHover={onHover}
              />
            </>
          );
        }}
      </MapSurface>
      {!isAside && canGlobe && <MapKindSwitch kind={kind} />}
      <div className="absolute top-2 right-2 flex rounded-md border bg-raised">
        <MapButton label="Zoom in" onClick={() => handle.current?.zoom(2)}>
          <Plus size={16} aria-hidden />
        </MapButton>
        <MapButton label="Zoom out" onClick={() => handle.current?.zoom(1 / 2)}>
          <Minus size={16} aria-hidden />
        </MapButton>
        <MapButton label="Show the whole trip" onClick={() => handle.current?.showAll()}>
          <Maximize size={16} aria-hidden />
        </MapButton>
      </div>
      <MapSources />
    </div>
  );
}

const COLOURS: Readonly<Record<MapLeg['fate'], string>> = {
  stays: 'var(--accent)',
  comes: 'var(--good)',
  goes: 'var(--bad)',
};

function lineOf({ key, line, mode, fate, broken }: MapLeg): MapLine {
  return {
    key,
    line,
    colour: broken && fate === 'stays' ? 'var(--bad)' : COLOURS[fate],
    width: fate === 'goes' ? 2 : 3,
    dash: fate === 'goes' ? 'short' : mode === 'road' ? 'none' : 'long',
  };
}

function MapButton({ className, ...rest }: Parameters<typeof IconButton>[0]) {
  return (
    <IconButton {...rest} className={classes('h-7! w-8! rounded-none max-sm:h-9! max-sm:w-10!', className)} />
  );
}

const KINDS: readonly (readonly [MapKind, string])[] = [
  ['flat', 'Map'],
  ['globe', 'Globe'],
];

function MapKindSwitch({ kind }: { readonly kind: MapKind }) {
  return (
    <fieldset
      aria-label="Kind of map"
      className="absolute top-2 left-2 flex rounded-md border bg-raised p-0.5"
    >
      {KINDS.map(([id, label]) => (
        <button
          key={id}
          type="button"
          aria-pressed={kind === id}
          onClick={() => chooseMap(id)}
          className={classes(
            'h-6 rounded-sm px-2 text-meta font-medium max-sm:h-8',
            kind === id ? 'bg-chosen text-accent' : 'text-soft hover:text-ink',
          )}
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}
