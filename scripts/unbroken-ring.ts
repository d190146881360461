import type { Position } from 'geojson';

/**
 * A ring on a flat map: its longitudes go on over the antimeridian, because a jump from one end of the world to the other
 * would be drawn right across it. A ring around a pole is closed along the edge of the map.
 */
export function unbrokenRing(ring: readonly Position[]): Position[] {
  let last = ring[0]?.[0] ?? 0;
  const points = ring.map(([lng = 0, lat = 0]): Position => {
    last = Number((lng - 360 * Math.round((lng - last) / 360)).toFixed(3));
    return [last, lat];
  });
  const [first] = points;
  if (first === undefined || last === first[0]) return points;
  const pole = (first[1] ?? 0) < 0 ? -90 : 90;
  return [...points, [last, pole], [first[0] ?? 0, pole], first];
}
