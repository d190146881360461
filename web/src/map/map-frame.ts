import { geoDistance } from 'd3-geo';

/** A place on the Earth, in degrees. */
export interface GeoPoint {
  readonly lat: number;
  readonly lng: number;
}

/** A part of the globe that contains everything to show. */
export interface MapFrame {
  readonly center: GeoPoint;
  /** The largest distance from its centre, in degrees of the great circle. */
  readonly degrees: number;
}

const RADIANS = Math.PI / 180;
/** The radius around a single place. */
const MIN_DEGREES = 2;
const WHOLE_GLOBE: MapFrame = { center: { lat: 20, lng: 0 }, degrees: 80 };

/** The part of the globe around some points, including the antimeridian and the poles. */
export function frameAround(points: readonly GeoPoint[]): MapFrame {
  const directions = points.map(direction);
  const middle = directions.reduce(([x, y, z], [a, b, c]) => [x + a, y + b, z + c], [0, 0, 0] as Direction);
  const [x, y, z] = middle;
  if (Math.hypot(x, y, z) < 1e-6) return WHOLE_GLOBE;
  const center = { lat: Math.atan2(z, Math.hypot(x, y)) / RADIANS, lng: Math.atan2(y, x) / RADIANS };
  const farthest = Math.max(
    ...points.map(({ lat, lng }) => geoDistance([center.lng, center.lat], [lng, lat])),
  );
  return { center, degrees: Math.max(MIN_DEGREES, farthest / RADIANS) };
}

type Direction = readonly [x: number, y: number, z: number];

function direction({ lat, lng }: GeoPoint): Direction {
  const flat = Math.cos(lat * RADIANS);
  return [flat * Math.cos(lng * RADIANS), flat * Math.sin(lng * RADIANS), Math.sin(lat * RADIANS)];
}
