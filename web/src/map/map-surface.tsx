import { lazyPart } from '../ui/lazy-part.tsx';
import type { MapKind, MapSurfaceProps } from './map-content.ts';
import { disableWebGl, useWebGl } from './web-gl.ts';

const VectorMap = lazyPart(async () => (await import('./vector/vector-map.tsx')).default, LoadingMap);
const SvgMap = lazyPart(async () => (await import('./svg-map.tsx')).default, LoadingMap);

/** A map of anything: drawn with WebGL if the browser can, and with SVG otherwise. */
export function MapSurface({
  kind = 'flat',
  names,
  ...props
}: MapSurfaceProps & {
  readonly kind?: MapKind;
  /** Names that are drawn above the map, and not on it. */
  readonly names: readonly string[];
}) {
  const canWebGl = useWebGl();
  return canWebGl ? (
    <VectorMap {...props} kind={kind} names={names} onFailure={disableWebGl} />
  ) : (
    <SvgMap {...props} names={names} />
  );
}

function LoadingMap() {
  return (
    <p role="status" className="absolute inset-0 grid place-items-center text-small text-soft">
      Loading the map…
    </p>
  );
}
