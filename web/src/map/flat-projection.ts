import { type GeoProjection, geoEqualEarth, geoMercator } from 'd3-geo';
import { frameAround, type GeoPoint } from './map-frame.ts';

/** The view of a flat map: magnified first, then moved by pixels. */
export interface FlatView {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

export const WHOLE_VIEW: FlatView = { scale: 1, x: 0, y: 0 };

const MARGIN = 56;
/** Room for the buttons of the map. */
const TOP_ROOM = 64;
const MIN_SPAN = 4;
/** Beyond this latitude a conformal map shows little but the poles. */
const MERCATOR_LATITUDE = 70;
const MERCATOR_DEGREES = 55;

/** The projection that fits points into a surface. It is centred on them, so that no line is cut at its edge. */
export function flatProjection(
  points: readonly GeoPoint[],
  { width, height }: { readonly width: number; readonly height: number },
): GeoProjection {
  const { center, degrees } = frameAround(points);
  const isNear = degrees < MERCATOR_DEGREES && points.every(({ lat }) => Math.abs(lat) < MERCATOR_LATITUDE);
  const projection = (isNear ? geoMercator() : geoEqualEarth()).rotate([-center.lng, 0]);
  const corners = [
    ...points,
    { lat: clampLat(center.lat - MIN_SPAN / 2), lng: center.lng - MIN_SPAN / 2 },
    { lat: clampLat(center.lat + MIN_SPAN / 2), lng: center.lng + MIN_SPAN / 2 },
  ];
  const room = Math.min(MARGIN, width / 5, height / 5);
  return projection.fitExtent(
    [
      [room, Math.min(TOP_ROOM, height / 4)],
      [Math.max(width - room, room + 1), Math.max(height - room, height / 4 + 1)],
    ],
    { type: 'MultiPoint', coordinates: corners.map(({ lat, lng }) => [lng, lat]) },
  );
}

function clampLat(lat: number): number {
  return Math.max(-85, Math.min(85, lat));
}

/** The same projection, moved, and magnified around the centre of the surface. */
export function viewed(
  projection: GeoProjection,
  { scale, x, y }: FlatView,
  middle: readonly [number, number],
): GeoProjection {
  const [left, top] = projection.translate();
  return projection
    .scale(projection.scale() * scale)
    .translate([middle[0] + (left - middle[0]) * scale + x, middle[1] + (top - middle[1]) * scale + y]);
}

/** The zoom level as web maps count it: at 0, the world is 512 pixels wide. */
export function zoomOf(projection: GeoProjection): number {
  return Math.log2((projection.scale() * 2 * Math.PI) / 512);
}

/** The view centred on a point, at this magnification or more. */
export function focusedOn(
  { lat, lng }: GeoPoint,
  whole: GeoProjection,
  {
    size: { width, height },
    scale,
    zoom,
  }: {
    readonly size: { readonly width: number; readonly height: number };
    readonly scale: number;
    readonly zoom: number;
  },
): FlatView {
  const [x = 0, y = 0] = whole([lng, lat]) ?? [];
  const next = Math.max(scale, 2 ** (zoom - zoomOf(whole)));
  return { scale: next, x: (width / 2 - x) * next, y: (height / 2 - y) * next };
}
