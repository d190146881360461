import { type GeoPermissibleObjects, geoGraticule10, geoPath } from 'd3-geo';
import {
  memo,
  type PointerEvent,
  type Ref,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Point } from '../../../../src/planners/trip/places/geo.ts';
import { type FlatView, flatProjection, viewed, WHOLE_VIEW } from '../../map/flat-projection.ts';
import { type SurfaceSize, useSurfaceSize } from '../../map/surface-size.ts';
import { loadWorld, type World } from '../../map/world-atlas.ts';
import { classes } from '../../ui/classes.ts';
import type { MapLeg, MapScene } from './map-scene.ts';
import { isOnSurface, type MapHandle, type MapSurfaceProps, pointsOf } from './map-surface.ts';
import { StopMarkers } from './stop-markers.tsx';

const GRATICULE = geoGraticule10();
const LEAST_SCALE = 0.2;
const GREATEST_SCALE = 20;
/** So far beyond the edge lines are drawn, so that their ends are not seen. */
const EDGE = 10;

/** A trip on a flat map, for those who have no WebGL, little power, or like it better. */
export default function FlatMap({
  scene,
  chosen,
  broken,
  onChoose,
  ref,
}: MapSurfaceProps & { readonly ref: Ref<MapHandle> }) {
  const holder = useRef<HTMLDivElement>(null);
  const size = useSurfaceSize(holder);
  const world = useWorld();
  const [view, setView] = useState<FlatView>(WHOLE_VIEW);
  const pan = usePan(setView);
  const points = useFittedPoints(scene, size, view);
  const projection = useMemo(() => {
    const { width, height } = size;
    return viewed(flatProjection(points, { width: width || 1, height: height || 1 }), view, [
      width / 2,
      height / 2,
    ]).clipExtent([
      [-EDGE, -EDGE],
      [width + EDGE, height + EDGE],
    ]);
  }, [points, size, view]);
  const pathOf = useMemo(() => {
    const path = geoPath(projection).digits(1);
    return (what: GeoPermissibleObjects) => path(what) ?? '';
  }, [projection]);
  const zoom = (factor: number) =>
    setView(({ scale, x, y }) => {
      const next = Math.min(GREATEST_SCALE, Math.max(LEAST_SCALE, scale * factor));
      return { scale: next, x: (x * next) / scale, y: (y * next) / scale };
    });
  useImperativeHandle(ref, () => ({ zoom, showAll: () => setView(WHOLE_VIEW) }));
  const placed = scene.stops.map((stop) => {
    const [x, y] = projection([stop.point.lng, stop.point.lat]) ?? [];
    return { stop, at: x === undefined || y === undefined ? undefined : { x, y } };
  });
  return (
    <div
      ref={holder}
      className="absolute inset-0 touch-none overflow-hidden bg-calm-ground"
      data-map="flat"
      data-ready={world !== undefined}
      onWheel={({ deltaY }) => zoom(deltaY < 0 ? 1.15 : 1 / 1.15)}
      {...pan}
    >
      <svg
        width={size.width}
        height={size.height}
        aria-hidden="true"
        className="absolute inset-0 will-change-transform"
      >
        <Ground pathOf={pathOf} world={world} />
        {scene.legs.map((leg) => (
          <LegLine key={leg.key} leg={leg} d={pathOf(lineOf(leg))} />
        ))}
      </svg>
      <StopMarkers placed={placed} size={size} chosen={chosen} broken={broken} onChoose={onChoose} />
    </div>
  );
}

/** What lies below the trip. It is drawn again only when the map is moved. */
const Ground = memo(function Ground({
  pathOf,
  world,
}: {
  readonly pathOf: (what: GeoPermissibleObjects) => string;
  readonly world: World | undefined;
}) {
  return (
    <>
      <path d={pathOf(GRATICULE)} className="fill-none stroke-line" />
      {world && <path d={pathOf(world.land)} className="fill-raised" />}
      {world && <path d={pathOf(world.borders)} className="fill-none stroke-edge/50" strokeWidth={0.75} />}
    </>
  );
});

/** The points that the map is laid out for: others are taken only when one would not be seen. */
function useFittedPoints(scene: MapScene, size: SurfaceSize, view: FlatView): readonly Point[] {
  const fitted = useRef<readonly Point[]>([]);
  const { width, height } = size;
  if (width > 0 && height > 0) {
    const projection = viewed(flatProjection(fitted.current, size), view, [width / 2, height / 2]);
    const isSeen = ({ lat, lng }: Point) => {
      const [x = -1, y = -1] = projection([lng, lat]) ?? [];
      return isOnSurface({ x, y }, size);
    };
    const isMoved = view !== WHOLE_VIEW;
    if (fitted.current.length === 0 || (!isMoved && !scene.stops.every(({ point }) => isSeen(point)))) {
      fitted.current = pointsOf(scene);
    }
  }
  return fitted.current;
}

const LINE: Readonly<Record<MapLeg['fate'], string>> = {
  stays: 'stroke-accent-fill',
  comes: 'stroke-good',
  goes: 'stroke-bad',
};

function LegLine({ leg: { key, mode, fate, broken }, d }: { readonly leg: MapLeg; readonly d: string }) {
  const dashes = fate === 'goes' ? '3 4' : mode === 'road' ? undefined : '10 5';
  return (
    <path
      d={d}
      data-leg={key}
      data-mode={mode}
      data-fate={fate}
      strokeWidth={fate === 'goes' ? 2 : 3}
      strokeDasharray={dashes}
      strokeLinecap="round"
      className={classes('fill-none', broken && fate === 'stays' ? 'stroke-bad' : LINE[fate])}
    />
  );
}

function lineOf({ line }: MapLeg): GeoPermissibleObjects {
  return { type: 'LineString', coordinates: line.map(({ lat, lng }) => [lng, lat]) };
}

function useWorld(): World | undefined {
  const [world, setWorld] = useState<World>();
  useEffect(() => {
    let wanted = true;
    loadWorld()
      .then((loaded) => wanted && setWorld(loaded))
      // Stops and ways are shown without the land below them.
      .catch(() => {});
    return () => {
      wanted = false;
    };
  }, []);
  return world;
}

/** Moves a map with the pointer. */
function usePan(setView: (change: (view: FlatView) => FlatView) => void) {
  const last = useRef<{ readonly x: number; readonly y: number }>(undefined);
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.target instanceof Element && event.target.closest('button')) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      last.current = { x: event.clientX, y: event.clientY };
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      const from = last.current;
      if (from === undefined) return;
      last.current = { x: clientX, y: clientY };
      setView(({ scale, x, y }) => ({ scale, x: x + clientX - from.x, y: y + clientY - from.y }));
    },
    onPointerUp() {
      last.current = undefined;
    },
    onPointerCancel() {
      last.current = undefined;
    },
  };
}
