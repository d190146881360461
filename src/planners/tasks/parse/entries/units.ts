import type { Passage } from '../layout/passages.ts';
import { labelled, type Role } from '../layout/section-roles.ts';
import type { Clause } from '../sentences/clauses.ts';
import type { Place } from './entry.ts';

/** A piece of a text that has one role, not yet determined. */
export interface Unit
  extends Pick<
    Passage,
    'kind' | 'context' | 'given' | 'lead' | 'status' | 'hasBox' | 'fence' | 'options' | 'isRepeated'
  > {
  /** Its original text. */
  readonly text: string;
  readonly place: Place;
  /** The role given by the label of its own sentence. */
  readonly label: Role | undefined;
}

/** Cuts a sentence into pieces with one role each. */
export type Cutter = (sentence: string, isItem: boolean) => Clause[];

/** The pieces of the passages of a text, with their positions. */
export function unitsOf(passages: readonly Passage[], cut: Cutter): Unit[] {
  let sentence = 0;
  return passages.flatMap((passage) => {
    const { kind, status } = passage;
    const isItem = kind === 'item';
    const isCut = (isItem || kind === 'prose') && status === 'open';
    let label: Role | undefined;
    return passage.sentences.flatMap((words) => {
      sentence += 1;
      if (isCut) label = labelled(words)?.role ?? label;
      const pieces: readonly Clause[] = isCut ? cut(words, isItem) : [{ text: words, joint: 'first' }];
      return pieces.map(({ text, joint }) => ({
        ...passage,
        text,
        place: { ...passage.place, sentence, joint },
        label,
      }));
    });
  });
}
