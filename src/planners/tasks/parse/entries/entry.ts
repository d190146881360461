import type { Fence } from '../layout/outline.ts';
import type { Position } from '../layout/passages.ts';
import type { Context } from './context.ts';

/** The position of a piece, from which the order is derived. */
export interface Place extends Position {
  readonly sentence: number;
  /** How it is joined to the preceding piece of its sentence. */
  readonly joint: 'first' | 'and' | 'then' | 'before' | 'rule' | 'asked';
}

/** The role of a piece in the plan. */
export type EntryType =
  | 'task'
  /** A task if nothing else is requested, otherwise the purpose. */
  | 'aim'
  /** A task if nothing in the text is more clearly one. */
  | 'fragment'
  | 'rule'
  | 'acceptance'
  | 'objective'
  | 'title'
  | 'background'
  | 'elaboration';

/** A piece of a text with its role in the plan. */
export interface Entry {
  type: EntryType;
  readonly place: Place;
  context: Context;
  /** Its text without polite phrases. */
  text: string;
  /** Its original text. */
  readonly source: string;
  fence: Fence | undefined;
  /** The possible answers of a question. */
  readonly options: readonly string[];
  readonly isDone: boolean;
  /** Whether it is a command to run literally. */
  readonly isCommand: boolean;
  /** Whether it requires an answer, if its wording does not tell. */
  readonly isQuestion?: boolean;
}

/** An entry of this type, with defaults for what `more` does not say. */
export function entryOf(type: EntryType, place: Place, text: string, more: Partial<Entry> = {}): Entry {
  return {
    type,
    place,
    context: '',
    text,
    source: text,
    fence: undefined,
    options: [],
    isDone: false,
    isCommand: false,
    ...more,
  };
}
