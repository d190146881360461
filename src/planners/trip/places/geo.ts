/** A position on the globe in degrees, north and east positive. */
export interface Point {
  readonly lat: number;
  readonly lng: number;
}

/** The mean radius of the Earth. */
export const EARTH_RADIUS_KM = 6371.0088;

/** The average ratio of road distance to great-circle distance. */
export const ROAD_FACTOR = 1.3;

/** The average speed of a day on the road, without breaks. */
export const ROAD_KM_PER_HOUR = 90;

const RADIANS = Math.PI / 180;

/** Whether both coordinates are finite and in range. */
export function isOnGlobe({ lat, lng }: Point): boolean {
  return Number.isFinite(lat) && Number.isFinite(lng) && Math.abs(lat) <= 90 && Math.abs(lng) <= 180;
}

/** The same longitude from -180 up to but excluding 180. */
export function wrapLng(lng: number): number {
  if (lng >= -180 && lng < 180) return lng;
  const turned = (((lng + 180) % 360) + 360) % 360;
  return turned - 180;
}

/** The great-circle distance. */
export function distanceKm(a: Point, b: Point): number {
  const sinLat = Math.sin(((b.lat - a.lat) * RADIANS) / 2);
  const sinLng = Math.sin(((b.lng - a.lng) * RADIANS) / 2);
  const h = sinLat * sinLat + Math.cos(a.lat * RADIANS) * Math.cos(b.lat * RADIANS) * sinLng * sinLng;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.sqrt(Math.min(1, h)));
}

/** The estimated driving distance without a road map. */
export function drivingKm(a: Point, b: Point): number {
  return distanceKm(a, b) * ROAD_FACTOR;
}

/** The estimated road distance through several points. */
export function drivingWayKm(way: readonly Point[]): number {
  return wayKm(way) * ROAD_FACTOR;
}

/** The estimated driving time. */
export function drivingHours(a: Point, b: Point): number {
  return drivingKm(a, b) / ROAD_KM_PER_HOUR;
}

/** The position after this distance straight ahead. */
export function travel(from: Point, degrees: number, km: number): Point {
  const angle = km / EARTH_RADIUS_KM;
  const [lat, course] = [from.lat * RADIANS, degrees * RADIANS];
  const sinLat = Math.sin(lat) * Math.cos(angle) + Math.cos(lat) * Math.sin(angle) * Math.cos(course);
  const east = Math.sin(course) * Math.sin(angle) * Math.cos(lat);
  const north = Math.cos(angle) - Math.sin(lat) * sinLat;
  const lng = from.lng + Math.atan2(east, north) / RADIANS;
  return { lat: Math.asin(clamp(sinLat)) / RADIANS, lng: wrapLng(lng) };
}

/** The point at this share of the great circle from `a` (0) to `b` (1). Between antipodes, the way over the nearer pole. */
export function pointBetween(a: Point, b: Point, share: number): Point {
  if (share <= 0) return { lat: a.lat, lng: wrapLng(a.lng) };
  if (share >= 1) return { lat: b.lat, lng: wrapLng(b.lng) };
  const [from, to] = [vector(a), vector(b)];
  const angle = angleBetween(from, to);
  if (angle < 1e-12) return { lat: a.lat, lng: wrapLng(a.lng) };
  if (Math.PI - angle < 1e-9) return travel(a, a.lat >= 0 ? 0 : 180, angle * share * EARTH_RADIUS_KM);
  const [p, q] = [Math.sin((1 - share) * angle), Math.sin(share * angle)];
  return pointOf([p * from[0] + q * to[0], p * from[1] + q * to[1], p * from[2] + q * to[2]]);
}

/** Points along the great circle, including both ends, at most `stepKm` apart. */
export function greatCircle(a: Point, b: Point, stepKm: number): Point[] {
  const steps = Math.max(1, Math.ceil(distanceKm(a, b) / stepKm));
  return Array.from({ length: steps + 1 }, (_, i) => pointBetween(a, b, i / steps));
}

/** The distance of a point from the infinite great circle through `a` and `b`; positive to the right of it. */
export function crossTrackKm(point: Point, a: Point, b: Point): number {
  const normal = cross(vector(a), vector(b));
  const length = Math.hypot(...normal);
  if (length < 1e-12) return distanceKm(point, a);
  const off = -Math.asin(clamp(dot(normal, vector(point)) / length)) * EARTH_RADIUS_KM;
  return off === 0 ? 0 : off;
}

/** The distance from `a` to the nearest point of the great circle, towards `b`; negative behind `a`. */
export function alongTrackKm(point: Point, a: Point, b: Point): number {
  const [from, to] = [vector(a), vector(b)];
  const normal = cross(from, to);
  const length = Math.hypot(...normal);
  if (length < 1e-12) return 0;
  const ahead = cross(normal, from);
  const at = vector(point);
  return Math.atan2(dot(ahead, at) / length, dot(from, at)) * EARTH_RADIUS_KM;
}

/** The position of a point relative to a part of a great circle. */
export interface Offset {
  /** To the nearest point of that part. */
  readonly offKm: number;
  /** From its start to that nearest point. */
  readonly alongKm: number;
}

/** The position of a point relative to the part between `a` and `b`, including the ends. */
export function offsetFromStretch(point: Point, a: Point, b: Point): Offset {
  const length = distanceKm(a, b);
  const along = alongTrackKm(point, a, b);
  if (length > 0 && along >= 0 && along <= length) {
    return { offKm: Math.abs(crossTrackKm(point, a, b)), alongKm: along };
  }
  const [toStart, toEnd] = [distanceKm(point, a), distanceKm(point, b)];
  return toStart <= toEnd ? { offKm: toStart, alongKm: 0 } : { offKm: toEnd, alongKm: length };
}

/** The position of a point relative to a way through several points; of equally near parts the first counts. */
export function offsetFromWay(point: Point, way: readonly Point[]): Offset {
  const [first, ...rest] = way;
  if (first === undefined) return { offKm: Number.POSITIVE_INFINITY, alongKm: 0 };
  let best: Offset = { offKm: distanceKm(point, first), alongKm: 0 };
  let [from, passed] = [first, 0];
  for (const to of rest) {
    const { offKm, alongKm } = offsetFromStretch(point, from, to);
    if (offKm < best.offKm) best = { offKm, alongKm: passed + alongKm };
    passed += distanceKm(from, to);
    from = to;
  }
  return best;
}

/** The length of a way through several points. */
export function wayKm(way: readonly Point[]): number {
  return way.reduce((sum, point, i) => {
    const before = way[i - 1];
    return before === undefined ? 0 : sum + distanceKm(before, point);
  }, 0);
}

/**
 * Splits a line where it crosses the antimeridian, as GeoJSON requires (RFC 7946, 3.1.9): each part stays within -180
 * to 180, and parts meet at the same latitude on both edges.
 */
export function splitAtAntimeridian(line: readonly Point[]): Point[][] {
  const parts: Point[][] = [];
  let part: Point[] = [];
  let before: Point | undefined;
  for (const { lat, lng } of line) {
    const point = { lat, lng: lng === 180 ? 180 : wrapLng(lng) };
    if (before !== undefined && Math.abs(point.lng - before.lng) > 180) {
      const edge = Math.sign(before.lng) * 180;
      const crossing = latAtAntimeridian(before, point);
      part.push({ lat: crossing, lng: edge });
      parts.push(part);
      part = [{ lat: crossing, lng: -edge }];
    }
    part.push(point);
    before = point;
  }
  if (part.length > 0) parts.push(part);
  return parts;
}

function latAtAntimeridian(a: Point, b: Point): number {
  const normal = cross(vector(a), vector(b));
  // On the half circle at longitude 180 a vector is (-cos lat, 0, sin lat).
  const lat = Math.atan2(normal[0], normal[2]) / RADIANS;
  return Math.abs(lat) <= 90 ? lat : lat - Math.sign(lat) * 180;
}

type Vector = readonly [x: number, y: number, z: number];

function vector({ lat, lng }: Point): Vector {
  const cosLat = Math.cos(lat * RADIANS);
  return [cosLat * Math.cos(lng * RADIANS), cosLat * Math.sin(lng * RADIANS), Math.sin(lat * RADIANS)];
}

function pointOf([x, y, z]: Vector): Point {
  return { lat: Math.atan2(z, Math.hypot(x, y)) / RADIANS, lng: wrapLng(Math.atan2(y, x) / RADIANS) };
}

function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function angleBetween(a: Vector, b: Vector): number {
  return Math.atan2(Math.hypot(...cross(a, b)), dot(a, b));
}

function clamp(value: number): number {
  return Math.max(-1, Math.min(1, value));
}
