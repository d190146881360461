const DONE = '(?:already |all )?(?:done|finished|completed)';
/** `(done by Friday)` says when it has to be. */
const NOT_YET =
  '(?! (?:by (?:mon|tue|wed|thu|fri|sat|sun|tomorrow|tonight|noon|end|next|the|\\d)\\p{L}*|until|till|before|when|if|once|after|with|for)\\b)';
const REMARK = '[^.?!:()\\[\\]]{0,30}';

/** Where a line says that what it names is done: in brackets, at its end behind a sign or a gap, or as its first word. */
const STATES: readonly RegExp[] = [
  new RegExp(`[(\\[]\\s*${DONE}\\b${NOT_YET}${REMARK}[)\\]]`, 'iu'),
  new RegExp(
    `(?:\\s*[:=–—→>/|*…-]+[\\s*]*|\\s*\\.{2,}\\s*|\\t\\s*|\\s{2,})${DONE}\\b${NOT_YET}${REMARK}[\\s.!*]*$`,
    'iu',
  ),
  new RegExp(`(?<=[.!])\\s+${DONE}[.!]?\\s*$`, 'iu'),
  /^[\s>*+-]*(?:\d+[.)]?\s+)?done[\s:–—-]+(?=\p{L})/iu,
];

/** `Mark it (done)` and `is it - done?` ask for it. */
const ASKS =
  /\b(?:want|wants|need|needs|please|pls|should|must|let|make|see|tell|ping|mark|label|flag|tag|show|shows|call|set(?! up)|consider|declare|says?|display|print|change|rename|add|can|could|would|will|when|once|until|unless|if|not|nearly|almost|half|partly|mostly)\b|[?"`“”]/i;
const LIST_MARK = /^[\s>]*(?:[-*+•]\s+|\d+[.)]\s+|[a-z][.)]\s+)*/i;
/** Nobody keeps longer lists by hand. */
const LONGEST = 20_000;
/** A label before what a line names: `Week 2:`, `T-4`, `Step 1 -`. */
const MOST_LABEL_WORDS = 3;

/** What the lines of a text say is done. */
export class DoneLines {
  readonly #names = new Set<string>();
  /** The lines without a state. Where they have the same words, it is not known which is meant. */
  readonly #open: string;

  constructor(text: string) {
    const open: string[] = [];
    if (text.length > LONGEST || !/done|finished|completed/i.test(text)) {
      this.#open = '';
      return;
    }
    for (const line of text.split(/\r?\n/)) {
      const name = withoutState(line);
      if (name === undefined) open.push(lettersOf(line));
      else for (const each of [name, line]) this.#add(each.replace(LIST_MARK, '').split(/\s+/));
    }
    this.#names.delete('');
    this.#open = open.join('\n');
  }

  #add(words: readonly string[]): void {
    for (let label = 0; label <= MOST_LABEL_WORDS && label < words.length; label += 1)
      this.#names.add(lettersOf(words.slice(label).join(' ')));
  }

  /** Whether a task is what one of these lines names. */
  has(source: string): boolean {
    if (this.#names.size === 0) return false;
    const names = [lettersOf(source), lettersOf(withoutState(source) ?? source)];
    return names.some((name) => this.#names.has(name)) && !names.some((name) => this.#open.includes(name));
  }
}

/** The line without the state that it gives; undefined where it gives none. */
function withoutState(line: string): string | undefined {
  if (line.length > 200 || ASKS.test(line)) return undefined;
  const state = STATES.find((pattern) => pattern.test(line));
  return state && line.replace(state, '');
}

function lettersOf(words: string): string {
  return words.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}
