import type { ReactNode, Ref } from 'react';
import type { Placed } from './label-places.ts';
import type { GeoPoint } from './map-frame.ts';
import type { SurfaceSize } from './surface-size.ts';

/** A position on the map's surface, in pixels from its top left corner. */
export interface ScreenPoint {
  readonly x: number;
  readonly y: number;
}

/** A line on a map. */
export interface MapLine {
  readonly key: string;
  readonly line: readonly GeoPoint[];
  /** Any CSS colour. */
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

/** How the Earth is displayed. */
export type MapKind = 'flat' | 'globe';

/** The visible part of a map, for what is drawn above it. */
export interface MapView {
  readonly size: SurfaceSize;
  /** As web maps count it: 0 is the whole world, and each level doubles the scale. */
  readonly zoom: number;
  /** The position of a point; undefined if it is on the other side of the globe. */
  place(point: GeoPoint): ScreenPoint | undefined;
}

/** Controls a map from outside. */
export interface MapHandle {
  zoom(factor: number): void;
  showAll(): void;
}

/** The props of every kind of map. */
export interface MapSurfaceProps {
  readonly lines: readonly MapLine[];
  readonly areas?: readonly MapArea[];
  /** Points to keep in view until somebody moves the map. */
  readonly points: readonly GeoPoint[];
  /** Where the map goes when this changes. */
  readonly focus?: GeoPoint | undefined;
  /** Whether it is on a page that scrolls: then the wheel and one finger scroll the page. */
  readonly isInPage?: boolean;
  /** Labels drawn above the map, which keep its own names free of them. */
  readonly labels?: (view: MapView) => readonly Placed[];
  /** Its accessible name. */
  readonly label: string;
  /** Drawn above the map. */
  readonly children: (view: MapView) => ReactNode;
  readonly ref: Ref<MapHandle>;
}

/** Whether a position is on a surface of this size. */
export function isOnSurface(at: ScreenPoint | undefined, { width, height }: SurfaceSize): boolean {
  return at !== undefined && at.x >= 0 && at.y >= 0 && at.x <= width && at.y <= height;
}

/** Whether animations are wanted. */
export function wantsMotion(): boolean {
  return !matchMedia('(prefers-reduced-motion: reduce)').matches;
}
