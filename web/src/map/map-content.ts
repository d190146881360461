import type { ReactNode, Ref } from 'react';
import type { Placed } from './label-places.ts';
import type { GeoPoint } from './map-frame.ts';
import type { SurfaceSize } from './surface-size.ts';

/** A place on the map's surface, in pixels from its top left corner. */
export interface ScreenPoint {
  readonly x: number;
  readonly y: number;
}

/** A line on a map. */
export interface MapLine {
  readonly key: string;
  readonly line: readonly GeoPoint[];
  /** Any colour of a style sheet. */
  readonly colour: string;
  readonly width: number;
  readonly dash: 'none' | 'long' | 'short';
}

/** An area on a map, by its border. */
export interface MapArea {
  readonly key: string;
  readonly border: readonly GeoPoint[];
  readonly colour: string;
}

/** How the Earth is drawn. */
export type MapKind = 'flat' | 'globe';

/** What of a map can be seen, for what is drawn above it. */
export interface MapView {
  readonly size: SurfaceSize;
  /** As web maps count it: 0 is the whole world, and each step is twice as near. */
  readonly zoom: number;
  /** Where a point stands; undefined when it is on the other side of the globe. */
  place(point: GeoPoint): ScreenPoint | undefined;
}

/** What can be done with a map from outside of it. */
export interface MapHandle {
  zoom(factor: number): void;
  showAll(): void;
}

/** What every way to draw a map takes. */
export interface MapSurfaceProps {
  readonly lines: readonly MapLine[];
  readonly areas?: readonly MapArea[];
  /** What has to be seen as long as nobody moves the map. */
  readonly points: readonly GeoPoint[];
  /** What the map goes to when it becomes another one. */
  readonly focus?: GeoPoint | undefined;
  /** Whether it stands among other things on a page that scrolls: then the wheel and one finger scroll that page. */
  readonly isInPage?: boolean;
  /** The labels above the map, under which it has no names of its own. */
  readonly labels?: (view: MapView) => readonly Placed[];
  /** Says what is on the map to those who cannot see it. */
  readonly label: string;
  /** What stands above the map. */
  readonly children: (view: MapView) => ReactNode;
  readonly ref: Ref<MapHandle>;
}

/** Whether a point of the screen lies on a surface of this size. */
export function isOnSurface(at: ScreenPoint | undefined, { width, height }: SurfaceSize): boolean {
  return at !== undefined && at.x >= 0 && at.y >= 0 && at.x <= width && at.y <= height;
}

/** Whether moving pictures are wanted. */
export function wantsMotion(): boolean {
  return !matchMedia('(prefers-reduced-motion: reduce)').matches;
}
