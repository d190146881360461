/** Finds the places that the tables of the gazetteer name. */
import { nameKey } from '../src/planners/trip/places/gazetteer/name-key.ts';
import type { SourcePlace } from './gazetteer-source.ts';

/** Places by "Town, CC" or "Town, CC.admin1". */
export class TownFinder {
  readonly #byName = new Map<string, SourcePlace[]>();
  readonly #byOther = new Map<string, SourcePlace[]>();

  add(places: readonly SourcePlace[]): void {
    for (const place of places) {
      const { name, asciiName, alternates, country } = place;
      for (const key of new Set([nameKey(name), nameKey(asciiName)])) {
        file(this.#byName, `${country} ${key}`, place);
      }
      for (const key of new Set(alternates.map(nameKey))) file(this.#byOther, `${country} ${key}`, place);
    }
  }

  /** The most worthwhile of that name; throws, with the line that names it, when there is none. */
  find(name: string, line: string): SourcePlace {
    const [, town = '', country = '', admin1] = /^(.*), ([A-Z]{2})(?:\.(\w+))?$/.exec(name) ?? [];
    const key = `${country} ${nameKey(town)}`;
    const [best] = [...(this.#byName.get(key) ?? []), ...(this.#byOther.get(key) ?? [])]
      .filter((found) => admin1 === undefined || found.admin1 === admin1)
      .toSorted((a, b) => worth(b) - worth(a));
    if (best === undefined) throw new RangeError(`${line}: there is no ${name}`);
    return best;
  }
}

function file(index: Map<string, SourcePlace[]>, key: string, place: SourcePlace): void {
  const known = index.get(key);
  if (known === undefined) index.set(key, [place]);
  else known.push(place);
}

function worth({ population, kind, renown }: SourcePlace): number {
  return (kind === 'district' ? population / 100 : population) + (kind === 'sight' ? 0 : renown * 200);
}
