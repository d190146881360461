import type { Point } from '../../../../src/planners/trip/places/geo.ts';
import type { MapScene } from './map-scene.ts';

/** A place on the map's surface, in pixels from its top left corner. */
export interface ScreenPoint {
  readonly x: number;
  readonly y: number;
}

/** What every kind of map takes. */
export interface MapSurfaceProps {
  readonly scene: MapScene;
  /** The stop that is chosen, here or in the list. */
  readonly chosen: string | undefined;
  /** The stop that a repair is offered for. */
  readonly broken: string | undefined;
  readonly onChoose: (anchorId: string) => void;
}

/** What can be done with a map from outside of it. */
export interface MapHandle {
  zoom(factor: number): void;
  showAll(): void;
}

export type Rgba = readonly [red: number, green: number, blue: number, alpha: number];

/** A colour of the page's theme, for what is not drawn with style sheets. */
export function tokenColor(token: `--${string}`): Rgba {
  const probe = document.createElement('span');
  probe.style.color = `var(${token})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  const canvas = document.createElement('canvas');
  canvas.width = 1;
  canvas.height = 1;
  const context = canvas.getContext('2d');
  if (context === null) return [128, 128, 128, 255];
  context.fillStyle = color;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, alpha = 255] = context.getImageData(0, 0, 1, 1).data;
  return [red, green, blue, alpha];
}

/** Whether a point of the screen lies on a surface of this size. */
export function isOnSurface(
  at: ScreenPoint | undefined,
  { width, height }: { readonly width: number; readonly height: number },
): boolean {
  return at !== undefined && at.x >= 0 && at.y >= 0 && at.x <= width && at.y <= height;
}

/** Whether moving pictures are wanted. */
export function wantsMotion(): boolean {
  return !matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** The points that have to be seen. */
export function pointsOf({ stops, legs }: MapScene): readonly Point[] {
  return [...stops.map(({ point }) => point), ...legs.flatMap(({ line }) => line)];
}
