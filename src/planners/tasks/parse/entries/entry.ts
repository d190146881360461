import type { Fence } from '../layout/outline.ts';
import type { Context } from './context.ts';

/** Where a piece of a text stands, which is what order is read from. */
export interface Place {
  /** Pieces of one paragraph or list item. */
  readonly block: number;
  readonly sentence: number;
  /** How it is joined to the piece before it in its sentence. */
  readonly joint: 'first' | 'and' | 'then' | 'before' | 'rule' | 'asked';
  /** The list it is an item of, and what others call it by there. */
  readonly list: number | undefined;
  readonly label: string | undefined;
  /** The heading that it stands under. */
  readonly section: string;
  readonly isQuoted: boolean;
}

/** What a piece of a text is to the plan. */
export type EntryType =
  | 'task'
  /** A task where nothing else is asked for, and otherwise what it is all for. */
  | 'aim'
  /** A task if nothing in the text says what is one. */
  | 'fragment'
  | 'rule'
  | 'acceptance'
  | 'objective'
  | 'title'
  | 'background'
  | 'elaboration';

/** A piece of a text, and what it is to the plan. */
export interface Entry {
  type: EntryType;
  readonly place: Place;
  context: Context;
  /** Its words, without what is only polite. */
  text: string;
  /** Its words as they were written. */
  readonly source: string;
  fence: Fence | undefined;
  /** What a question may be answered with. */
  readonly options: string[];
  readonly isDone: boolean;
  /** Whether it is there to be run as it is. */
  readonly isCommand: boolean;
  /** Whether it asks for an answer, where the form of its words does not say. */
  readonly isQuestion?: boolean;
}
