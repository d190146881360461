import { dateAfter } from '../../itinerary/calendar-day.ts';
import type { Itinerary } from '../../itinerary/itinerary.ts';

const START =
  "on part(?:ait|ira)?|nous partons|partons|d[ée]part|on commence|on arrive|arriv(?:e|ing)|wir (?:starten|fahren|reisen|beginnen|kommen|können)(?: erst| schon| nur| leider)*|abfahrt|start(?:en|et|ing)?|los ?geht(?:['’]s| es)|ab|salimos|empezamos|partimos|salida|llegamos|leave|leaving|set off|depart(?:ing)?|begin(?:ning)?|(?:we|i)(?:['’]re| are)? (?:only )?fly(?:ing)?(?: out)?";
const END =
  "on rentre|nous rentrons|retour|zur[üu]ck|enden?|endet|r[üu]ckreise|r[üu]ckflug|heim|back|return(?:ing)?|home|until|till|bis|jusqu['’]au|volvemos|regresamos|vuelta|hasta|acab(?:e|a|ar|amos)|termin(?:e|a|ar|er|ons)|finish|end(?:s|ing)?";
const WEEKDAY =
  '(?:mon|tues|wednes|thurs|fri|satur|sun)day|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|mi[ée]rcoles|jueves|viernes|s[áa]bado|domingo';
const NO_DAY =
  'of\\b|de\\b|jan|feb|f[ée]v|mar|m[äa]r|apr|avr|abr|ma[iy]|jun|jui|jul|aug|ao[uû]|ago|sep|o[ck]t|nov|de[czé]|ene|\\d|[:h]|uhr|nights?|days?|tage?|n[äa]cht|jours?|nuits?|d[íi]as?|noches?|km|€|people|person|weeks?|hours?|stunden|stops?';
const THE = '(?:the|le|am|den|dem|el|au|del|al)';
const BARE_DAY = new RegExp(
  `(?<!\\p{L})(?:(?<end>${END})|(?<start>${START}))(?!\\p{L})(?<between>[^.;!?\\d|]{0,30}?)(?<!\\p{L})${THE} (?:(?:${WEEKDAY}),? (?:${THE} )?)?(?<day>\\d{1,2})(?:st|nd|rd|th|er|\\.(?!\\d))?(?!\\.?\\s?(?:${NO_DAY}))(?:,? (?:au lieu du|instead of (?:on )?the|statt (?:am |dem |den )?|en vez del) ?\\d{1,2}(?:st|nd|rd|th|\\.)?)?`,
  'giu',
);
const SAME_DAY = new RegExp(
  `(?<!\\p{L})(?:${END})(?!\\p{L})[^.;!?\\d|]{0,20}? (?:on |by |at |am |le |el )?(?:the |der |dem |am )?(?:same|selben|gleichen|m[êe]me|mismo) (?:day|date|time|tag|jour|d[íi]a)(?: as (?:before|planned)| wie (?:vorher|geplant)| qu['’]avant| que antes)?`,
  'giu',
);
const END_WORDS = new RegExp(`(?<!\\p{L})(?:${END})(?!\\p{L})`, 'iu');

const ARRIVES = /(?<!\p{L})(?:arriv|ankommen|kommen|lleg)\p{L}*(?!\p{L})[^.;!?]*?\d/iu;

/**
 * A follow-up with whole dates for days without a month: "on part le 10", "we only leave on the 22nd", "zurück am 8.". They are near
 * the first and the last day of the trip.
 */
export function withMonths(text: string, { days }: Itinerary, today: Date): string {
  const [start, end] = [days[0]?.date, days.at(-1)?.date];
  if (start === undefined || end === undefined) return text;
  const isPast = (date: string) => date < today.toISOString().slice(0, 10);
  return text.replaceAll(SAME_DAY, `until ${end}`).replaceAll(BARE_DAY, (words, ...rest) => {
    const groups: Readonly<Record<string, string | undefined>> = rest.at(-1);
    // "we arrive on the 11th and leave on the 16th"
    const isLeft = /^(?:leav|depart|part|sal|abfahrt)/iu.test(groups.start ?? '') && ARRIVES.test(text);
    const isEnd = groups.end !== undefined || isLeft || END_WORDS.test(groups.between ?? '');
    const date = nearest(isEnd ? end : start, Number(groups.day));
    return date === undefined || isPast(date) ? words : `${isEnd ? 'until' : 'start on'} ${date}`;
  });
}

/** The day of a month that is nearest to a date. */
function nearest(date: string, day: number): string | undefined {
  const window = Array.from({ length: 61 }, (_, at) => dateAfter(date, at - 30));
  return window
    .filter((each) => Number(each.slice(8)) === day)
    .toSorted((a, b) => daysApart(a, date) - daysApart(b, date))[0];
}

function daysApart(a: string, b: string): number {
  return Math.abs(Date.parse(a) - Date.parse(b));
}

const FEW = 'an?|one|two|three|four|five|\\d{1,2}|ein(?:en)?|zwei|drei|un|deux|trois|dos|tres';

/** A follow-up with a number of days for a length that is relative to that of the trip: "double the length". */
export function withLengths(text: string, { days: { length } }: Itinerary): string {
  return text
    .replaceAll(
      /\b(?:double|twice) (?:the|our) (?:length|time|(?:whole )?trip|number of days)\b(?! (?:in|at|for) )|\btwice as long\b(?! (?:in|at|as) )|\bdoppelt so lang(?:e)?\b|\bdeux fois plus long(?:temps)?\b|\bel doble de (?:largo|días|tiempo)\b/giu,
      `make it ${length * 2} days`,
    )
    .replaceAll(
      new RegExp(
        `\\b(?:that(?:['’]s| is)|it(?:['’]s| is)|the trip is) (${FEW}) (days?) too (long|short|much|many)\\b`,
        'giu',
      ),
      (_, count: string, unit: string, how: string) =>
        `${count} ${unit} ${how === 'short' ? 'more' : 'less'}`,
    )
    .replaceAll(
      /\b(?:do|make|manage|fit|squeeze) it (?:all )?in (\d{1,2})(?=\s*(?:with\b|instead\b|please\b|[.,;!?]|$))/giu,
      'make it $1 days',
    )
    .replaceAll(
      /,? (?:that )?(?:makes|so|is|=) (\d{1,2})(?: days?)?(?: altogether| in all| in total)(?=\s*(?:[.,;!?]|$))|, (\d{1,2}) altogether(?=\s*(?:[.,;!?]|$))/giu,
      (_, one?: string, other?: string) => `, make it ${one ?? other} days`,
    )
    .replaceAll(/\bac[oó]rta(?:l[oa])?(?: el viaje)? a (\d{1,2}) d[íi]as\b/giu, 'make it $1 days');
}
