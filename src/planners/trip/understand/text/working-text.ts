import type { StayLength } from '../places/place-mentions.ts';

/** Stands where something was understood and taken out: no name of a place goes across it. */
const GAP = ' | ';

/** Begins the token that stands for a length. */
export const LENGTH_TOKEN = '§q';

/** A length that was said, before it shows whether it is that of the trip or of a stay. */
export interface LengthMention {
  readonly days: number;
  readonly isNights?: boolean;
  /** Whether it can only be that of the whole trip. */
  readonly isTotal: boolean;
  /** Whether another length says it better: "a long weekend, 4 days". */
  readonly isVague?: boolean;
  readonly bound?: 'least' | 'most';
  /** Whether it was said with "for": "Cortina for 4 nights". */
  readonly isFor?: boolean;
  /** "more than 2 nights", which may also be too long. */
  readonly isMoreThan?: boolean;
  /** The words that it was said in. */
  readonly words: string;
}

/** A length as it was said. */
export function stayOf({ days, isNights, bound }: LengthMention): StayLength {
  return { ...(isNights ? { nights: days } : { days }), ...(bound && { bound }) };
}

/** A longer text is not a request for a trip. */
const MOST_CHARACTERS = 4000;

/** A sentence out of which one thing after the other is understood and taken. */
export class WorkingText {
  /** What was read one way and could have been meant another, in whole sentences. */
  readonly assumed: string[] = [];
  /** What was said and cannot be done. */
  readonly missed: string[] = [];
  /** What was understood and nothing can be planned by. */
  readonly noted: string[] = [];
  /** Whether it was said in another language, where more words than names may have capitals. */
  readonly isTranslated: boolean;
  #text: string;
  readonly #lengths: LengthMention[] = [];

  constructor(text: string, { isTranslated = false }: { readonly isTranslated?: boolean } = {}) {
    this.isTranslated = isTranslated;
    if (text.length > MOST_CHARACTERS)
      this.assumed.push(`Only the first ${MOST_CHARACTERS} characters were read.`);
    this.#text = ` ${text
      .slice(0, MOST_CHARACTERS)
      .replaceAll(/[‘’]/g, "'")
      .replaceAll(/[“”"§]/g, ' ')
      .replaceAll(/[–—]/g, ' - ')
      .replaceAll(/\s+/g, ' ')
      .trim()} `;
  }

  /** The token that stands for a length from now on. */
  mark(length: LengthMention): string {
    return LENGTH_TOKEN + lettersOf(this.#lengths.push(length) - 1);
  }

  /** The length that a token stands for. */
  lengthOf(token: string | undefined): LengthMention | undefined {
    if (!token?.startsWith(LENGTH_TOKEN)) return undefined;
    return this.#lengths.find((_, at) => token === LENGTH_TOKEN + lettersOf(at));
  }

  /** A text with the words of its lengths instead of their tokens. */
  inWords(text: string): string {
    return text.replaceAll(/§[a-z]+/g, (token) => this.lengthOf(token)?.words ?? '');
  }

  get text(): string {
    return this.#text;
  }

  /** Takes out every match, unless `understood` says it was none by returning false. */
  take(pattern: RegExp, understood: (match: RegExpExecArray) => unknown): void {
    const sticky = new RegExp(pattern.source, pattern.flags.replace('g', ''));
    let [at, rest, kept] = [0, this.#text, ''];
    for (let match = sticky.exec(rest); match !== null && match[0] !== ''; match = sticky.exec(rest)) {
      const end = match.index + match[0].length;
      kept += rest.slice(0, match.index) + (understood(match) === false ? match[0] : GAP);
      rest = rest.slice(end);
      if (++at > 50) break;
    }
    this.#text = kept + rest;
  }

  /** Says every match in other words. */
  reword(pattern: RegExp, plain: string | ((match: string, ...groups: string[]) => string)): void {
    this.#text =
      typeof plain === 'string'
        ? this.#text.replaceAll(pattern, plain)
        : this.#text.replaceAll(pattern, plain);
  }

  /** Puts another text in the place of this one. */
  rewrite(text: string): void {
    this.#text = text;
  }

  /** Says something at the end that follows from what was taken out. */
  append(words: string): void {
    this.#text += `| ${words} `;
  }

  /** Looks at the first match and takes nothing out. */
  find(pattern: RegExp, found: (match: RegExpExecArray) => void): void {
    const match = new RegExp(pattern.source, pattern.flags.replace('g', '')).exec(this.#text);
    if (match) found(match);
  }

  /** Takes out a part by where it is. */
  cut(from: number, to: number): void {
    this.#text = this.#text.slice(0, from) + GAP + this.#text.slice(to);
  }

  has(pattern: RegExp): boolean {
    return pattern.test(this.#text);
  }
}

/** A number in letters: digits beside other words would be read as dates. */
function lettersOf(number: number): string {
  const first = Math.floor(number / 26);
  return (first > 0 ? lettersOf(first - 1) : '') + String.fromCharCode(97 + (number % 26));
}

/** The words for the numbers from one to twenty. */
export const CARDINALS: readonly string[] = [
  ...['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'],
  ...['thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen', 'twenty'],
];

const WORDS: Readonly<Record<string, number>> = {
  ...Object.fromEntries(CARDINALS.map((word, at) => [word, at + 1])),
  a: 1,
  an: 1,
  another: 1,
  'a couple of': 2,
  'couple of': 2,
  'a couple': 2,
  couple: 2,
  'a pair of': 2,
  'a few': 3,
  'twenty-one': 21,
  thirty: 30,
};

/** How places in an order are said. */
export const ORDINALS = [
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
];

/** A number in digits or words, as part of a pattern. */
export const NUMBER = `\\d{1,4}|${Object.keys(WORDS)
  .toSorted((a, b) => b.length - a.length)
  .join('|')}`;

/** The number that a text of {@link NUMBER} stands for. */
export function numberOf(text: string): number {
  return WORDS[text.toLowerCase()] ?? Number.parseInt(text, 10);
}
