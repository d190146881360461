import { numbersIn, type WrittenNumber } from './numbers-in-text.ts';

/** The range of a limit: one side starts at the opening, and would go as far as the limit. */
interface Range {
  readonly opening: number;
  readonly limit: number;
  readonly unit?: string | undefined;
}

/** Words that make a number a limit, in either direction. */
const BOUND =
  /\b(?:most|least|worst|lowest|highest|longest|shortest|no (?:more|less)|limit|max(?:imum|imal)?|min(?:imum)?|up ?to|down to|as (?:far|low|high) as|cap(?:s|ped)?|ceiling|floor|bottom|tops|stop|stretch|under|below|above|over|past|beyond|walk|budget|authority|ends? at|or (?:better|more|less)|cost|break even|last price|höchstens|maximal|mindestens|bis|ab|unter|über|drunter|drüber|schmerzgrenze|grenze|schluss|raus|muss)\b/iu;
const NEGATION =
  /\b(?:no|not|never|nothing|cannot|can'?t|won'?t|wouldn'?t|don'?t|doesn'?t|nicht|nichts|nie|kein\p{L}*)\b/iu;

/** Words for numbers that are something else: a hope, an opening, an old price, what others pay. */
const OTHER =
  /\b(?:hop(?:e|ing)|wish|dream|would (?:like|be)|'d (?:like|say|love)|like to|ideal(?:ly)?|prefer|aim|target|expect|comf\w+|normal(?:ly)?|open(?:ing)?|starts?|first|begin|anchor|ask(?:ing)?|list(?:ed)?|quoted?|advert\w*|estimate|last (?:year|month|time|tenant)|was|were|used to|currently|so far|old one|previous\w*|before|gives? me|neighbour|competitor|market|average|lieber|wunsch\w*|hoffe|gern|schön|zuerst|erst|anfang\w*|bisher|vorher|letztes|war|waren)\b/iu;

/** "Offer 580, no strings attached" is an offer, whatever else it says. */
const OFFER =
  /^\W*(?:please |just |now )?(?:offer|propose|suggest|bid|try|say|ask for|start (?:at|with)|open (?:at|with)|biete|schlage?|sag)\b/iu;

/** "Say nothing about 585" wants a number kept private, not offered. */
const SILENCE = /\b(?:nothing|never|not|nor|don['’]?t|nichts|nie|nicht)\b/iu;

/** Whether a person says what to offer. Any other number counts as a limit, which reveals nothing. */
export function isOffer(text: string): boolean {
  return OFFER.test(text) && !BOUND.test(text) && !SILENCE.test(text);
}

/**
 * The limit that a person sets in free text: "no more than 8.2k, I start at 7". `undefined` if there is none
 * between the opening and the existing limit. Of several, the strictest.
 */
export function limitIn(range: Range, text: string): number | undefined {
  const { opening, limit } = range;
  const isUpper = limit > opening;
  const found = scaledNumbers(range, text).map(({ value, number }) => ({
    value,
    clause: clauseAt(text, number),
  }));
  const meant = found.filter(({ clause }) => !OTHER.test(clause));
  const bounds = meant.filter(({ clause }) => setsLimit(clause));
  const last = setsLimit(text) ? found : [];
  const values = ([bounds, meant, last].find((list) => list.length > 0) ?? []).map(({ value }) => value);
  if (values.length === 0) return undefined;
  // An acceptable range ends at its worse end; so do the steps that somebody is willing to take.
  const isRange = /\b(?:between|from|zwischen|if|wenn)\b|\d ?(?:-|–|to|bis) ?\d/iu.test(text);
  return isUpper === isRange ? Math.max(...values) : Math.min(...values);
}

function setsLimit(text: string): boolean {
  return BOUND.test(text) || NEGATION.test(text);
}

/** "Never 4": the first value that is too far. */
function isExcluded({ at }: WrittenNumber, text: string): boolean {
  return /\b(?:never|not|nie|nicht|no)\s+(?:[€$£]\s?)?$/iu.test(text.slice(0, at));
}

const BREAK = /[;:!?](?:\s|$)|[.,](?:\s|$)|\s[–-]\s|\s(?:but|though|aber|also|so|while)\s/u;

/** The clause around a number. */
function clauseAt(text: string, { at, end }: WrittenNumber): string {
  const before = text.slice(0, at).split(BREAK).at(-1) ?? '';
  const [after = ''] = text.slice(end).split(BREAK);
  return `${before}#${after}`;
}

/** Per year. */
const PERIODS: readonly (readonly [RegExp, number])[] = [
  [/^(?:day|daily|tag|täglich)/iu, 365],
  [/^(?:week|woche|wöchentlich)/iu, 52],
  [/^(?:mo|pcm)/iu, 12],
  [/^(?:year|annu|jahr|jährlich)/iu, 1],
];
const RATE =
  /(?:\b(?:an?|per|pro|each|every|im|und)\s|\/)(day|tag|week|woche|month|mo\b|monat|year|annum|jahr)|\b(daily|weekly|monthly|yearly|annually|pcm|täglich|wöchentlich|monatlich|jährlich)\b/iu;

function periodIn(text: string): number | undefined {
  const [, noun, adverb = noun ?? ''] = RATE.exec(text) ?? [];
  return PERIODS.find(([name]) => name.test(adverb))?.[1];
}

interface ScaledNumber {
  readonly value: number;
  readonly number: WrittenNumber;
}

/** The numbers that are in the range, in its unit. If none is, thousands may have been omitted. */
function scaledNumbers(range: Range, text: string): readonly ScaledNumber[] {
  const { opening, limit, unit = '' } = range;
  const numbers = numbersIn(text).filter((number) => !isExcluded(number, text));
  const isBetween = (value: number) => (value - opening) * (limit - value) >= 0;
  const at = (times: number) =>
    numbers
      .map((number) => ({
        number,
        value: Math.round(number.value * periodFactor(unit, text.slice(number.end)) * times * 1e6) / 1e6,
      }))
      .filter(({ value }) => isBetween(value));
  return [1, 1e3, 1e5, 1e6].map(at).find((found) => found.length > 0) ?? [];
}

/** People state monthly amounts for yearly payments. */
function periodFactor(unit: string, after: string): number {
  const [clause = ''] = after.split(BREAK);
  const from = periodIn(clause);
  const to = periodIn(unit);
  return from === undefined || to === undefined ? 1 : from / to;
}
