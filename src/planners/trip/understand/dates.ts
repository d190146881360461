import type { ParsedComponents, ParsedResult } from 'chrono-node';
import { casual } from 'chrono-node/en';
import { NUMBER, type WorkingText } from './working-text.ts';

/** When the trip is, by what was said. */
export interface SaidDates {
  readonly startDate?: string;
  readonly endDate?: string;
}

/** Short words that are a month or a day of the week only in company. */
const AMBIGUOUS =
  /^(?:sat|sun|mon|tues?|wed|thur?s?|fri|mar|may|sec|now|march|second|dec|jan|jun|jul|nov|oct|sep|apr|aug|feb)$/i;
const BEFORE =
  /\b(?:in|on|from|starting(?: on| from| in)?|start(?: on| in)?|beginning(?: on| in)?|leaving(?: on| in)?|departing(?: on| in)?|during|for|around|about|early|late|mid|next|this|until|till|through|by|ending(?: on)?|back(?: by| on)|between|sometime in|change (?:it |the dates? )?to|move (?:it )?to)\s*-?\s*$/i;

/** "10 days" is a length; only "in 10 days" can be a date. */
const LENGTH = new RegExp(`^(?:for\\s+)?(?:${NUMBER})\\s+(?:day|night|week|month|year)s?\\b`, 'i');

/** What is said between two dates when the later one is the end of the trip. */
const ENDS = /\b(?:arriv\w*|back|return\w*|home|end\w*|finish\w*|get (?:in|there))\b/i;

const SEASONS: Readonly<Record<string, string>> = {
  spring: 'April',
  summer: 'July',
  autumn: 'October',
  fall: 'October',
  winter: 'January',
};

/** Takes dates out of a text. What has no year lies ahead of `today`. */
export function takeDates(text: WorkingText, today: Date): SaidDates {
  const season = /\b(?:in|this|next|during) (?:the )?(?<season>spring|summer|autumn|fall|winter)\b/i.exec(
    text.text,
  );
  if (season?.groups?.season) {
    text.cut(season.index, season.index + season[0].length);
    const [parsed] = casual.parse(`in ${SEASONS[season.groups.season.toLowerCase()]}`, today, {
      forwardDate: true,
    });
    if (parsed) return { startDate: dayOf(parsed.start) };
  }
  let said: SaidDates = {};
  let later = text.text.length;
  const results = casual.parse(text.text, today, { forwardDate: true });
  // From the last to the first, so that the places of the others stay right.
  for (const result of results.toReversed()) {
    const before = BEFORE.exec(text.text.slice(0, result.index));
    if (!isDate(result, before)) continue;
    const word = before?.[0].toLowerCase() ?? '';
    const day = dayOf(result.start);
    const between = text.text.slice(result.index, later);
    later = before?.index ?? result.index;
    text.cut(later, result.index + result.text.length);
    if (result.end) said = { startDate: day, endDate: dayOf(result.end) };
    else if (/^(?:until|till|by|ending|back)/.test(word)) said = { ...said, endDate: day };
    else if (said.startDate !== undefined && day < said.startDate && ENDS.test(between))
      said = { startDate: day, endDate: said.startDate };
    else said = { ...said, startDate: day };
  }
  const { startDate, endDate } = said;
  return startDate !== undefined && endDate !== undefined && endDate < startDate ? { startDate } : said;
}

function isDate({ text, start }: ParsedResult, before: RegExpExecArray | null): boolean {
  if (LENGTH.test(text.trim())) return false;
  if (AMBIGUOUS.test(text.trim()) && before === null) return false;
  const says = (part: 'day' | 'month' | 'weekday' | 'year') => start.isCertain(part);
  if (says('year') && !says('month')) return false;
  return says('day') || says('month') || says('weekday');
}

function dayOf(parsed: ParsedComponents): string {
  const [year, month, day] = [parsed.get('year'), parsed.get('month'), parsed.get('day')];
  const first = parsed.isCertain('day') || parsed.isCertain('weekday') ? (day ?? 1) : 1;
  return `${year}-${String(month).padStart(2, '0')}-${String(first).padStart(2, '0')}`;
}
