import type { PlaceKind } from '../../places/gazetteer/gazetteer-format.ts';
import type { TravelMeans } from '../../requirements/constraints.ts';
import type { WordRole } from './edit-words.ts';
import type { MarkedLength } from './lengths.ts';
import type { StopPosition } from './trip-edit.ts';

/** A word of a message with where it stands. */
export interface Word {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** A place that a message names: a stop of the trip, or one that is known to lie somewhere. */
export interface MarkedPlace {
  readonly type: 'place';
  readonly name: string;
  readonly isStop: boolean;
  readonly kind?: PlaceKind | undefined;
  /** How it was written, where it was read as another name. */
  readonly written?: string | undefined;
}

/** What a part of a message is. */
export type Mark =
  | MarkedPlace
  | { readonly type: 'length'; readonly length: MarkedLength }
  | { readonly type: 'position'; readonly position: StopPosition }
  | { readonly type: 'role'; readonly role: WordRole }
  /** What one travels by. */
  | { readonly type: 'means'; readonly by: TravelMeans }
  /** A sign that ends a sentence, or one within it. */
  | { readonly type: 'break'; readonly isEnd: boolean }
  /** A word in none of the lists. */
  | { readonly type: 'word'; readonly text: string };

/** A mark with where in the message it stands. */
export type PlacedMark = Mark & { readonly from: number; readonly to: number };

/** The words and signs of a message. */
export function wordsIn(text: string): Word[] {
  const pattern =
    /(?:St|Ste|Mt|Ft|Dr)\.(?=\s)|(?<![\p{L}\p{N}])(?:[ldjmtnsc]|qu)['’](?=\p{L}{2})|[\p{L}\p{N}]+(?:['’.-][\p{L}\p{N}]+)*|\S/giu;
  // An arrow is one sign, however it is typed.
  return [...text.matchAll(pattern)].map(({ 0: word, index }) => ({
    text: word,
    from: index,
    to: index + word.length,
  }));
}
