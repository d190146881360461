const MARKUP = /[*_`~#>|"'“”‘’„«»[\]()]+/g;
const ELLIPSIS = /\s*(?:\.{3,}|…)\s*/;
const TICKED = /^[\s>]*(?:[-*+•]\s+|\d+[.)]\s+)*(?:\[[xX]\]|✅|☑\ufe0f?|✔\ufe0f?|✓)/u;
const UNTICKED = /^[\s>]*(?:[-*+•]\s+|\d+[.)]\s+)*(?:\[\s?\]|☐|⬜)/u;
const STRUCK = /~~([^~\n]+)~~|<(?:s|del|strike)>([^<\n]+)<\/(?:s|del|strike)>/g;
const TELLS_OF_DONE =
  /\[[xX]\]|~~|<(?:s|del|strike)>|[✅☑✔✓]|\b(?:done|finished|completed?|already|closed|merged|shipped|fixed|deployed|resolved|released|live|ready|sent|did|was|were|has|have|had)\b|\p{L}ed\b/iu;

/** A text to be quoted, searchable regardless of markup and white space. */
export class TextSource {
  readonly #text: string;
  readonly #plain: string;
  readonly #collapsed: string;
  readonly #words: ReadonlySet<string>;

  constructor(text: string) {
    this.#text = text;
    this.#plain = plain(text);
    this.#collapsed = collapsed(text);
    this.#words = new Set(wordsOf(text));
  }

  /** Whether the text contains a passage. An ellipsis may stand for omitted parts. */
  has(quote: string): boolean {
    const parts = quote
      .split(ELLIPSIS)
      .map(plain)
      .filter((part) => part !== '');
    let at = 0;
    for (const part of parts) {
      const found = this.#plain.indexOf(part, at);
      if (found < 0) return false;
      at = found + part.length;
    }
    return parts.length > 0;
  }

  /** Whether the text contains exactly these characters, ignoring white space. */
  hasExactly(words: string): boolean {
    return this.#collapsed.includes(collapsed(words));
  }

  /** Like {@link hasExactly}, ignoring case. */
  hasInAnyCase(words: string): boolean {
    return this.#collapsed.toLowerCase().includes(collapsed(words).toLowerCase());
  }

  /** The share of a sentence's words that occur in the text, from 0 to 1. Endings and short words are ignored. */
  shareOf(words: string): number {
    const wanted = wordsOf(words);
    if (wanted.length === 0) return 1;
    return wanted.filter((word) => this.#words.has(word)).length / wanted.length;
  }

  /** Whether every occurrence of a passage is marked as done: its box is ticked, or it is struck out. */
  isMarkedDone(quote: string): boolean {
    const wanted = plain(quote);
    if (wanted === '') return false;
    const lines = this.#linesWith(wanted);
    return (
      lines.length > 0 &&
      lines.every((line) => TICKED.test(line) || struckIn(line).some((part) => isMostOf(part, wanted)))
    );
  }

  /** Whether a passage is an item with an open box and no symbol that it is done. */
  isOpenBox(quote: string): boolean {
    const wanted = plain(quote);
    const lines = wanted === '' ? [] : this.#linesWith(wanted);
    return lines.length > 0 && lines.every((line) => UNTICKED.test(line) && !TELLS_OF_DONE.test(line));
  }

  /** Whether anything in the text may indicate that something is done. */
  get tellsOfDone(): boolean {
    return TELLS_OF_DONE.test(this.#text);
  }

  /** The lines that contain a passage, or in which it starts. */
  #linesWith(wanted: string): readonly string[] {
    return this.#text.split('\n').filter((line) => {
      const item = plain(line.replace(TICKED, '').replace(UNTICKED, ''));
      return plain(line).includes(wanted) || (item !== '' && wanted.startsWith(item));
    });
  }
}

function struckIn(line: string): readonly string[] {
  return Array.from(line.matchAll(STRUCK), ([, tildes, tag]) => plain(tildes ?? tag ?? ''));
}

function isMostOf(part: string, whole: string): boolean {
  return part.includes(whole) || (whole.includes(part) && part.length * 2 > whole.length);
}

function plain(text: string): string {
  return text
    .normalize('NFKC')
    .replace(MARKUP, ' ')
    .replace(/[–—‐‑−]/g, '-')
    .replace(/\s+/g, ' ')
    .replace(/ (?=[.,;:!?])/g, '')
    .trim()
    .replace(/[.,;:!?]+$/, '')
    .toLowerCase();
}

function collapsed(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** The significant words, without endings. */
function wordsOf(text: string): readonly string[] {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => word.length > 3 || /\d/.test(word)).map((word) => word.slice(0, 5));
}
