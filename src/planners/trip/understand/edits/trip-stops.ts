import type { Itinerary } from '../../itinerary/itinerary.ts';
import { bareName, usablePoint } from '../../itinerary/itinerary-view.ts';
import type { PlaceKnowledge } from '../../knowledge/place-knowledge.ts';
import { textOf } from '../../knowledge/text-of.ts';
import { nameKey } from '../../places/gazetteer/name-key.ts';
import { distanceKm, type Point } from '../../places/geo.ts';
import type { PlaceCandidate } from '../../places/place-candidate.ts';
import { isCommonWord } from '../text/common-words.ts';
import { lettersApart } from './edit-words.ts';

/** Words that occur in many names and distinguish none of them. */
const GENERIC = new Set(
  'isle island islands lake mount mountain national park city town saint san santa sankt new old north south east west port bay beach valley canyon river upper lower great big little the del las los den and upon'.split(
    ' ',
  ),
);
const MIN_PART_LENGTH = 4;
const MIN_LENGTH_WITH_TYPO = 5;
const MIN_LENGTH_WITH_TWO_TYPOS = 9;
/** A stop within this distance of a place with the given name is that place. */
const SAME_TOWN_KM = 3;

interface NamedStop {
  readonly name: string;
  readonly key: string;
  readonly point: Point | undefined;
}

/** The stops of a trip by the names that people give them. */
export class TripStops {
  readonly points: readonly Point[];
  readonly days: number;
  readonly #stops: readonly NamedStop[];
  readonly #areaOf: ReadonlyMap<string, string>;
  readonly #visited: readonly string[];
  readonly #byDay: readonly (string | undefined)[];
  readonly #parts: ReadonlyMap<string, string>;

  constructor({ anchors, days, origin, destination }: Itinerary) {
    const named = anchors.map((anchor) => ({ name: textOf(anchor.name), point: usablePoint(anchor) }));
    const ends = [origin, destination].map((end) => ({
      name: textOf(end?.name),
      point: usablePoint(end ?? {}),
    }));
    const areas = [...new Set(anchors.map(({ area }) => textOf(area)))].map((name) => ({
      name,
      point: undefined,
    }));
    const all = [...areas, ...named, ...ends].filter(({ name }) => name !== '');
    this.#stops = all.map((stop) => ({ ...stop, key: bareName(stop.name) }));
    this.points = all.flatMap(({ point }) => point ?? []);
    this.days = days.length;
    const nameOf = (id: string) => textOf(anchors.find((anchor) => anchor.id === id)?.name);
    this.#byDay = days.map(({ anchorId }) => nameOf(anchorId));
    this.#areaOf = new Map(anchors.map((anchor) => [textOf(anchor.name), textOf(anchor.area)]));
    this.#visited = [...new Set(days.map(({ anchorId }) => anchorId))].map(nameOf);
    this.#parts = partsOf(this.#stops);
  }

  /** The stop that words name in full, by a part of its name, or by another name of the place. */
  named(words: string): string | undefined {
    const key = nameKey(words);
    return this.#stops.findLast((stop) => stop.key === key)?.name ?? this.#parts.get(key);
  }

  /** The stop that a mistyped word stands for. */
  mistyped(word: string): string | undefined {
    const key = nameKey(word);
    if (key.length < MIN_LENGTH_WITH_TYPO || isCommonWord(word)) return undefined;
    const most = key.length >= MIN_LENGTH_WITH_TWO_TYPOS ? 2 : 1;
    const near = [
      ...this.#stops.map((stop) => [stop.key, stop.name] as const),
      ...this.#parts.entries(),
    ].filter(([known]) => known.length >= MIN_LENGTH_WITH_TYPO && lettersApart(known, key, most) <= most);
    const names = new Set(near.map(([, name]) => name));
    return names.size === 1 ? [...names][0] : undefined;
  }

  /** The stop that lies where a place does. */
  at(place: Point): string | undefined {
    return this.#stops.find(({ point }) => point && distanceKm(point, place) <= SAME_TOWN_KM)?.name;
  }

  /** The nth stop that has days; negative numbers count from the end. */
  nth(at: number): string | undefined {
    return this.#visited.at(at);
  }

  /** The stops that have days, in their order. */
  get all(): readonly string[] {
    return this.#visited;
  }

  /** The stop in the middle, where there is one. */
  get middle(): string | undefined {
    const { length } = this.#visited;
    return length % 2 === 0 ? undefined : this.#visited[(length - 1) / 2];
  }

  /** The stop right before or after another. */
  beside(name: string, side: 'before' | 'after'): string | undefined {
    const at = this.#visited.indexOf(name);
    const index = side === 'after' ? at + 1 : at - 1;
    return index < 0 ? undefined : this.#visited[index];
  }

  daysAt(name: string): number {
    return this.#byDay.filter((each) => each === name || this.#areaOf.get(each ?? '') === name).length;
  }

  onDay(day: number): string | undefined {
    return this.#byDay[day - 1];
  }

  kmFrom(place: Point): number {
    return Math.min(...this.points.map((point) => distanceKm(point, place)));
  }

  resolve(name: string, places: PlaceKnowledge, typos = false): PlaceCandidate | undefined {
    const near = this.points.length > 0 ? { near: this.points.slice(0, MAX_CONTEXT) } : {};
    return places.resolve(name, { limit: 1, typos, ...near })[0];
  }
}

const MAX_CONTEXT = 20;

/** "Skye" is the Isle of Skye, where no other stop has that word. */
function partsOf(stops: readonly NamedStop[]): ReadonlyMap<string, string> {
  const parts = new Map<string, string | undefined>();
  for (const { name, key } of stops) {
    const words = key.split(' ');
    const runs = words.flatMap((_, from) =>
      words.slice(from).map((_, length) => words.slice(from, from + length + 1)),
    );
    for (const run of runs) {
      const part = run.join(' ');
      const isTelling = run.some((word) => word.length >= MIN_PART_LENGTH && !GENERIC.has(word));
      if (part === key || !isTelling || (run.length === 1 && isCommonWord(part))) continue;
      const other = parts.get(part);
      parts.set(part, parts.has(part) && other !== name ? undefined : name);
    }
  }
  return new Map([...parts].flatMap(([part, name]) => (name === undefined ? [] : [[part, name]])));
}
