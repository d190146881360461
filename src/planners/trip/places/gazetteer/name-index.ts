import { NAME_KINDS, type NameKind, PLACE_BITS } from './gazetteer-format.ts';

/** A place with a name, and the kind of that name. */
export interface NamedPlace {
  readonly place: number;
  readonly kind: NameKind;
}

/** A range of the sorted keys, from `from` up to but excluding `to`. */
interface Run {
  readonly from: number;
  readonly to: number;
}

/** A larger range is searched by {@link LATIN} only, a smaller one by every letter that occurs in it. */
const MAX_LISTED_RUN = 4096;
const LATIN = 'abcdefghijklmnopqrstuvwxyz ';

/**
 * The sorted keys of all names, searched in place: a lookup reads about twenty keys of the file and creates only its
 * result.
 */
export class NameIndex {
  readonly #keys: Uint8Array;
  readonly #keyOffsets: Uint32Array;
  readonly #postings: Uint32Array;
  readonly #postingOffsets: Uint32Array;
  readonly #encoder = new TextEncoder();
  readonly #decoder = new TextDecoder();

  constructor(keys: Uint8Array, keyOffsets: Uint32Array, postings: Uint32Array, postingOffsets: Uint32Array) {
    this.#keys = keys;
    this.#keyOffsets = keyOffsets;
    this.#postings = postings;
    this.#postingOffsets = postingOffsets;
  }

  /** The number of distinct keys. */
  get size(): number {
    return this.#keyOffsets.length - 1;
  }

  /** The places with this key, the most significant kind of name first, then the most populous. */
  find(key: string): NamedPlace[] {
    const found = this.#exact(this.#encoder.encode(key), { from: 0, to: this.size });
    return found === undefined ? [] : this.#placesOf(found);
  }

  /** The keys one typo away: a letter missing, added, replaced, or swapped with its neighbour. */
  findOneTypoAway(key: string): { readonly key: string; readonly places: NamedPlace[] }[] {
    const letters = Array.from(key);
    const found = new Set<number>();
    let run: Run = { from: 0, to: this.size };
    let before = '';
    for (let i = 0; i <= letters.length && run.from < run.to; i++) {
      const letter = letters[i];
      const after = letters.slice(i + 1).join('');
      if (letter !== undefined) {
        this.#collect(before + after, run, found);
        const next = letters[i + 1];
        if (next !== undefined && next !== letter) {
          this.#collect(before + next + letter + letters.slice(i + 2).join(''), run, found);
        }
      }
      for (const other of this.#lettersAfter(before, run)) {
        const narrowed = this.#prefixed(before + other, run);
        if (narrowed.from === narrowed.to) continue;
        this.#collect(before + other + (letter ?? '') + after, narrowed, found);
        if (letter !== undefined && other !== letter) this.#collect(before + other + after, narrowed, found);
      }
      before += letter ?? '';
      run = this.#prefixed(before, run);
    }
    return [...found]
      .map((at) => ({ key: this.#keyAt(at), places: this.#placesOf(at) }))
      .filter((match) => match.key !== key);
  }

  #collect(key: string, run: Run, into: Set<number>): void {
    const found = this.#exact(this.#encoder.encode(key), run);
    if (found !== undefined) into.add(found);
  }

  *#lettersAfter(prefix: string, { from, to }: Run): Generator<string> {
    if (to - from > MAX_LISTED_RUN) {
      yield* LATIN;
      return;
    }
    const start = this.#encoder.encode(prefix).length;
    let at = from;
    while (at < to) {
      const [letter] = this.#decoder.decode(this.#bytesAt(at).subarray(start));
      if (letter === undefined) {
        at += 1;
        continue;
      }
      yield letter;
      at = this.#prefixed(prefix + letter, { from: at, to }).to;
    }
  }

  #exact(wanted: Uint8Array, { from, to }: Run): number | undefined {
    const at = this.#firstNotBefore(wanted, from, to);
    const isEqual =
      at < to && compare(this.#keys, this.#keyOffsets[at] ?? 0, this.#keyOffsets[at + 1] ?? 0, wanted) === 0;
    return isEqual ? at : undefined;
  }

  #prefixed(prefix: string, { from, to }: Run): Run {
    const wanted = this.#encoder.encode(prefix);
    const start = this.#firstNotBefore(wanted, from, to);
    let low = start;
    let high = to;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#startsWith(middle, wanted)) low = middle + 1;
      else high = middle;
    }
    return { from: start, to: low };
  }

  #firstNotBefore(wanted: Uint8Array, from: number, to: number): number {
    const [keys, offsets] = [this.#keys, this.#keyOffsets];
    let low = from;
    let high = to;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compare(keys, offsets[middle] ?? 0, offsets[middle + 1] ?? 0, wanted) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #startsWith(at: number, prefix: Uint8Array): boolean {
    const start = this.#keyOffsets[at] ?? 0;
    if ((this.#keyOffsets[at + 1] ?? 0) - start < prefix.length) return false;
    for (let i = 0; i < prefix.length; i++) if (this.#keys[start + i] !== prefix[i]) return false;
    return true;
  }

  #bytesAt(at: number): Uint8Array {
    return this.#keys.subarray(this.#keyOffsets[at] ?? 0, this.#keyOffsets[at + 1] ?? 0);
  }

  #keyAt(at: number): string {
    return this.#decoder.decode(this.#bytesAt(at));
  }

  #placesOf(at: number): NamedPlace[] {
    const postings = this.#postings.subarray(
      this.#postingOffsets[at] ?? 0,
      this.#postingOffsets[at + 1] ?? 0,
    );
    return Array.from(postings, (posting) => ({
      place: posting & ((1 << PLACE_BITS) - 1),
      kind: NAME_KINDS[posting >>> PLACE_BITS] ?? 'alternate',
    }));
  }
}

/** Compares bytes, which for UTF-8 gives the order of code points. */
function compare(keys: Uint8Array, start: number, end: number, wanted: Uint8Array): number {
  const shared = Math.min(end - start, wanted.length);
  for (let i = 0; i < shared; i++) {
    const difference = (keys[start + i] ?? 0) - (wanted[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return end - start - wanted.length;
}
