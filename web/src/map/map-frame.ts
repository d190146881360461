import { geoDistance } from 'd3-geo';

/** A place on the Earth, in degrees. */
export interface GeoPoint {
  readonly lat: number;
  readonly lng: number;
}

/** A part of the globe that contains everything to show. */
export interface MapFrame {
  readonly center: GeoPoint;
  /** The distance from its centre, in degrees of the great circle: at most, and to the sides. */
  readonly degrees: number;
  readonly eastWest: number;
  readonly northSouth: number;
}

/** Half of the field of view, in radians. */
export interface HalfView {
  readonly across: number;
  readonly upright: number;
}

const EARTH_RADIUS_KM = 6371.0088;
const RADIANS = Math.PI / 180;
/** The radius around a single place. */
const MIN_DEGREES = 2;
/** Room for the labels of the outermost places. */
const MARGIN = 1.3;
/** Nothing beyond this angle is visible. */
const MAX_DEGREES = 78;
const WHOLE_GLOBE: MapFrame = { center: { lat: 20, lng: 0 }, degrees: 80, eastWest: 80, northSouth: 80 };

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
  const east = direction({ lat: 0, lng: center.lng + 90 });
  const north = direction({ lat: center.lat + 90, lng: center.lng });
  return {
    center,
    degrees: atLeast(farthest),
    eastWest: atLeast(reachAlong(east, directions)),
    northSouth: atLeast(reachAlong(north, directions)),
  };
}

/** The height in km from which a frame is visible as a whole, looking straight down. */
export function heightFor(
  { degrees, eastWest, northSouth }: MapFrame,
  { across, upright }: HalfView,
): number {
  const overTheHorizon = 1 / Math.cos(withMargin(degrees)) - 1;
  return (
    EARTH_RADIUS_KM * Math.max(heightTo(eastWest, across), heightTo(northSouth, upright), overTheHorizon)
  );
}

function heightTo(degrees: number, half: number): number {
  const reach = withMargin(degrees);
  return Math.sin(reach) / Math.tan(half) - (1 - Math.cos(reach));
}

function withMargin(degrees: number): number {
  return Math.min(degrees * MARGIN, MAX_DEGREES) * RADIANS;
}

function atLeast(radians: number): number {
  return Math.max(MIN_DEGREES, radians / RADIANS);
}

type Direction = readonly [x: number, y: number, z: number];

function direction({ lat, lng }: GeoPoint): Direction {
  const flat = Math.cos(lat * RADIANS);
  return [flat * Math.cos(lng * RADIANS), flat * Math.sin(lng * RADIANS), Math.sin(lat * RADIANS)];
}

function reachAlong([x, y, z]: Direction, directions: readonly Direction[]): number {
  return Math.max(...directions.map(([a, b, c]) => Math.asin(Math.min(1, Math.abs(a * x + b * y + c * z)))));
}
