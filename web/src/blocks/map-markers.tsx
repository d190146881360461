import type { MapPoint } from '../../../src/harness/module/view-block.ts';
import { type LabelSide, labelPlaces } from '../map/label-places.ts';
import { goToNextMarker } from '../map/marker-keys.ts';
import { classes } from '../ui/classes.ts';
import { stepLook } from './step-look.ts';

/** A point and its position on the map, in pixels. */
export interface PlacedPoint {
  readonly key: string;
  readonly point: MapPoint;
  readonly x: number;
  readonly y: number;
}

/** More markers would be indistinguishable. */
const MAX_MARKERS = 300;
const LETTER_WIDTH = 6.8;
const LABEL_PADDING = 10;

const SIDE: Readonly<Record<LabelSide, string>> = {
  right: 'left-[calc(100%+1px)] top-1/2 -translate-y-1/2',
  left: 'right-[calc(100%+1px)] top-1/2 -translate-y-1/2',
  above: 'bottom-[calc(100%+1px)] left-1/2 -translate-x-1/2',
  below: 'top-[calc(100%+1px)] left-1/2 -translate-x-1/2',
};

/** The points of a map as buttons. Tab reaches one of them, the arrow keys the others. */
export function MapMarkers({
  placed,
  size: { width, height },
  chosen,
  onChoose,
}: {
  readonly placed: readonly PlacedPoint[];
  readonly size: { readonly width: number; readonly height: number };
  readonly chosen: string | undefined;
  readonly onChoose: (key: string) => void;
}) {
  const seen = placed
    .filter(({ x, y }) => x >= 0 && y >= 0 && x <= width && y <= height)
    .slice(0, MAX_MARKERS);
  const labels = labelPlaces(
    seen.flatMap(({ key, point: { label }, x, y }) => ({
      key,
      x,
      y,
      width: label ? label.length * LETTER_WIDTH + LABEL_PADDING : 0,
      rank: key === chosen ? 2 : 1,
    })),
    { width, height },
  );
  const entry = seen.find(({ key }) => key === chosen) ?? seen[0];
  if (seen.length === 0) return null;
  return (
    <fieldset aria-label="Points on the map" className="pointer-events-none absolute inset-0 overflow-hidden">
      {seen.map((each) => (
        <Marker
          key={each.key}
          placed={each}
          side={labels.get(each.key)}
          isChosen={each.key === chosen}
          isReachable={each === entry}
          onChoose={onChoose}
        />
      ))}
    </fieldset>
  );
}

function Marker({
  placed: { key, point, x, y },
  side,
  isChosen,
  isReachable,
  onChoose,
}: {
  readonly placed: PlacedPoint;
  readonly side: LabelSide | undefined;
  readonly isChosen: boolean;
  readonly isReachable: boolean;
  readonly onChoose: (key: string) => void;
}) {
  const { label, status } = point;
  const look = status && stepLook(status);
  return (
    <div
      className={classes('absolute top-0 left-0 size-6 hover:z-10', isChosen && 'z-10')}
      style={{ transform: `translate(${Math.round(x - 12)}px, ${Math.round(y - 12)}px)` }}
    >
      <button
        type="button"
        data-point={key}
        aria-label={look ? `${label || key}, ${look.word}` : label || key}
        aria-pressed={isChosen}
        tabIndex={isReachable ? 0 : -1}
        title={label || key}
        onClick={() => onChoose(key)}
        onKeyDown={goToNextMarker}
        className="pointer-events-auto grid size-6 place-items-center rounded-full"
      >
        <span
          className={classes(
            'grid place-items-center rounded-full border bg-raised shadow-[0_1px_3px_oklch(15%_0.02_265/0.4)]',
            look
              ? classes('size-5 border-current', look.colour)
              : 'size-3.5 border-2 border-raised! bg-accent-fill!',
            isChosen && 'ring-3 ring-accent-fill',
          )}
        >
          {look && <look.icon size={14} aria-hidden />}
        </span>
      </button>
      {label && (side !== undefined || isChosen) && (
        <span
          aria-hidden
          className={classes(
            'pointer-events-none absolute rounded-sm bg-raised/90 px-1 text-meta leading-5 font-medium whitespace-nowrap text-ink',
            SIDE[side ?? 'right'],
          )}
        >
          {label}
        </span>
      )}
    </div>
  );
}
