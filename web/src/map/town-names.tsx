import { useBaseMap } from './base-map-content.ts';
import { labelPlaces, type Placed } from './label-places.ts';
import { isOnSurface, type MapView } from './map-content.ts';
import type { GeoPoint } from './map-frame.ts';

const MAX_NAMES = 40;
const LETTER_WIDTH = 6.2;
const PADDING = 6;

/** The names of towns on a map without its own. */
export function TownNames({
  view: { zoom, size, place },
  hidden,
  keepFree,
  labels,
}: {
  readonly view: MapView;
  /** Names that are on the map already. */
  readonly hidden: readonly string[];
  /** Places to keep free of names. */
  readonly keepFree: readonly GeoPoint[];
  /** What stands above the map, beside its places. */
  readonly labels: readonly Placed[];
}) {
  const cities = useBaseMap('cities', zoom);
  const names = new Set(hidden);
  const shown = (cities?.features ?? []).flatMap(
    ({ geometry, properties: { name = '', zoom: from = 0 } }) => {
      if (from > zoom || names.has(name) || geometry.type !== 'Point') return [];
      const [lng = 0, lat = 0] = geometry.coordinates;
      const at = place({ lat, lng });
      return at && isOnSurface(at, size) ? [{ name, at, from }] : [];
    },
  );
  const nearest = shown.toSorted((a, b) => a.from - b.from).slice(0, MAX_NAMES);
  const stops = keepFree.slice(0, MAX_NAMES).flatMap((point, index) => {
    const at = place(point);
    return at ? [{ key: `taken ${index}`, ...at, width: 0, rank: 100 }] : [];
  });
  const sides = labelPlaces(
    [
      ...stops,
      ...nearest.map(({ name, at, from }) => ({
        key: name,
        ...at,
        width: name.length * LETTER_WIDTH + PADDING,
        rank: -from,
      })),
    ],
    size,
    labels,
  );
  return (
    <div aria-hidden className="pointer-events-none absolute inset-0 overflow-hidden text-meta text-soft">
      {nearest.map(({ name, at }) =>
        sides.get(name) === 'right' ? (
          <span
            key={`${name} ${at.x}`}
            className="absolute top-0 left-0 whitespace-nowrap"
            style={{ transform: `translate(${Math.round(at.x - 2)}px, ${Math.round(at.y - 9)}px)` }}
          >
            <span className="mr-1 inline-block size-1 rounded-full bg-soft align-middle" />
            {name}
          </span>
        ) : null,
      )}
    </div>
  );
}
