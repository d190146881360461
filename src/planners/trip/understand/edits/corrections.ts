import { NUMBERS_AS_WORDS } from './lengths.ts';

/** Words that take back what was said just before. No word is in both lists: many of them in a row are read in one way only. */
const TAKES_BACK =
  '(?:(?:(?:hm+|oh|ah|ach|uh|um|ugh|ok(?:ay)?|well|and|y|et|und|tja)[\\s,.…!-]+)*(?:no(?:pe)?|nah|sorry|oops|wait|actually|rather|better|make (?:that|it)|i mean(?:t)?|correction|nein|nee|quatsch|doch|lieber|besser|eher|naja|na ja|non|pardon|plutôt|enfin|attends|perdón|perdon|mejor|digo|quise decir|quería decir|bueno|espera)(?:[\\s,.…!-]+|$))+';
const FILLERS =
  "(?:(?:just|only|make (?:it|that)|let(?:'s| us)|do|be|it(?:'s| is)|the|el|le|la|les|den|die|am|at|on|to|solo|seulement|nur|doch|lieber|plutôt|mejor|nach|auf|en|a|à|es|sind|of them|say|take|for) +)*";
const UNIT =
  'nights?|nites?|days?|weeks?|hours?|h|km|kilomet(?:er|re)s?|miles|euros?|€|\\$|dollars?|pounds?|£|nächte?|tage?n?|wochen?|stunden?|std|nuits?|jours?|semaines?|heures?|noches?|días?|dias?|semanas?|horas?|of us|people|adults|th|st|nd|rd|\\.';
const AFTER =
  '(?: (?:is|are|would be|sind|ist|es|son|est|sont|please|pls|instead|max(?:imum)?|tops|then|there|dort|dann|bitte|après|plutôt|mejor|por favor|auch|too|also|in ordnung|ok(?:ay)?|fine|better|enough|besser|reichen|reicht|nights?))*';
const NUMBER = `\\d{1,4}(?:[.,]\\d+)?|${NUMBERS_AS_WORDS}`;

const CORRECTION = new RegExp(
  `^\\W*${TAKES_BACK}${FILLERS}(?<n>${NUMBER})\\s?(?<unit>${UNIT})?${AFTER}\\W*$`,
  'iu',
);
const COUNTED = new RegExp(
  `(?<![\\p{L}\\d.,])(?<n>${NUMBER}|(?:an?|une?|una)(?= (?:${UNIT})))(?:(?:\\s|-)?(?<unit>${UNIT})(?!\\p{L}))?`,
  'giu',
);
const WITHIN = new RegExp(
  `^(?<first>.{8,}?)[\\s,.;…-]+(?<last>${TAKES_BACK}${FILLERS}(?:${NUMBER})\\s?(?:${UNIT})?${AFTER}\\W*)$`,
  'iu',
);
const DAYS =
  /^(?:days?|nights?|weeks?|tage?n?|nächte?|wochen?|jours?|nuits?|semaines?|días?|dias?|noches?|semanas?)$/i;
const ARTICLES = /^(?:an?|one|eine?[nrm]?|une?|una|uno)$/i;

/** How a message is put right. */
export interface CorrectionOptions {
  /** Whether the message asked for the whole trip: then only how long it takes can be put right. */
  readonly isRequest?: boolean;
}

/**
 * The message before with the number that this one puts right: "make it 10 days" and "hmm no, 9" are "make it 9 days". Undefined
 * where this message is no such correction, or where nobody can tell which number is meant.
 */
export function corrected(
  text: string,
  before: string,
  { isRequest = false }: CorrectionOptions = {},
): string | undefined {
  const { n = '', unit } = CORRECTION.exec(text.trim())?.groups ?? {};
  if (n === '') return undefined;
  const all = [...before.matchAll(COUNTED)];
  const isSameUnit = (other: string | undefined) =>
    other !== undefined &&
    unit !== undefined &&
    other.slice(0, 3).toLowerCase() === unit.slice(0, 3).toLowerCase();
  const ofUnit = all.filter(({ groups = {} }) => isSameUnit(groups.unit));
  // "a rest day" has an article, and no number to put right where there is another.
  const counted = all.filter(
    ({ groups = {} }) => groups.unit !== undefined || !ARTICLES.test(groups.n ?? ''),
  );
  const numbers =
    ofUnit.length > 0
      ? ofUnit
      : unit === undefined || all.every(({ groups = {} }) => groups.unit === undefined)
        ? counted
        : [];
  const named = numbers.filter(({ groups = {} }) => groups.unit !== undefined);
  const [meant, ...others] = named.length > 0 ? named : numbers;
  if (meant === undefined || others.length > 0) return undefined;
  if (isRequest) return DAYS.test(meant.groups?.unit ?? '') ? `${n} ${meant.groups?.unit}` : undefined;
  const wrong = meant.groups?.n ?? '';
  const [start, end] = [meant.index, meant.index + wrong.length];
  return `${before.slice(0, start)}${n}${before.slice(end)}`;
}

/** A message without what it takes back itself: "make it 8 days, hm no 7". */
export function selfCorrected(text: string): string {
  const { first = '', last = '' } = WITHIN.exec(text)?.groups ?? {};
  return (first !== '' && corrected(last, first)) || text;
}
