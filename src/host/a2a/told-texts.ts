import { AppendList } from '../../kernel/append-list.ts';

/** As much as goes into one answer. */
export const LONGEST_ANSWER = 200_000;

/** What was told since something, of more than fits into an answer what was told last. Immutable. */
export class ToldTexts {
  static readonly none = new ToldTexts(AppendList.empty(), 0);
  readonly #texts: AppendList<string>;
  readonly #length: number;

  private constructor(texts: AppendList<string>, length: number) {
    this.#texts = texts;
    this.#length = length;
  }

  get isEmpty(): boolean {
    return this.#texts.length === 0;
  }

  /** In the order they were told. */
  get texts(): readonly string[] {
    return latest([...this.#texts]);
  }

  with(text: string): ToldTexts {
    const texts = this.#texts.push(text);
    const length = this.#length + text.length;
    if (length <= 2 * LONGEST_ANSWER) return new ToldTexts(texts, length);
    const kept = latest([...texts]);
    return new ToldTexts(AppendList.of(...kept), lengthOf(kept));
  }
}

function latest(texts: readonly string[]): readonly string[] {
  let from = texts.length;
  let length = 0;
  while (from > 0) {
    length += texts[from - 1]?.length ?? 0;
    if (length > LONGEST_ANSWER && from < texts.length) break;
    from -= 1;
  }
  return texts.slice(from);
}

function lengthOf(texts: readonly string[]): number {
  return texts.reduce((sum, { length }) => sum + length, 0);
}
