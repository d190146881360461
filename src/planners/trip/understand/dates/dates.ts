import type { ParsedComponents, ParsedResult } from 'chrono-node';
import { casual } from 'chrono-node/en';
import { dateAfter } from '../../itinerary/calendar-day.ts';
import { NUMBER, type WorkingText } from '../text/working-text.ts';

/** The dates of the trip, as read from a text. */
export interface DatesReading {
  readonly startDate?: string;
  readonly endDate?: string;
}

/** Short words that are a month or a day of the week only in company. */
const AMBIGUOUS =
  /^(?:sat|sun|mon|tues?|wed|thur?s?|fri|mar|may|sec|now|march|second|dec|jan|jun|jul|nov|oct|sep|apr|aug|feb)$/i;
const BEFORE =
  /\b(?:in|on|from|starting(?: on| from| in)?|start(?: on| in)?|beginning(?: on| in)?|leaving(?: on| in)?|departing(?: on| in)?|during|for|around|about|early|late|mid|next|this|until|till|through|by|ending(?: on)?|back(?: by| on)|between|over|at|sometime in|change (?:it |the dates? )?to|move (?:it )?to)\s*-?\s*$/i;

/** "10 days" is a length; only "in 10 days" can be a date. */
const LENGTH = new RegExp(
  `^-?(?:for\\s+)?(?:\\d+|${NUMBER}|several|some|many|few|(?:a\\s+)?half(?:\\s+an?)?)\\s+(?:hour|day|night|week|month|year)s?\\b`,
  'i',
);
/** A trip lies ahead. */
const PAST = /^(?:last|past|previous)\b|\bago$/i;

/** Right before a date, these make it the last day. */
const ENDS_ON =
  /\b(?:(?:until|till|by)(?: on)?|(?:end|finish|return)\w*(?: by| on| home)*|(?:back|home)(?: by| on)?)\s+$/i;
/** Not far before a date, these do as well: "fly home from SF on the 20th". */
const GOES_HOME =
  /\b(?:(?:fly|flies|flying|go|going|head|heading|get|come|drive|driving|travel)(?: back)? home|flown-out-of)\b[^.;|]{0,30}$/i;
/** Right before a date, these leave no doubt that the trip starts then. */
const BEGINS_ON =
  /\b(?:(?:start|begin)\w*(?: (?:on|from|in|date|:))*|(?:(?:we|i)(?:'d|'ll| would| will| want to| can)? )(?:fly|leave|go|depart|set off|travel)(?: out| off)?(?: on)?)\s*$/i;
/** Right before a date, these make it that of something else that happens around the trip. */
const HAPPENS_ON =
  /\b(?:wedding|birthday|anniversary|exams?|school|term|graduation|work|job|conference|visa|holidays?|vacation)(?: (?:is|are|ends?|finish(?:es)?|starts?|begins?|expires?|was|takes place|falls))(?: (?:on|by|at))*\s*$/i;
/** Somewhere before a date, these say which end of the trip it is when there is another for the other end. */
const STARTS = /\b(?:check(?:ing)?[\s-]?in|start\w*|leav\w*|depart\w*|begin\w*|set off|fly from)\b/gi;
const ENDS =
  /\b(?:check(?:ing)?[\s-]?out|arriv\w*|back|return\w*|home|end\w*|finish\w*|get (?:in|there)|flown-out-of)\b/gi;

const SEASONS: Readonly<Record<string, string>> = {
  spring: 'April',
  summer: 'July',
  autumn: 'October',
  fall: 'October',
  winter: 'January',
};

const BEFORE_ISO =
  '(?:\\b(?:on|from|in|starting|start|beginning|leaving|departing|until|till|by|back|ending|between|at|the|dates?:?)\\s+)*';

/** Takes dates out of a text. What has no year lies ahead of `today`. */
export function takeDates(text: WorkingText, today: Date): DatesReading {
  const season = /\b(?:in|this|next|during) (?:the )?(?<season>spring|summer|autumn|fall|winter)\b/i.exec(
    text.text,
  );
  // A day that is named says it better than "in the autumn".
  const hasDay = text.has(/\b20\d{2}-\d{2}-\d{2}\b/);
  if (season?.groups?.season && !hasDay) {
    text.cut(season.index, season.index + season[0].length);
    const [parsed] = casual.parse(`in ${SEASONS[season.groups.season.toLowerCase()]}`, today, {
      forwardDate: true,
    });
    if (parsed) return { startDate: dayOf(parsed.start) };
  }
  const around = nightsAround(text);
  const dates = withNights(around, inAgreement([...isoDates(text), ...saidDates(text, today)], text));
  const { startDate, endDate } = dates;
  const first = startDate ?? endDate;
  if (first !== undefined && first < today.toISOString().slice(0, 10)) text.assumed.push(`${first} is past.`);
  return dates;
}

/** The nights before and after what has the dates: "3 nights in Darwin before it". */
interface NightsAround {
  readonly before: number;
  readonly after: number;
}

function nightsAround(text: WorkingText): NightsAround {
  const nightsOf = (when: string) => {
    const [, token] =
      new RegExp(`(§[a-z]+)\\s+(?:in|at) [^.;§|]{2,60}? ${when} (?:it|that|the \\p{Ll}+)\\b`, 'u').exec(
        text.text,
      ) ?? [];
    return text.lengthOf(token)?.days ?? 0;
  };
  return { before: nightsOf('before'), after: nightsOf('after') };
}

function withNights({ before, after }: NightsAround, dates: DatesReading): DatesReading {
  const { startDate, endDate } = dates;
  if (startDate === undefined || endDate === undefined || before + after === 0) return dates;
  return { startDate: dateAfter(startDate, -before), endDate: dateAfter(endDate, after) };
}

/** A date in a text, with its context. */
interface SaidDate {
  readonly words: string;
  readonly startDate: string;
  readonly endDate?: string;
  /** Which end of the trip the words around it make it. */
  readonly role: 'start' | 'end' | undefined;
  readonly isWeekday: boolean;
  /** Whether its words mark it as the start of the trip. */
  readonly isBegin?: boolean;
  /** Whether only the month is given. */
  readonly isMonth?: boolean;
  /** Whether something else happens then. */
  readonly isElsewhen?: boolean;
}

const ISO = '20\\d{2}-\\d{2}-\\d{2}';

/** The dates that are written in figures, with their spans. */
function isoDates(text: WorkingText): SaidDate[] {
  const found: SaidDate[] = [];
  const pattern = new RegExp(
    `${BEFORE_ISO}(?<start>${ISO})(?:\\s*(?:-|/|to|until|till|through)\\s*(?<end>${ISO}))?`,
    'i',
  );
  const count = text.text.match(new RegExp(ISO, 'g'))?.length ?? 0;
  text.take(pattern, ({ groups = {}, 0: words, index, input }) => {
    const { start = '', end } = groups;
    if (Number.isNaN(Date.parse(start))) return false;
    const before = `${input.slice(Math.max(0, index - 60), index)}${words.slice(0, words.indexOf(start))}`;
    found.push({
      words: spoken(start),
      startDate: start,
      ...(end !== undefined && { endDate: end }),
      role: roleIn(before, count > 1),
      isWeekday: false,
      ...(BEGINS_ON.test(before) && { isBegin: true }),
      ...(HAPPENS_ON.test(before) && { isElsewhen: true }),
    });
    return true;
  });
  return found;
}

/** "June 5". */
function spoken(date: string): string {
  return new Date(`${date}T00:00:00Z`).toLocaleDateString('en-US', {
    month: 'long',
    day: 'numeric',
    timeZone: 'UTC',
  });
}

function saidDates(text: WorkingText, today: Date): SaidDate[] {
  const found: SaidDate[] = [];
  const results = casual.parse(text.text, today, { forwardDate: true });
  const roles = results.map(({ index }, at) => {
    const { index: last = 0, text: words = '' } = results[at - 1] ?? {};
    return roleIn(text.text.slice(last + words.length, index), results.length > 1);
  });
  // From the last to the first, so that the places of the others stay right.
  for (const [at, result] of [...results.entries()].toReversed()) {
    const before = BEFORE.exec(text.text.slice(0, result.index));
    if (!isDate(result, before)) continue;
    text.cut(before?.index ?? result.index, result.index + result.text.length);
    const isWeekday = result.start.isCertain('weekday') && !result.start.isCertain('day');
    const day = dayOf(result.start);
    // Who is home by Sunday, and says so on a Sunday, means the next one.
    const isNext = isWeekday && roles[at] === 'end' && day === today.toISOString().slice(0, 10);
    found.unshift({
      words: result.text,
      startDate: isNext ? dateAfter(day, 7) : day,
      ...(result.end && { endDate: dayOf(result.end) }),
      role: roles[at],
      isWeekday,
      ...(!result.start.isCertain('day') && !isWeekday && { isMonth: true }),
    });
  }
  return found;
}

/** Which end of the trip the words before a date make it. */
function roleIn(before: string, isOneOfSeveral: boolean): SaidDate['role'] {
  if (ENDS_ON.test(before) || GOES_HOME.test(before)) return 'end';
  if (!isOneOfSeveral) return undefined;
  const start = lastIndexOf(before, STARTS);
  const end = lastIndexOf(before, ENDS);
  if (start === end) return undefined;
  return start > end ? 'start' : 'end';
}

function lastIndexOf(text: string, pattern: RegExp): number {
  return [...text.matchAll(pattern)].at(-1)?.index ?? -1;
}

/** One first and one last day out of all dates. What is left over, or would end the trip before it starts, was missed. */
function inAgreement(all: readonly SaidDate[], text: WorkingText): DatesReading {
  // "The wedding is on 12 June, we fly on the 14th"
  const own = all.filter(({ isElsewhen }) => !isElsewhen);
  const found = own.length > 0 ? own : all;
  const span = found.find(({ endDate }) => endDate !== undefined);
  const isBeforeOther = ({ startDate: day }: SaidDate) => found.some((other) => other.startDate > day);
  const start =
    span ??
    found.find(({ role }) => role === 'start') ??
    found.find(({ role }) => role !== 'end') ??
    // "arrive in Lisbon on the 5th, fly home on the 16th"
    found.find(isBeforeOther);
  // "4 to 6 September in Monza, then Lake Como till the 10th"
  const later = found.findLast(
    (date) =>
      date !== start && date.role === 'end' && (span === undefined || date.startDate > (span.endDate ?? '')),
  );
  const end = later ?? span;
  const isWithin = ({ startDate: day }: SaidDate) =>
    start !== undefined &&
    end !== undefined &&
    day >= start.startDate &&
    day <= (end.endDate ?? end.startDate);
  const isSaidBetter = ({ startDate, isMonth }: SaidDate) =>
    isMonth === true &&
    found.some((other) => !other.isMonth && other.startDate.slice(0, 7) === startDate.slice(0, 7));
  for (const date of found)
    if (date !== start && date !== end && !isSaidBetter(date) && !isWithin(date))
      text.missed.push(date.words);
  const startDate = start?.startDate;
  const endDate = end && (end.endDate ?? end.startDate);
  // "School finishes on the 24th, we start on the 26th": the other date is not one of the trip.
  if (start?.isBegin && endDate !== undefined && endDate < start.startDate) {
    text.missed.push(end?.words ?? '');
    return { startDate: start.startDate };
  }
  // "arriving on Friday, leaving on Sunday" is about the place that the trip goes to.
  if (
    start &&
    end &&
    start !== end &&
    found.indexOf(end) < found.indexOf(start) &&
    end.startDate <= start.startDate
  )
    return { startDate: end.startDate, endDate: start.startDate };
  // "arriving Friday, leaving Tuesday": the Tuesday after it.
  if (start?.isWeekday && end?.isWeekday && start !== end && found.indexOf(end) < found.indexOf(start))
    return { startDate: end.startDate, endDate: dateAfter(start.startDate, 7) };
  if (startDate === undefined || endDate === undefined || endDate >= startDate) {
    return { ...(startDate !== undefined && { startDate }), ...(endDate !== undefined && { endDate }) };
  }
  // "leaving tomorrow, back on Sunday", said on a Sunday.
  if (end?.isWeekday && dateAfter(endDate, 7) >= startDate)
    return { startDate, endDate: dateAfter(endDate, 7) };
  // "arrive on June 3, leave on June 9" is about the place that the trip goes to.
  if (start && end && found.indexOf(end) < found.indexOf(start))
    return { startDate: endDate, endDate: startDate };
  text.missed.push(end?.words ?? '');
  return { startDate };
}

function isDate({ text, start }: ParsedResult, before: RegExpExecArray | null): boolean {
  // "S" is no second: letters with accents do not count as letters there.
  if (
    text.trim().length < 3 ||
    /^(?:the )?days?\b/i.test(text.trim()) ||
    LENGTH.test(text.trim()) ||
    PAST.test(text.trim())
  )
    return false;
  if (AMBIGUOUS.test(text.trim().replace(/[,.;]$/, '')) && before === null) return false;
  const says = (part: 'day' | 'month' | 'weekday' | 'year') => start.isCertain(part);
  if (says('year') && !says('month')) return false;
  return says('day') || says('month') || says('weekday');
}

function dayOf(parsed: ParsedComponents): string {
  const [year, month, day] = [parsed.get('year'), parsed.get('month'), parsed.get('day')];
  const first = parsed.isCertain('day') || parsed.isCertain('weekday') ? (day ?? 1) : 1;
  return `${year}-${String(month).padStart(2, '0')}-${String(first).padStart(2, '0')}`;
}
