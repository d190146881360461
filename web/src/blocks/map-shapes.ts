import type { MapPath, MapPoint, ViewBlock } from '../../../src/harness/module/view-block.ts';
import type { GeoPoint } from '../map/map-frame.ts';

/** The content of a map block. */
export type MapData = Extract<ViewBlock, { type: 'map' }>;

/** A line or the border of an area, and its points. */
export interface PlacedPath {
  readonly path: MapPath;
  readonly points: readonly GeoPoint[];
}

/** The parts of a map that can be drawn. */
export interface MapShapes {
  readonly points: readonly MapPoint[];
  readonly lines: readonly PlacedPath[];
  readonly areas: readonly PlacedPath[];
  /** All places, to fit the map to. */
  readonly places: readonly GeoPoint[];
  /** How many points, lines and areas have no usable coordinates. */
  readonly unplaced: number;
}

/** Points, lines and areas on the globe, without those that have no usable coordinates. */
export function mapShapes({ points, lines = [], areas = [] }: MapData): MapShapes {
  const placed = points.filter(({ lat, lng }) => isOnGlobe(lat, lng));
  const drawnLines = placedPaths(lines, 2);
  const drawnAreas = placedPaths(areas, 3);
  return {
    points: placed,
    lines: drawnLines,
    areas: drawnAreas,
    places: [
      ...placed.map(({ lat, lng }) => ({ lat, lng })),
      ...[...drawnLines, ...drawnAreas].flatMap((path) => path.points),
    ],
    unplaced:
      points.length + lines.length + areas.length - placed.length - drawnLines.length - drawnAreas.length,
  };
}

function placedPaths(paths: readonly MapPath[], least: number): readonly PlacedPath[] {
  return paths.flatMap((path) => {
    if (path.points.length < least || !path.points.every(([lat, lng]) => isOnGlobe(lat, lng))) return [];
    return [{ path, points: path.points.map(([lat, lng]) => ({ lat, lng })) }];
  });
}

function isOnGlobe(lat: number, lng: number): boolean {
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180;
}
