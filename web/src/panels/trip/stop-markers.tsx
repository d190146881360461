import { type LabelSide, labelPlaces, type Placed } from '../../map/label-places.ts';
import { isOnSurface, type MapView, type ScreenPoint } from '../../map/map-content.ts';
import { goToNextMarker } from '../../map/marker-keys.ts';
import { classes } from '../../ui/classes.ts';
import type { MapStop } from './map-scene.ts';
import { STATUS_WORDS, type StopStatus } from './stop-status.ts';

const FILL: Readonly<Record<StopStatus, string>> = {
  good: 'bg-raised text-good border-good',
  warn: 'bg-warn-ground text-warn border-warn',
  bad: 'bg-bad-ground text-bad border-bad',
  unchecked: 'bg-raised text-soft border-edge',
};

const SIDE: Readonly<Record<LabelSide, string>> = {
  right: 'left-[calc(100%+3px)] top-1/2 -translate-y-1/2',
  left: 'right-[calc(100%+3px)] top-1/2 -translate-y-1/2',
  above: 'bottom-[calc(100%+3px)] left-1/2 -translate-x-1/2',
  below: 'top-[calc(100%+3px)] left-1/2 -translate-x-1/2',
};

/** More markers would be indistinguishable. */
const MAX_MARKERS = 300;
const LETTER_WIDTH = 6.8;
/** Short names are often wider than their letters on average. */
const LABEL_PADDING = 14;

/** Decides which stops are labelled first. */
export interface StopFocus {
  readonly chosen: string | undefined;
  readonly broken: string | undefined;
  readonly hovered: string | undefined;
}

/** A visible stop, with the position of its name. */
export interface PlacedStop extends Placed {
  readonly stop: MapStop;
}

/** The visible stops, and the side of each on which its name is. */
export function placedStops(
  stops: readonly MapStop[],
  { size, place }: MapView,
  { chosen, broken, hovered }: StopFocus,
): readonly PlacedStop[] {
  const seen = stops
    .flatMap((stop) => {
      const at = place(stop.point);
      const width = stop.name.length * LETTER_WIDTH + LABEL_PADDING;
      return at && isOnSurface(at, size) ? [{ key: stop.key, stop, ...at, width }] : [];
    })
    .slice(0, MAX_MARKERS);
  const ends = [stops[0]?.key, stops.at(-1)?.key];
  const ranked = seen.map(({ stop, ...point }) => ({
    ...point,
    rank: stop.anchorId === hovered ? 6 : rankOf(stop, { chosen, broken, ends }),
  }));
  const sides = labelPlaces(ranked, size);
  // What is chosen or pointed at is named in any case.
  const always = ({ anchorId }: MapStop) => anchorId === chosen || anchorId === hovered;
  return seen.map((placed) => ({
    ...placed,
    side: sides.get(placed.key) ?? (always(placed.stop) ? 'right' : undefined),
  }));
}

/** The stops of a trip above a map, as buttons. Tab reaches one of them, the arrow keys the others. */
export function StopMarkers({
  placed,
  chosen,
  broken,
  hovered,
  onChoose,
  onHover,
}: StopFocus & {
  readonly placed: readonly PlacedStop[];
  readonly onChoose: (anchorId: string) => void;
  readonly onHover: (anchorId: string | undefined) => void;
}) {
  const entry = placed.find(({ stop }) => stop.anchorId === chosen) ?? placed[0];
  return (
    <fieldset aria-label="Stops on the map" className="pointer-events-none absolute inset-0 overflow-hidden">
      {placed.map(({ stop, x, y, side }) => (
        <Marker
          key={stop.key}
          stop={stop}
          at={{ x, y }}
          side={side}
          chosen={stop.anchorId === chosen}
          hovered={stop.anchorId === hovered}
          pulses={stop.anchorId === broken && stop.fate !== 'comes'}
          reachable={stop.key === entry?.stop.key}
          onChoose={onChoose}
          onHover={onHover}
        />
      ))}
    </fieldset>
  );
}

/** The stop in focus is labelled first, then those with issues, then the start and the end. */
function rankOf(
  { key, anchorId, fate, status }: MapStop,
  {
    chosen,
    broken,
    ends,
  }: {
    readonly chosen: string | undefined;
    readonly broken: string | undefined;
    readonly ends: readonly (string | undefined)[];
  },
): number {
  if (anchorId === chosen) return 5;
  if (fate === 'comes' || anchorId === broken) return 4;
  if (status === 'bad') return 3;
  return ends.includes(key) ? 2 : 1;
}

function Marker({
  stop,
  at,
  side,
  chosen,
  hovered,
  pulses,
  reachable,
  onChoose,
  onHover,
}: {
  readonly stop: MapStop;
  readonly at: ScreenPoint;
  readonly side: LabelSide | undefined;
  readonly chosen: boolean;
  readonly hovered: boolean;
  readonly pulses: boolean;
  readonly reachable: boolean;
  readonly onChoose: (anchorId: string) => void;
  readonly onHover: (anchorId: string | undefined) => void;
}) {
  const { anchorId, number, name, status, fate, guessed } = stop;
  return (
    <div
      className={classes('absolute top-0 left-0 size-6 hover:z-10', (chosen || hovered) && 'z-10')}
      style={{ transform: `translate(${Math.round(at.x - 12)}px, ${Math.round(at.y - 12)}px)` }}
    >
      <button
        type="button"
        data-stop={anchorId}
        data-fate={fate}
        aria-label={`Stop ${number}, ${name || 'without a name'}, ${wordsFor(stop)}`}
        aria-pressed={chosen}
        tabIndex={reachable ? 0 : -1}
        title={name}
        onClick={() => onChoose(anchorId)}
        onPointerEnter={() => onHover(anchorId)}
        onPointerLeave={() => onHover(undefined)}
        onKeyDown={goToNextMarker}
        className={classes(
          'pointer-events-auto grid size-6 place-items-center rounded-full border-2 text-meta font-semibold shadow-[0_1px_3px_oklch(15%_0.02_265/0.4)]',
          fate === 'comes' ? 'border-good bg-good-ground text-good' : FILL[status],
          fate === 'goes' && 'border-dashed opacity-75',
          guessed && 'border-dashed',
          (chosen || hovered) && 'ring-3 ring-accent-fill',
          pulses && 'animate-pulse-broken outline-3 outline-offset-2 outline-bad',
        )}
      >
        {guessed ? '?' : number}
      </button>
      {side !== undefined && (
        <span
          aria-hidden
          className={classes(
            'pointer-events-none absolute rounded-sm bg-raised/90 px-1 text-meta leading-5 font-medium whitespace-nowrap text-ink',
            fate === 'goes' && 'line-through',
            SIDE[side],
          )}
        >
          {name}
        </span>
      )}
    </div>
  );
}

function wordsFor({ status, fate, guessed }: MapStop): string {
  if (fate === 'goes') return 'would be removed';
  if (fate === 'comes') return 'would be added';
  return guessed ? `${STATUS_WORDS[status]}, its location is unknown` : STATUS_WORDS[status];
}
