import { type GeoPermissibleObjects, type GeoProjection, geoArea, geoGraticule10, geoPath } from 'd3-geo';
import type { Polygon } from 'geojson';
import { memo, useDeferredValue, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { useBaseMap } from './base-map-content.ts';
import { type FlatView, flatProjection, focusedOn, viewed, WHOLE_VIEW, zoomOf } from './flat-projection.ts';
import { isOnSurface, type MapArea, type MapSurfaceProps, type MapView } from './map-content.ts';
import type { GeoPoint } from './map-frame.ts';
import { type SurfaceSize, useSurfaceSize } from './surface-size.ts';
import { TownNames } from './town-names.tsx';
import { usePan } from './use-pan.ts';

const GRATICULE = geoGraticule10();
const MIN_SCALE = 0.2;
const MAX_SCALE = 200;
/** Lines are drawn this far beyond the edge, so that their ends are not visible. */
const EDGE = 10;
const FOCUS_ZOOM = 6.5;
const NO_AREAS: readonly MapArea[] = [];
const noLabels = () => [];
const DASHES = { none: undefined, long: '10 5', short: '3 4' } as const;
const HALF_GLOBE = 2 * Math.PI;

/** A flat map without WebGL. */
export default function SvgMap({
  lines,
  areas = NO_AREAS,
  points,
  focus,
  isInPage = false,
  label,
  names,
  labels = noLabels,
  children,
  ref,
}: MapSurfaceProps & { readonly names: readonly string[] }) {
  const holder = useRef<HTMLDivElement>(null);
  const size = useSurfaceSize(holder);
  const [view, setView] = useState<FlatView>(WHOLE_VIEW);
  const isMoved = view !== WHOLE_VIEW;
  const pan = usePan({ takesTouch: !isInPage || isMoved, setView });
  const fitted = useFittedPoints(points, size, view);
  const projection = useMemo(() => projectionOf(fitted, size, view), [fitted, size, view]);
  const pathOf = useMemo(() => pathsIn(projection), [projection]);
  // Whole coasts take long to draw: until they are, the ground that is there is moved and stretched.
  const groundView = useDeferredValue(view);
  const ground = useMemo(() => {
    const drawn = projectionOf(fitted, size, groundView);
    return { pathOf: pathsIn(drawn), zoom: zoomOf(drawn) };
  }, [fitted, size, groundView]);
  const zoom = (factor: number) =>
    setView(({ scale, x, y }) => {
      const next = Math.min(MAX_SCALE, Math.max(MIN_SCALE, scale * factor));
      return { scale: next, x: (x * next) / scale, y: (y * next) / scale };
    });
  useImperativeHandle(ref, () => ({ zoom, showAll: () => setView(WHOLE_VIEW) }));
  const [lat, lng] = [focus?.lat, focus?.lng];
  // biome-ignore lint/correctness/useExhaustiveDependencies: it goes there once, however the map changes later
  useEffect(() => {
    if (lat === undefined || lng === undefined || size.width === 0) return;
    setView(({ scale }) =>
      focusedOn({ lat, lng }, flatProjection(fitted, size), { size, scale, zoom: FOCUS_ZOOM }),
    );
  }, [lat, lng]);
  const seen = seenBy(projection, size);
  const land = useBaseMap('land', seen.zoom);
  const onWheel = isInPage ? undefined : (deltaY: number) => zoom(deltaY < 0 ? 1.15 : 1 / 1.15);
  return (
    <div
      ref={holder}
      className={`absolute inset-0 overflow-hidden bg-calm-ground ${isInPage && !isMoved ? 'touch-pan-y' : 'touch-none'}`}
      data-map="flat"
      data-ready={land !== undefined}
      onWheel={({ deltaY }) => onWheel?.(deltaY)}
      {...pan}
    >
      <svg
        width={size.width}
        height={size.height}
        role="img"
        aria-label={label}
        className="absolute inset-0 will-change-transform"
      >
        <g transform={groundView === view ? undefined : movedTo(view, groundView, size)}>
          <Ground {...ground} />
        </g>
        {areas.map((area) => (
          <path
            key={area.key}
            d={pathOf(polygonOf(area))}
            style={{ color: area.colour }}
            className="fill-current stroke-current"
            fillOpacity={0.18}
            strokeWidth={1.5}
          />
        ))}
        {lines.map(({ key, line, colour, width, dash }) => (
          <path
            key={key}
            data-line={key}
            d={pathOf({ type: 'LineString', coordinates: line.map((point) => [point.lng, point.lat]) })}
            style={{ stroke: colour }}
            className="fill-none"
            strokeWidth={width}
            strokeDasharray={DASHES[dash]}
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        ))}
      </svg>
      <TownNames view={seen} hidden={names} keepFree={points} labels={labels(seen)} />
      {size.width > 0 && children(seen)}
    </div>
  );
}

function projectionOf(fitted: readonly GeoPoint[], size: SurfaceSize, view: FlatView): GeoProjection {
  const { width, height } = size;
  return viewed(flatProjection(fitted, { width: width || 1, height: height || 1 }), view, [
    width / 2,
    height / 2,
  ]).clipExtent([
    [-EDGE, -EDGE],
    [width + EDGE, height + EDGE],
  ]);
}

function pathsIn(projection: GeoProjection): (shape: GeoPermissibleObjects) => string {
  const path = geoPath(projection).digits(1);
  return (shape) => path(shape) ?? '';
}

/** What brings a drawing of one view to where another one has it. */
function movedTo(view: FlatView, drawn: FlatView, { width, height }: SurfaceSize): string {
  const scale = view.scale / drawn.scale;
  const x = width / 2 + view.x - (width / 2 + drawn.x) * scale;
  const y = height / 2 + view.y - (height / 2 + drawn.y) * scale;
  return `translate(${x} ${y}) scale(${scale})`;
}

function seenBy(projection: GeoProjection, size: SurfaceSize): MapView {
  return {
    size,
    zoom: zoomOf(projection),
    place({ lat, lng }) {
      const [x, y] = projection([lng, lat]) ?? [];
      return x === undefined || y === undefined ? undefined : { x, y };
    },
  };
}

/** Everything below the markers. It is drawn again only when the map moves. */
const Ground = memo(function Ground({
  pathOf,
  zoom,
}: {
  readonly pathOf: (what: GeoPermissibleObjects) => string;
  readonly zoom: number;
}) {
  const land = useBaseMap('land', zoom);
  const lakes = useBaseMap('lakes', zoom);
  const states = useBaseMap('states', zoom);
  const borders = useBaseMap('borders', zoom);
  return (
    <>
      <path d={pathOf(GRATICULE)} className="fill-none stroke-line" />
      {land && <path d={pathOf(land)} className="fill-raised" />}
      {lakes && <path d={pathOf(lakes)} className="fill-calm-ground" />}
      {states && <path d={pathOf(states)} className="fill-none stroke-line" strokeWidth={0.75} />}
      {borders && <path d={pathOf(borders)} className="fill-none stroke-edge/60" strokeWidth={0.9} />}
    </>
  );
});

/** The points that the map is fitted to: it is fitted again only if a point would be out of view. */
function useFittedPoints(
  points: readonly GeoPoint[],
  size: SurfaceSize,
  view: FlatView,
): readonly GeoPoint[] {
  const fitted = useRef<readonly GeoPoint[]>([]);
  const { width, height } = size;
  if (width > 0 && height > 0) {
    const { place } = seenBy(
      viewed(flatProjection(fitted.current, size), view, [width / 2, height / 2]),
      size,
    );
    const isMoved = view !== WHOLE_VIEW;
    const isWhole = points.every((point) => isOnSurface(place(point), size));
    if (fitted.current.length === 0 || (!isMoved && !isWhole)) fitted.current = points;
  }
  return fitted.current;
}

/** On a globe a border has two insides; the smaller one is meant, in whichever direction it was drawn. */
function polygonOf({ border }: MapArea): Polygon {
  const ring = border.map(({ lat, lng }) => [lng, lat]);
  if (ring[0]) ring.push([...ring[0]]);
  const shape: Polygon = { type: 'Polygon', coordinates: [ring] };
  return geoArea(shape) > HALF_GLOBE ? { type: 'Polygon', coordinates: [ring.toReversed()] } : shape;
}
