const MAX_SUMMARY_PART_LENGTH = 200;
const MAX_SUMMARIES = 12_000;
const MAX_GUIDANCE = 24_000;
const MAX_GUIDANCE_LENGTH = 4000;

/** Marks a part that was cut out of a text. */
export const CUT = '[…]';

/**
 * How much of a long conversation a prompt shows, counted from its end: the newest messages in full, earlier ones as
 * summaries, the rest not at all. Private messages of the person have separate space, so that nothing displaces them.
 */
export class PromptWindow {
  readonly #most: number;
  #whole = 0;
  #summaries = 0;
  #guidance = 0;
  #full = false;
  /** The number of omitted items. */
  leftOut = 0;

  constructor(mostCharacters: number) {
    this.#most = mostCharacters;
  }

  /** Whether an item of this length is shown in full; after the first one that is not, no older one is. */
  takesWhole(length: number): boolean {
    if (!this.#full && this.#whole > 0 && this.#whole + length > this.#most) this.#full = true;
    if (this.#full) return false;
    this.#whole += length;
    return true;
  }

  /** From here on nothing is shown in full. */
  close(): void {
    this.#full = true;
  }

  get isFull(): boolean {
    return this.#full;
  }

  /** The summary of a text that is no longer shown in full; `undefined` if there is no room for it. */
  summary(text: string): string | undefined {
    const summary = summaryOf(text);
    if (this.#summaries + summary.length > MAX_SUMMARIES) {
      this.leftOut += 1;
      return undefined;
    }
    this.#summaries += summary.length;
    return summary;
  }

  /** The person's private text, as far as there is room: the oldest is shortened first. */
  guidance(text: string): string | undefined {
    const whole = text.length > MAX_GUIDANCE_LENGTH ? `${text.slice(0, MAX_GUIDANCE_LENGTH)} ${CUT}` : text;
    const shown = this.#guidance + whole.length > MAX_GUIDANCE ? summaryOf(text) : whole;
    if (this.#guidance + shown.length > 2 * MAX_GUIDANCE) {
      this.leftOut += 1;
      return undefined;
    }
    this.#guidance += shown.length;
    return shown;
  }
}

/** The beginning and the end of a text. */
function summaryOf(text: string): string {
  if (text.length <= 2 * MAX_SUMMARY_PART_LENGTH + CUT.length + 2) return text;
  return `${text.slice(0, MAX_SUMMARY_PART_LENGTH)} ${CUT} ${text.slice(-MAX_SUMMARY_PART_LENGTH)}`;
}
