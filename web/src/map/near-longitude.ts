import { frameAround, type GeoPoint } from './map-frame.ts';

/** West, south, east and north in degrees; east of the antimeridian, longitudes continue beyond 180. */
export type GeoBounds = readonly [west: number, south: number, east: number, north: number];

/** The same longitude, counted on so that it is within 180 degrees of another. */
export function longitudeNear(lng: number, other: number): number {
  return lng - 360 * Math.round((lng - other) / 360);
}

/** A line whose longitudes continue across the antimeridian without a jump. */
export function unbroken(line: readonly GeoPoint[]): readonly GeoPoint[] {
  let last = line[0]?.lng ?? 0;
  return line.map(({ lat, lng }) => {
    last = longitudeNear(lng, last);
    return { lat, lng: last };
  });
}

/** The smallest bounds around some points; undefined without points. */
export function boundsOf(points: readonly GeoPoint[]): GeoBounds | undefined {
  if (points.length === 0) return undefined;
  const { center } = frameAround(points);
  const lngs = points.map(({ lng }) => longitudeNear(lng, center.lng));
  const lats = points.map(({ lat }) => lat);
  return [least(lngs), least(lats), -least(lngs.map((lng) => -lng)), -least(lats.map((lat) => -lat))];
}

function least(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
}
