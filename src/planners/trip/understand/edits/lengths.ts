import { folded } from './edit-words.ts';
import type { StayChange } from './trip-edit.ts';

/** A length as it stands in a message: "two more nights", "at least 3 days". */
export interface MarkedLength {
  readonly count: number;
  readonly unit: 'night' | 'day';
  readonly sign?: 'more' | 'less';
  readonly bound?: 'least' | 'most';
  /** "the last night": which of the nights, and not how many. */
  readonly isOne?: true;
}

const NUMBERS: ReadonlyMap<string, number> = new Map(
  `one a an single another eine einen ein einer einem noch un una une uno otra otro=1|two couple zwei zwo deux dos=2|three few drei trois tres=3|four vier quatre cuatro=4|five funf cinq cinco=5|six sechs seis=6|seven sieben sept siete=7|eight acht huit ocho=8|nine neun neuf nueve=9|ten zehn dix diez=10|eleven elf onze once=11|twelve zwolf douze doce=12|fourteen vierzehn quatorze catorce=14`
    .split('|')
    .flatMap((line) => {
      const [words = '', value = ''] = line.split('=');
      return words.split(' ').map((word): [string, number] => [word, Number(value)]);
    }),
);
/** The numbers in words, as a part of a pattern. */
export const NUMBERS_AS_WORDS: string = [...NUMBERS.keys()]
  .filter((word) => !/^(?:another|noch|un|a|an|single|couple|few|otra|otro)$/.test(word))
  .toSorted((a, b) => b.length - a.length)
  .join('|');
/** Numbers that are also articles and pronouns: alone they count nothing. */
const ARTICLES = /^(?:a|an|eine?[nrm]?|noch|une?|una|uno)$/;
const UNITS: readonly (readonly [RegExp, MarkedLength['unit'], number])[] = [
  [/^(?:nights?|nites?|nachte?n?|ubernachtung(?:en)?|nuits?|nuitees?|noches?)$/, 'night', 1],
  [/^(?:days?|tage?n?|jours?|journees?|dias?)$/, 'day', 1],
  [/^(?:weeks?|wochen?|semaines?|semanas?)$/, 'day', 7],
];
const MORE =
  /^(?:more|extra|additional|further|longer|mehr|langer|zusatzliche?n?|weitere[nr]?|extra|supplementaires?|encore|mas|adicional(?:es)?)$/;
const LESS = /^(?:less|fewer|shorter|weniger|kurzer|moins|menos)$/;
const ANOTHER = /^(?:another|noch|encore|otra|otro|zusatzliche?n?|weitere[nr]?|extra|additional|autre)$/;
const LEAST = /^(?:at least|min|minimum|mindestens|au moins|al menos|por lo menos|como minimo)$/;
const MOST =
  /^(?:at most|max|maximum|no more than|not more than|up to|hochstens|maximal|au plus|au maximum|como maximo|como mucho)$/;

/** Whether a word is a number. */
export function isNumberWord(word: string): boolean {
  return NUMBERS.has(folded(word));
}

/** Whether a word is a night: "the last night". */
export function isNight(word: string): boolean {
  return /^(?:night|nacht|ubernachtung|nuit|nuitee|noche)$/.test(folded(word));
}

/** A length that begins at a word, and the word after it. */
export interface FoundLength {
  readonly length: MarkedLength;
  readonly next: number;
  /** Whether it names no unit: then it counts only beside another that does. */
  readonly isBare: boolean;
}

/** Reads a length that begins at a word; `unit` is what a number without one counts. */
export function lengthAt(
  words: readonly string[],
  start: number,
  unit: MarkedLength['unit'],
): FoundLength | undefined {
  const word = (at: number) => folded(words[at] ?? '');
  const bounds = boundAt(word, start);
  let at = bounds.next;
  let sign: MarkedLength['sign'];
  let isSaid = false;
  while (
    ANOTHER.test(word(at)) ||
    /^(?:just|only|nur|seulement|solo|full|whole|a total of)$/.test(word(at))
  ) {
    if (ANOTHER.test(word(at))) sign = 'more';
    if (/^(?:another|otra|otro)$/.test(word(at))) isSaid = true;
    at++;
  }
  const number = numberAt(word, at);
  if (number === undefined && !isSaid) return undefined;
  const count = number?.value ?? 1;
  at = number?.next ?? at;
  const isArticle = number !== undefined && ARTICLES.test(word(number.next - 1));
  let asked: MarkedLength['sign'];
  const signAt = () => (MORE.test(word(at)) ? 'more' : LESS.test(word(at)) ? 'less' : undefined);
  const skipSign = () => {
    const isFrench = /^(?:de|en)$/.test(word(at)) && /^(?:plus|moins)$/.test(word(at + 1));
    if (isFrench) {
      asked = word(at + 1) === 'plus' ? 'more' : 'less';
      at += 2;
      return;
    }
    const found = signAt();
    if (found === undefined) return;
    asked = found;
    at++;
  };
  skipSign();
  const named = UNITS.find(([pattern]) => pattern.test(word(at)));
  if (named) at++;
  else if (isArticle && asked === undefined) return undefined;
  if (named) skipSign();
  if (/^(?:stop|stopover|stay|aufenthalt)$/.test(word(at)) && named) at++;
  const signed = asked ?? sign;
  return {
    length: {
      count: count * (named?.[2] ?? 1),
      unit: named?.[1] ?? unit,
      ...(signed && { sign: signed }),
      ...(bounds.bound && { bound: bounds.bound }),
    },
    next: at,
    isBare: named === undefined,
  };
}

function boundAt(
  word: (at: number) => string,
  start: number,
): { next: number; bound?: MarkedLength['bound'] } {
  for (let length = 3; length > 0; length--) {
    const phrase = Array.from({ length }, (_, at) => word(start + at)).join(' ');
    if (LEAST.test(phrase)) return { next: start + length, bound: 'least' };
    if (MOST.test(phrase)) return { next: start + length, bound: 'most' };
  }
  return { next: start };
}

function numberAt(word: (at: number) => string, at: number): { value: number; next: number } | undefined {
  const first = word(at);
  if (/^\d{1,2}$/.test(first)) return { value: Number(first), next: at + 1 };
  const skipped = /^a$/.test(first) && /^(?:couple|few|single|full|whole)$/.test(word(at + 1)) ? 1 : 0;
  const value = NUMBERS.get(word(at + skipped));
  if (value === undefined) return undefined;
  const next = at + skipped + 1;
  return { value, next: /^of$/.test(word(next)) ? next + 1 : next };
}

/** A length as the stay that it means; `as` is what a length without "more" or "less" does. */
export function stayOf(
  {
    count,
    unit,
    sign,
    bound,
  }: Omit<MarkedLength, 'sign'> & { readonly sign?: MarkedLength['sign'] | undefined },
  place: { readonly isStop: boolean } | undefined,
  as: 'set' | 'more' | 'less',
): StayChange {
  const change = sign ?? (as === 'set' ? undefined : as);
  if (change !== undefined && place?.isStop)
    return { change: change === 'more' ? count : -count, grows: true };
  return { ...(unit === 'night' ? { nights: count } : { days: count }), ...(bound && { bound }) };
}
