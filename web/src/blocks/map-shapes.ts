import { geoArea } from 'd3-geo';
import type { LineString, Polygon } from 'geojson';
import type { MapPath, MapPoint, ViewBlock } from '../../../src/harness/module/view-block.ts';

/** What a map block holds. */
export type MapData = Extract<ViewBlock, { type: 'map' }>;

/** What of a map can be drawn. */
export interface MapShapes {
  readonly points: readonly MapPoint[];
  readonly lines: readonly { readonly path: MapPath; readonly shape: LineString }[];
  readonly areas: readonly { readonly path: MapPath; readonly shape: Polygon }[];
  /** Every place of it, to fit the map to. */
  readonly places: readonly { readonly lat: number; readonly lng: number }[];
  /** How many points, lines and areas have no usable coordinates. */
  readonly unplaced: number;
}

const HALF_GLOBE = 2 * Math.PI;

/** Points, lines and areas as shapes on the globe, without those that have no usable coordinates. */
export function mapShapes({ points, lines = [], areas = [] }: MapData): MapShapes {
  const placed = points.filter(({ lat, lng }) => isOnGlobe(lat, lng));
  const usable = (path: MapPath, least: number) =>
    path.points.length >= least && path.points.every(([lat, lng]) => isOnGlobe(lat, lng));
  const drawnLines = lines.filter((path) => usable(path, 2));
  const drawnAreas = areas.filter((path) => usable(path, 3));
  return {
    points: placed,
    lines: drawnLines.map((path) => ({
      path,
      shape: { type: 'LineString', coordinates: coordinatesOf(path) },
    })),
    areas: drawnAreas.map((path) => ({ path, shape: areaOf(path) })),
    places: [
      ...placed.map(({ lat, lng }) => ({ lat, lng })),
      ...[...drawnLines, ...drawnAreas].flatMap((path) => path.points.map(([lat, lng]) => ({ lat, lng }))),
    ],
    unplaced:
      points.length + lines.length + areas.length - placed.length - drawnLines.length - drawnAreas.length,
  };
}

function isOnGlobe(lat: number, lng: number): boolean {
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180;
}

function coordinatesOf({ points }: MapPath): number[][] {
  return points.map(([lat, lng]) => [lng, lat]);
}

/** On a globe a border has two insides; the smaller one is meant, whichever way around it was written. */
function areaOf(path: MapPath): Polygon {
  const border = coordinatesOf(path);
  const [first, last] = [border[0], border.at(-1)];
  if (first && (first[0] !== last?.[0] || first[1] !== last?.[1])) border.push([...first]);
  const shape: Polygon = { type: 'Polygon', coordinates: [border] };
  return geoArea(shape) > HALF_GLOBE ? { type: 'Polygon', coordinates: [border.toReversed()] } : shape;
}
