import { useEffect, useImperativeHandle, useRef, useState } from 'react';
import { useColourScheme } from '../../shell/theme.ts';
import {
  isOnSurface,
  type MapKind,
  type MapSurfaceProps,
  type MapView,
  wantsMotion,
} from '../map-content.ts';
import { useSurfaceSize } from '../surface-size.ts';
import { VectorView } from './vector-view.ts';

const NO_AREAS: NonNullable<MapSurfaceProps['areas']> = [];

/** A map drawn with WebGL, flat or as a globe. */
export default function VectorMap({
  lines,
  areas = NO_AREAS,
  points,
  focus,
  isInPage = false,
  label,
  kind,
  names,
  labels,
  onFailure,
  children,
  ref,
}: MapSurfaceProps & {
  readonly kind: MapKind;
  /** Names that are drawn above the map, and not on it. */
  readonly names: readonly string[];
  /** Called if this browser turns out to be unable to draw it. */
  readonly onFailure: () => void;
}) {
  const holder = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<VectorView>();
  const [ready, setReady] = useState(false);
  const [, setMoves] = useState(0);
  const size = useSurfaceSize(holder);
  const scheme = useColourScheme();
  const isMoved = useRef(false);
  const isFitted = useRef(false);
  const look = { scheme, kind, hidden: names };
  const latest = useRef({ look, label, isInPage, onFailure, points });
  latest.current = { look, label, isInPage, onFailure, points };

  useEffect(() => {
    const { current } = holder;
    if (current === null) return;
    const element = document.createElement('div');
    element.className = 'absolute! inset-0';
    current.prepend(element);
    let created: VectorView | undefined;
    const fail = () => latest.current.onFailure();
    element.addEventListener('webglcontextlost', fail, true);
    try {
      created = new VectorView(element, {
        ...latest.current,
        onMove: (byPerson) => {
          if (byPerson) isMoved.current = true;
          setMoves((moves) => moves + 1);
        },
        onReady: () => setReady(true),
      });
      setView(created);
    } catch {
      fail();
    }
    return () => {
      element.removeEventListener('webglcontextlost', fail, true);
      created?.end();
      element.remove();
      isFitted.current = false;
    };
  }, []);

  useEffect(() => view?.show({ lines, areas, points }), [view, lines, areas, points]);

  useEffect(() => view?.restyle({ scheme, kind, hidden: names }), [view, scheme, kind, names]);

  useEffect(() => {
    if (view === undefined || size.width === 0) return;
    const isWhole = points.every((point) => isOnSurface(view.screenPoint(point), size));
    if (isFitted.current && (isWhole || isMoved.current)) return;
    view.fit(points, { flies: isFitted.current && wantsMotion() });
    isFitted.current = true;
    setMoves((moves) => moves + 1);
  }, [view, points, size]);

  const [lat, lng] = [focus?.lat, focus?.lng];
  useEffect(() => {
    if (view === undefined || lat === undefined || lng === undefined) return;
    isMoved.current = true;
    view.flyTo({ lat, lng }, { flies: wantsMotion() });
  }, [view, lat, lng]);

  useImperativeHandle(ref, () => ({
    zoom(factor) {
      isMoved.current = true;
      view?.zoomBy(factor, { flies: wantsMotion() });
    },
    showAll() {
      isMoved.current = false;
      view?.fit(latest.current.points, { flies: wantsMotion() });
    },
  }));

  const seen: MapView | undefined =
    view && isFitted.current
      ? { size, zoom: view.zoom, place: (point) => view.screenPoint(point) }
      : undefined;
  useEffect(() => {
    if (seen && labels) view?.keepFree(labels(seen));
  });
  return (
    <div ref={holder} className="absolute inset-0 overflow-hidden" data-map={kind} data-ready={ready}>
      {seen && children(seen)}
    </div>
  );
}
