import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { frameAround } from '../../../map/map-frame.ts';
import { useSurfaceSize } from '../../../map/surface-size.ts';
import { loadWorld } from '../../../map/world-atlas.ts';
import { useColourScheme } from '../../../shell/theme.ts';
import { isOnSurface, type MapHandle, type MapSurfaceProps, pointsOf, wantsMotion } from '../map-surface.ts';
import { type PlacedStop, StopMarkers } from '../stop-markers.tsx';
import { GlobeView } from './globe-view.ts';

/** A trip on the globe. */
export default function GlobeMap({
  scene,
  chosen,
  broken,
  onChoose,
  onFailure,
  ref,
}: MapSurfaceProps & { readonly onFailure: () => void; readonly ref: Ref<MapHandle> }) {
  const holder = useRef<HTMLDivElement>(null);
  const view = useRef<GlobeView>(undefined);
  const shown = useRef(scene);
  const failed = useRef(onFailure);
  const size = useSurfaceSize(holder);
  const [placed, setPlaced] = useState<readonly PlacedStop[]>([]);
  const [ready, setReady] = useState(false);
  const fitted = useRef(false);
  const scheme = useColourScheme();
  shown.current = scene;
  failed.current = onFailure;

  useEffect(() => {
    const { current } = holder;
    if (current === null) return;
    const canvas = document.createElement('canvas');
    canvas.className = 'absolute inset-0 size-full touch-none';
    canvas.setAttribute('aria-hidden', 'true');
    current.prepend(canvas);
    const fail = () => failed.current();
    canvas.addEventListener('webglcontextlost', fail);
    let globe: GlobeView | undefined;
    try {
      globe = new GlobeView(canvas, {
        // Not before it looks at the trip: seen from afar all stops lie in one place.
        onDraw: () => fitted.current && setPlaced(placesOn(globe, shown.current.stops)),
        onReady: () => setReady(true),
      });
    } catch {
      fail();
    }
    view.current = globe;
    let wanted = true;
    loadWorld()
      .then(({ borders }) => {
        const lines = borders.coordinates.map((line) => line.map(([lng = 0, lat = 0]) => ({ lat, lng })));
        if (wanted) globe?.showBorders(lines);
      })
      // The globe is whole without borders.
      .catch(() => {});
    return () => {
      wanted = false;
      canvas.removeEventListener('webglcontextlost', fail);
      view.current = undefined;
      globe?.end();
      canvas.remove();
    };
  }, []);

  useEffect(() => {
    const globe = view.current;
    if (globe === undefined || size.width === 0) return;
    globe.showLegs(scene.legs);
    const isWhole = scene.stops.every(({ point }) => isOnSurface(globe.screenPoint(point), size));
    if (!fitted.current || !isWhole) {
      globe.lookAt(frameAround(pointsOf(scene)), { flies: fitted.current && wantsMotion() });
    }
    fitted.current = true;
  }, [scene, size]);

  useEffect(() => {
    if (scheme) view.current?.recolour();
  }, [scheme]);

  useEffect(() => {
    const globe = view.current;
    const stop = shown.current.stops.find(({ anchorId }) => anchorId === chosen);
    if (globe === undefined || stop === undefined || size.width === 0) return;
    if (!isOnSurface(globe.screenPoint(stop.point), size)) {
      globe.center(stop.point, { flies: wantsMotion() });
    }
  }, [chosen, size]);

  useImperativeHandle(ref, () => ({
    zoom: (factor) => view.current?.zoom(factor),
    showAll: () => view.current?.lookAt(frameAround(pointsOf(shown.current)), { flies: wantsMotion() }),
  }));

  return (
    <div ref={holder} className="absolute inset-0" data-map="globe" data-ready={ready}>
      <StopMarkers placed={placed} size={size} chosen={chosen} broken={broken} onChoose={onChoose} />
    </div>
  );
}

function placesOn(
  globe: GlobeView | undefined,
  stops: MapSurfaceProps['scene']['stops'],
): readonly PlacedStop[] {
  return stops.map((stop) => ({ stop, at: globe?.screenPoint(stop.point) }));
}
