import { type LabelSide, labelPlaces, type Placed } from '../../map/label-places.ts';
import { isOnSurface, type MapView } from '../../map/map-content.ts';
import { classes } from '../../ui/classes.ts';
import type { MapScene } from './map-scene.ts';

/** Further out, the sights of a town would coincide. */
const MIN_ZOOM = 6;
const NAME_ZOOM = 6.8;
const LETTER_WIDTH = 6.4;
const MAX_SIGHTS = 120;
const NO_NAMES: ReadonlyMap<string, LabelSide> = new Map();

const SIDE: Readonly<Record<LabelSide, string>> = {
  right: 'left-3.5 -top-1',
  left: 'right-3.5 -top-1',
  above: 'bottom-3.5 left-1/2 -translate-x-1/2',
  below: 'top-3.5 left-1/2 -translate-x-1/2',
};

/** The sights of a trip, on the map. The list has the same for those who cannot see it. */
export function SightMarkers({
  sights,
  placed,
  view: { zoom, size, place },
  hovered,
}: {
  readonly sights: MapScene['sights'];
  /** The stops, whose names come first. */
  readonly placed: readonly Placed[];
  readonly view: MapView;
  readonly hovered: string | undefined;
}) {
  const seen = sights
    .filter(({ key }) => zoom >= MIN_ZOOM || key === hovered)
    .slice(0, MAX_SIGHTS)
    .flatMap((sight) => {
      const at = place(sight.point);
      return at && isOnSurface(at, size) ? [{ sight, at }] : [];
    });
  const named =
    zoom < NAME_ZOOM
      ? NO_NAMES
      : labelPlaces(
          seen.map(({ sight: { key, title }, at }) => ({
            key,
            ...at,
            width: title.length * LETTER_WIDTH + 8,
            rank: key === hovered ? 1 : 0,
          })),
          size,
          placed,
        );
  return (
    <div aria-hidden className="pointer-events-none absolute inset-0 overflow-hidden">
      {seen.map(({ sight: { key, title }, at }) => (
        <span
          key={key}
          data-sight={key}
          className={classes('absolute top-0 left-0 whitespace-nowrap', key === hovered && 'z-10')}
          style={{ transform: `translate(${Math.round(at.x - 5)}px, ${Math.round(at.y - 5)}px)` }}
        >
          <span
            className={classes(
              'block size-2.5 rotate-45 border border-raised bg-calm',
              key === hovered && 'ring-3 ring-accent-fill',
            )}
          />
          {(named.has(key) || key === hovered) && (
            <span
              className={classes(
                'absolute rounded-sm bg-raised/85 px-1 text-meta leading-5 text-calm',
                SIDE[named.get(key) ?? 'right'],
              )}
            >
              {title}
            </span>
          )}
        </span>
      ))}
    </div>
  );
}
