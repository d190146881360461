import type { Entry } from '../entries/entry.ts';
import type { Block } from '../layout/outline.ts';
import { sentencesOf } from '../sentences/sentences.ts';
import { doneMark, isDoneState } from './done-marks.ts';
import { endsDone, isStruck } from './item-status.ts';

/** Nobody writes a longer paragraph by hand. */
const MAX_LENGTH = 4_000;

/** The statements of a block by status, each reduced to its letters. */
interface Stated {
  readonly done: readonly string[];
  readonly open: readonly string[];
}

/** Finds statements in a text, outside lists, that something is done. */
export class DoneLines {
  readonly #blocks: readonly Block[];
  readonly #stated = new Map<number, Stated>();

  constructor(blocks: readonly Block[]) {
    this.#blocks = blocks;
  }

  /** Whether a task, or its line, says that it is done. */
  has({ source, place }: Pick<Entry, 'source' | 'place'>): boolean {
    const own = doneMark(source);
    if (own?.strength === 'plain' && !own.isSign) return true;
    const { done, open } = this.#statedIn(place.block);
    const name = lettersOf(source);
    const isIn = (lines: readonly string[]) => lines.some((line) => line.includes(name));
    return done.length > 0 && name !== '' && isIn(done) && !isIn(open);
  }

  #statedIn(index: number): Stated {
    const known = this.#stated.get(index);
    if (known) return known;
    const block = this.#blocks[index];
    const isLine = block?.type === 'prose' || block?.type === 'heading';
    const isShort = isLine && block.text.length <= MAX_LENGTH;
    const stated = isShort ? statedIn(block.text, this.#blocks.length === 1) : { done: [], open: [] };
    this.#stated.set(index, stated);
    return stated;
  }
}

function statedIn(text: string, isWholeText: boolean): Stated {
  const sentences = sentencesOf(text);
  const isLine = sentences.length === 1 && !(isWholeText && GOES_ON.test(text));
  const done: string[] = [];
  const open: string[] = [];
  for (const [at, sentence] of sentences.entries()) {
    const next = sentences[at + 1] ?? '';
    const isTold = isDoneState(next) && (sentences.length === 2 || REFERS.test(next));
    (isTold || isDone(sentence, isLine) ? done : open).push(lettersOf(sentence));
  }
  return { done, open };
}

/** One of several lines is treated like a list item. */
function isDone(sentence: string, isLine: boolean): boolean {
  const mark = doneMark(sentence);
  if (mark) return mark.strength === 'plain' || (isLine && mark.strength === 'loose');
  return isStruck(sentence) || (isLine && endsDone(sentence) && !ASKS.test(sentence));
}

/** In `Merge it, done` the word means how easy it is. */
const GOES_ON = /\b(?:it|this|that|them|these|those)[\s,]+\p{L}+[.!]?$/iu;
/** `This is already done.` refers to the previous sentence. */
const REFERS = /^(?:this|that|it)(?: one)?(?:['’]s| is| was| has)\b/i;
const ASKS =
  /\b(?:want|wants|wanted|need|needs|please|pls|should|must|let|make|see|tell|ping|can|could|would|will|i|we|you|they)\b|\?/i;

function lettersOf(words: string): string {
  return words.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}
