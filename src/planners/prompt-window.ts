const LONGEST_SUMMARY_PART = 200;
const MOST_SUMMARIES = 12_000;
const MOST_GUIDANCE = 24_000;
const LONGEST_GUIDANCE = 4000;

/** Stands where something was cut out of a text. */
export const CUT = '[…]';

/**
 * How much of a long conversation a prompt shows, counted from its end back: the newest as it is, what came before as
 * summaries, the rest not at all. What the person said in private has room of its own, so that nothing pushes it out.
 */
export class PromptWindow {
  readonly #most: number;
  #whole = 0;
  #summaries = 0;
  #guidance = 0;
  #full = false;
  /** How many things are not shown at all. */
  leftOut = 0;

  constructor(mostCharacters: number) {
    this.#most = mostCharacters;
  }

  /** Whether something of this length is shown as it is; after the first that is not, nothing older is. */
  takesWhole(length: number): boolean {
    if (!this.#full && this.#whole > 0 && this.#whole + length > this.#most) this.#full = true;
    if (this.#full) return false;
    this.#whole += length;
    return true;
  }

  /** From here on nothing is shown as it is. */
  close(): void {
    this.#full = true;
  }

  get isFull(): boolean {
    return this.#full;
  }

  /** What a text that is no longer shown as it is comes to; `undefined` when there is no room even for that. */
  summary(text: string): string | undefined {
    const summary = summaryOf(text);
    if (this.#summaries + summary.length > MOST_SUMMARIES) {
      this.leftOut += 1;
      return undefined;
    }
    this.#summaries += summary.length;
    return summary;
  }

  /** What the person said, as far as there is room for it: the oldest is shortened first. */
  guidance(text: string): string | undefined {
    const whole = text.length > LONGEST_GUIDANCE ? `${text.slice(0, LONGEST_GUIDANCE)} ${CUT}` : text;
    const shown = this.#guidance + whole.length > MOST_GUIDANCE ? summaryOf(text) : whole;
    if (this.#guidance + shown.length > 2 * MOST_GUIDANCE) {
      this.leftOut += 1;
      return undefined;
    }
    this.#guidance += shown.length;
    return shown;
  }
}

/** The beginning and the end of a text: what it is about, and what it comes to. */
function summaryOf(text: string): string {
  if (text.length <= 2 * LONGEST_SUMMARY_PART + CUT.length + 2) return text;
  return `${text.slice(0, LONGEST_SUMMARY_PART)} ${CUT} ${text.slice(-LONGEST_SUMMARY_PART)}`;
}
