import type { StayLength } from '../places/place-mentions.ts';

/** Replaces a part that was understood and taken out. No name of a place spans it. */
const GAP = ' | ';

/** The start of a token for a length. */
export const LENGTH_TOKEN = '§q';

/** A length in a text, before it is known whether it is that of the trip or of a stay. */
export interface LengthMention {
  readonly days: number;
  readonly isNights?: boolean;
  /** Whether it can only be that of the whole trip. */
  readonly isTotal: boolean;
  /** Whether another length takes precedence: "a long weekend, 4 days". */
  readonly isVague?: boolean;
  readonly bound?: 'least' | 'most';
  /** Whether it follows "for": "Cortina for 4 nights". */
  readonly isFor?: boolean;
  /** "more than 2 nights", which may also be too long. */
  readonly isMoreThan?: boolean;
  /** Its words in the text. */
  readonly words: string;
}

/** The stay of a length, as in the text. */
export function stayOf({ days, isNights, bound }: LengthMention): StayLength {
  return { ...(isNights ? { nights: days } : { days }), ...(bound && { bound }) };
}

/** A longer text is not a request for a trip. */
const MAX_CHARACTERS = 4000;

/** A text from which each rule takes what it understands. */
export class WorkingText {
  /** Remarks on ambiguous readings, in whole sentences. */
  readonly assumed: string[] = [];
  /** Requests that cannot be fulfilled. */
  readonly missed: string[] = [];
  /** Requests that were understood but cannot affect the plan. */
  readonly noted: string[] = [];
  /** Whether it was in another language, in which other words than names may be capitalised. */
  readonly isTranslated: boolean;
  /** Whether its language writes every noun with a capital. */
  readonly hasCapitalNouns: boolean;
  #text: string;
  readonly #lengths: LengthMention[] = [];

  constructor(
    text: string,
    {
      isTranslated = false,
      hasCapitalNouns = false,
    }: { readonly isTranslated?: boolean; readonly hasCapitalNouns?: boolean } = {},
  ) {
    this.isTranslated = isTranslated;
    this.hasCapitalNouns = hasCapitalNouns;
    if (text.length > MAX_CHARACTERS)
      this.assumed.push(`Only the first ${MAX_CHARACTERS} characters were read.`);
    this.#text = ` ${text
      .slice(0, MAX_CHARACTERS)
      .replaceAll(/[‘’]/g, "'")
      .replaceAll(/[“”"§]/g, ' ')
      .replaceAll(/[–—]/g, ' - ')
      .replaceAll(/\s+/g, ' ')
      .trim()} `;
  }

  /** The token that replaces a length from now on. */
  mark(length: LengthMention): string {
    return LENGTH_TOKEN + lettersOf(this.#lengths.push(length) - 1);
  }

  /** The length of a token. */
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

  /** Replaces the text. */
  rewrite(text: string): void {
    this.#text = text;
  }

  /** Appends words that follow from a part that was taken out. */
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

/** Words for positions in an order. */
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

/** The number in a text that matches {@link NUMBER}. */
export function numberOf(text: string): number {
  return WORDS[text.toLowerCase()] ?? Number.parseInt(text, 10);
}
