import { dateAfter } from '../../itinerary/calendar-day.ts';
import type { WorkingText } from '../text/working-text.ts';
import { rewordHolidays } from './holidays.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'] as const;
const MONTH =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;
const WEEKDAY =
  'sun(?:day)?|mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:rs?(?:day)?)?|fri(?:day)?|sat(?:urday)?';
const DAY = '(?:0?[1-9]|[12]\\d|3[01])';
const ORDINAL = '(?:st|nd|rd|th)';
const YEAR = '(?:,?\\s+(?<year>20\\d{2})\\b)?';
/** A full stop behind a month that was shortened; another one ends the sentence. */
const END = '(?:\\.(?=\\s*(?:20\\d{2}|,)))?';
const TO = '\\s*(?:-|to|until|till|through|thru|and|or)\\s*(?:the\\s+)?';
const DAY_PART = '(?:\\s+(?:morning|noon|afternoon|evening|night))?';
const ON = `(?:\\b(?:${WEEKDAY})\\b\\.?${DAY_PART},?\\s+(?:the\\s+)?)?`;

const HALF_A_YEAR = 183;

/** Whether a span without years goes back, and not from one winter into the next. */
function isReversed(from: MonthDay, to: MonthDay): boolean {
  if (to.year) return false;
  const back = from.month * 31 + from.day - (to.month * 31 + to.day);
  return back > 0 && back < HALF_A_YEAR;
}

function spoken({ month, day }: MonthDay): string {
  const name = new Date(Date.UTC(2000, month, 1)).toLocaleDateString('en-US', {
    month: 'long',
    timeZone: 'UTC',
  });
  return `${name} ${day}`;
}

/** A date as a person writes it, before its year is known. */
interface MonthDay {
  readonly month: number;
  readonly day: number;
  readonly year?: number;
}

/** Reads dates as the next possible day: a date without a year is in the future. */
export class Calendar {
  readonly #today: string;
  /** The last date read: a following one without a month is near it. */
  #last: string | undefined;

  /** The date of a holiday that was named. */
  #holiday: string | undefined;

  /** The last day of the trip that is there. */
  readonly #end: string | undefined;

  constructor(today: Date, shown: { readonly startDate?: string; readonly endDate?: string } = {}) {
    this.#today = today.toISOString().slice(0, 10);
    this.#last = shown.startDate;
    this.#end = shown.endDate;
  }

  /** Writes every date of a text that names a day and a month, or a day of a month that was named, as `2027-06-03`. */
  rewrite(text: WorkingText): void {
    const pair = (from: MonthDay, to: MonthDay): string | undefined => {
      // "20 August to 12 August" is no span, and nobody knows which end is wrong.
      if (isReversed(from, to)) {
        text.missed.push(`${spoken(from)} to ${spoken(to)}`);
        return ' | ';
      }
      const start = this.#dateOf(from);
      const end = start && this.#dateOf({ ...to, year: to.year ?? from.year ?? 0 }, start);
      return start && end ? `from ${start} to ${end}` : undefined;
    };
    text.reword(
      /(?<!\p{L})['’]?til (?=(?:the )?\d|\p{Lu}|(?:mon|tues|wednes|thurs|fri|satur|sun)day)/gu,
      'till ',
    );
    this.#pairs(text, pair);
    text.reword(
      new RegExp(
        `${ON}(?<![\\d.,:/-])\\b(?:the\\s+)?(?<day>${DAY})${ORDINAL}?(?:\\s+of)?\\s+(?<month>${MONTH})\\b${END}(?:,?\\s+(20\\d{2})\\b)?`,
        'gi',
      ),
      (phrase, day = '', month = '', year?: string) => this.#single(phrase, month, day, year),
    );
    text.reword(
      new RegExp(
        `${ON}\\b(?<month>${MONTH})\\b\\.?\\s+(?:the\\s+)?(?<day>${DAY})${ORDINAL}?\\b(?!\\s*(?:days?|nights?|weeks?|people|adults|km|hours?|€|\\$|:\\d|[ap]m\\b))(?:,?\\s+(20\\d{2})\\b)?`,
        'gi',
      ),
      (phrase, month = '', day = '', year?: string) => this.#single(phrase, month, day, year),
    );
    rewordHolidays(text, this.#today, (date) => {
      this.#last ??= date;
      this.#holiday = date;
    });
    this.#weekdays(text);
    this.#ordinals(text);
    this.#aroundHoliday(text);
  }

  #pairs(text: WorkingText, pair: (from: MonthDay, to: MonthDay) => string | undefined): void {
    const between = '(?:\\b(?:between|from|on)\\s+(?:the\\s+)?)?';
    const one = `(?<d1>${DAY})(?:${ORDINAL}|\\.)?`;
    const two = `(?<d2>${DAY})${ORDINAL}?`;
    // "3-9 June", "Mon 11 - Wed 13 January", "between the 3rd and the 5th of March"
    text.reword(
      new RegExp(
        `${between}${ON}(?<![\\d.,:/-])\\b${one}${TO}${ON}${two}(?:\\s+of)?\\s+(?<m>${MONTH})\\b${END}${YEAR}`,
        'gi',
      ),
      (phrase, d1 = '', d2 = '', m = '', year?: string) =>
        pair(monthDay(m, d1, year), monthDay(m, d2, year)) ?? phrase,
    );
    // "June 3-9", "between March 3rd and 5th"
    text.reword(
      new RegExp(
        `${between}${ON}\\b(?<m>${MONTH})\\b\\.?\\s+(?:the\\s+)?${one}${TO}${ON}${two}\\b(?!\\s*(?:${MONTH}|days?|nights?|people))${YEAR}`,
        'gi',
      ),
      (phrase, m = '', d1 = '', d2 = '', year?: string) =>
        pair(monthDay(m, d1, year), monthDay(m, d2, year)) ?? phrase,
    );
    // "3 June to 9 July", "between March 3rd and April 5th"
    const early = `(?:${one}(?:\\s+of)?\\s+(?<m1>${MONTH})|(?<m2>${MONTH})\\b\\.?\\s+(?:the\\s+)?(?<d3>${DAY})${ORDINAL}?)\\b\\.?(?:,?\\s+(?<y1>20\\d{2}))?`;
    const late = `(?:${two}(?:\\s+of)?\\s+(?<m3>${MONTH})|(?<m4>${MONTH})\\b\\.?\\s+(?:the\\s+)?(?<d4>${DAY})${ORDINAL}?)\\b${END}(?:,?\\s+(?<y2>20\\d{2}))?`;
    text.reword(
      new RegExp(`${between}${ON}(?<![\\d.,:/-])\\b${early}${TO}${ON}${late}`, 'gi'),
      (phrase, d1 = '', m1 = '', m2 = '', d3 = '', y1 = '', d2 = '', m3 = '', m4 = '', d4 = '', y2 = '') =>
        pair(monthDay(m1 || m2, d1 || d3, y1), monthDay(m3 || m4, d2 || d4, y2)) ?? phrase,
    );
  }

  #single(phrase: string, month: string, day: string, year: string | undefined): string {
    // "march 5 km", "may 3 of us come": only the month in figures or as a name is one.
    if (/^(?:mar|may|march)$/.test(month) && !/\d/.test(day)) return phrase;
    return this.#nearest(monthDay(month, day, year)) ?? phrase;
  }

  /** Near another date of the text, the closest one: Christmas of the same winter. */
  #nearest(monthDay: MonthDay): string | undefined {
    const last = this.#last;
    const ahead = this.#dateOf(monthDay);
    if (ahead === undefined || last === undefined || monthDay.year !== undefined) return ahead;
    const year = Number(last.slice(0, 4));
    const dates = [year - 1, year, year + 1].flatMap((each) => iso(each, monthDay.month, monthDay.day) ?? []);
    const distance = (date: string) => Math.abs(Date.parse(date) - Date.parse(last));
    const [nearest = ahead] = dates
      .filter((date) => date >= this.#today)
      .toSorted((a, b) => distance(a) - distance(b));
    this.#last = nearest;
    return nearest;
  }

  #dateOf({ month, day, year }: MonthDay, from = this.#today): string | undefined {
    if (month < 0) return undefined;
    const [, begin = from] = [from, this.#today].toSorted();
    const first = year && year > 0 ? year : Number(begin.slice(0, 4));
    for (const each of year && year > 0 ? [first] : [first, first + 1]) {
      const date = iso(each, month, day);
      if (date === undefined || (!(year && year > 0) && date < begin)) continue;
      this.#last = date;
      return date;
    }
    return undefined;
  }

  /** "Friday to Monday", "the second Saturday of May". */
  #weekdays(text: WorkingText): void {
    text.reword(
      new RegExp(
        `\\b(?:the\\s+)?(first|second|third|fourth|last)\\s+(${WEEKDAY})\\s+(?:of|in)\\s+(${MONTH})\\b(?:\\s+(20\\d{2}))?`,
        'gi',
      ),
      (phrase, nth = '', weekday = '', month = '', year?: string) =>
        this.#nth(nth, weekday, month, year) ?? phrase,
    );
    text.reword(
      new RegExp(
        `\\b(?:on |over |for )?(?:the\\s+)?(first|second|third|fourth|last)\\s+weekend\\s+(?:of|in)\\s+(${MONTH})\\b(?:\\s+(20\\d{2}))?`,
        'gi',
      ),
      (phrase, nth = '', month = '', year?: string) => {
        const saturday = this.#nth(nth, 'saturday', month, year);
        return saturday === undefined ? phrase : ` on ${saturday} | weekend trip `;
      },
    );
    const last = this.#last;
    if (last !== undefined) {
      this.#leaving(text, last);
      // "arriving Friday at 6pm": a date says which Friday.
      text.reword(
        new RegExp(`\\b(arriv\\w+)\\s+(?:on\\s+)?(${WEEKDAY})\\b(?!,?\\s+(?:the\\s+)?\\d)`, 'gi'),
        (said, lead = '', weekday = '') => {
          const dates = text.text.match(/20\d{2}-\d{2}-\d{2}/g) ?? [];
          return dates.some((date) => this.#weekday(weekday, date) === date) ? lead : said;
        },
      );
      // "Can we leave on a Saturday?": on the nearest one.
      text.reword(
        new RegExp(
          `\\b(?:(?:start|begin)\\w*(?:\\s+it)?(?:\\s+on)?(?:\\s+an?|\\s+the)?|(?:leav|depart|set off|go)\\w*\\s+on\\s+an?)\\s+(${WEEKDAY})s?\\b(?!,?\\s+(?:the\\s+)?\\d)`,
          'gi',
        ),
        (_, weekday = '') => `start on ${this.#weekday(weekday, dateAfter(last, -3))}`,
      );
      text.reword(
        new RegExp(
          `\\b(back|return(?:ing)?|until|till|home|leaving|leave|to(?= the ))(?:\\s+home)?(?:\\s+(?:on|by))?\\s+(?:the\\s+)?(?:(?:following|next)\\s+)?(${WEEKDAY})\\b(?:\\s+(?:after|later))?(?:\\s+(?:morning|evening|night|afternoon))?(?!\\p{L}|\\s+(?:morning|evening|night|afternoon)|,?\\s+(?:the\\s+)?\\d)`,
          'giu',
        ),
        (_, lead = '', weekday = '') => `${lead} on ${this.#weekday(weekday, dateAfter(last, 1))}`,
      );
    }
    let span: string | undefined;
    text.reword(
      new RegExp(
        `\\b(?:from\\s+|on\\s+)?(?<next>this\\s+|next\\s+|coming\\s+)?(?<a>${WEEKDAY})\\b(?:\\s+(?:morning|evening|night|afternoon))?\\s*(?:-|to|until|till|through|thru)\\s*(?<b>${WEEKDAY})\\b(?:\\s+(?:morning|evening|night|afternoon))?`,
        'gi',
      ),
      (_, next = '', from = '', to = '') => {
        // "Friday to Monday, on 9 April": the date says it.
        if (last !== undefined && /20\d{2}-\d{2}-\d{2}/.test(text.text)) {
          const isOnlyStart = text.text.match(/20\d{2}-\d{2}-\d{2}/g)?.length === 1;
          if (isOnlyStart && this.#weekday(from, last) === last)
            return ` until ${this.#weekday(to, dateAfter(last, 1))} `;
          // "Whitsun, Friday to Tuesday": the holiday is one of these days.
          const begin = this.#weekday(from, dateAfter(last, -6));
          const until = this.#weekday(to, dateAfter(begin, 1));
          if (isOnlyStart && this.#holiday === last && until >= last) {
            span = `from ${begin} to ${until}`;
            return ' | ';
          }
          return ' | ';
        }
        const start = this.#weekday(
          from,
          /next/i.test(next)
            ? dateAfter(this.#today, 7 - ((dayOfWeek(this.#today) + 6) % 7))
            : dateAfter(this.#today, 1),
        );
        const end = this.#weekday(to, dateAfter(start, 1));
        this.#last = start;
        return `from ${start} to ${end}`;
      },
    );
    if (span !== undefined) text.reword(/\b(?:on )?20\d{2}-\d{2}-\d{2}/g, span);
  }

  /** "We leave on Monday instead" of a trip from Friday to Sunday: that day is nearer to its end than to its start. */
  #leaving(text: WorkingText, start: string): void {
    const end = this.#end;
    if (end === undefined) return;
    text.reword(
      new RegExp(
        `\\b(?:leav|depart)\\w*\\s+(?:on\\s+)?(${WEEKDAY})\\b(?:\\s+(morning|afternoon|evening|night)\\b)?(?!,?\\s+(?:the\\s+)?\\d)`,
        'gi',
      ),
      (said, weekday = '', part?: string) => {
        const [first, day] = [start, end].map((date) => this.#weekday(weekday, dateAfter(date, -3)));
        const isEnd = daysApart(day, end) < daysApart(first, start);
        if (!isEnd || day === undefined || day < start) return said;
        return `until ${day}${part === undefined ? '' : ` | leave in the ${part} | `}`;
      },
    );
  }

  #weekday(name: string, from: string): string {
    const wanted = WEEKDAYS.findIndex((each) => name.toLowerCase().startsWith(each));
    return dateAfter(from, (wanted - dayOfWeek(from) + 7) % 7);
  }

  #nth(nth: string, weekday: string, month: string, year: string | undefined): string | undefined {
    const first = this.#dateOf(monthDay(month, '1', year), `${this.#today.slice(0, 8)}01`);
    if (first === undefined) return undefined;
    const at = ['first', 'second', 'third', 'fourth'].indexOf(nth.toLowerCase());
    const begin = this.#weekday(weekday, first);
    const date = at >= 0 ? dateAfter(begin, 7 * at) : lastOf(begin);
    this.#last = date;
    return date;
  }

  /** "on the 14th", in a month named before. */
  #ordinals(text: WorkingText): void {
    const near = this.#last ?? this.#monthIn(text.text);
    if (near === undefined) return;
    this.#daysOfWeek(text, near);
    // "from the 5th to the 12th"
    text.reword(
      new RegExp(
        `(?:\\b(?:from|between)\\s+)?(?:\\bthe\\s+)?\\b(?<d1>${DAY})${ORDINAL}${TO}(?<d2>${DAY})${ORDINAL}\\b(?!\\s+(?:day|night|stop))`,
        'gi',
      ),
      (phrase, d1 = '', d2 = '') => {
        const start = this.#dayNear(near, Number(d1));
        const end = start && this.#dayNear(start, Number(d2));
        return end ? `from ${start} to ${end}` : phrase;
      },
    );
    text.reword(
      new RegExp(
        `(?<lead>\\b(?:on|by|until|till|from|before|back)\\s+(?:${ON})the\\s+|\\b(?:on|until|till|by)\\s+)(?<day>${DAY})${ORDINAL}\\b(?!\\s+(?:day|night|floor|birthday|anniversary|evening|morning|stop|century))`,
        'gi',
      ),
      (phrase, lead = '', day = '') => {
        const date = this.#dayNear(near, Number(day));
        return date === undefined ? phrase : `${lead.replace(/the\s+$/i, '')}${date}`;
      },
    );
  }

  /** "New Year's Eve in Vienna, from 29 to 2": the days around the one date that was named. */
  #aroundHoliday(text: WorkingText): void {
    const dates = text.text.match(/20\d{2}-\d{2}-\d{2}/g) ?? [];
    const [only, ...others] = dates;
    if (only === undefined || others.length > 0) return;
    let span: string | undefined;
    text.reword(
      new RegExp(
        `\\bfrom (?:the )?(${DAY})(?:${ORDINAL}|\\.)? to (?:the )?(${DAY})(?:${ORDINAL}|\\.)?(?=\\s*(?:[,.;!|)]|$))`,
        'gi',
      ),
      (phrase, d1 = '', d2 = '') => {
        const start = this.#dayNear(dateAfter(only, -20), Number(d1));
        const end = start && this.#dayNear(start, Number(d2));
        if (start === undefined || end === undefined || start > only || end < only) return phrase;
        span = `from ${start} to ${end}`;
        return ' | ';
      },
    );
    if (span !== undefined) text.reword(/\b(?:on )?20\d{2}-\d{2}-\d{2}/g, span);
  }

  /** "Sunday 11", in a month named before. */
  #daysOfWeek(text: WorkingText, near: string): void {
    text.reword(
      new RegExp(
        `\\b(?<weekday>${WEEKDAY})\\b\\.?${DAY_PART},?\\s+(?:the\\s+)?(?<day>${DAY})${ORDINAL}?\\b(?!\\s*(?:[ap]\\.?m|:|h\\b|o'clock|days?|nights?|people|${MONTH}))`,
        'gi',
      ),
      (phrase, weekday = '', day = '') => this.#dayNear(near, Number(day), weekday) ?? phrase,
    );
  }

  /** The day of that number after a date, or the one before it where only that is on the weekday that was said. */
  #dayNear(near: string, day: number, weekday?: string): string | undefined {
    const [year, month] = [Number(near.slice(0, 4)), Number(near.slice(5, 7)) - 1];
    const same = iso(year, month, day);
    const isOnWeekday =
      same !== undefined &&
      weekday !== undefined &&
      this.#weekday(weekday, same) === same &&
      same >= this.#today;
    if (isOnWeekday) return same;
    return same !== undefined && same >= near
      ? same
      : iso(month === 11 ? year + 1 : year, (month + 1) % 12, day);
  }

  /** The first day of a month that is named alone: "in January". */
  #monthIn(text: string): string | undefined {
    const month = new RegExp(`\\b(?:in|of|during|this|next)\\s+(${MONTH})\\b`, 'i').exec(text)?.[1];
    return month === undefined ? undefined : this.#dateOf(monthDay(month, '1', undefined));
  }
}

function monthDay(month: string, day: string, year: string | undefined): MonthDay {
  const at = MONTHS.findIndex((name) => month.toLowerCase().startsWith(name));
  return { month: at, day: Number(day), ...(year && /^20\d{2}$/.test(year) && { year: Number(year) }) };
}

function iso(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month, day));
  return date.getUTCMonth() === month && date.getUTCDate() === day
    ? date.toISOString().slice(0, 10)
    : undefined;
}

function daysApart(a = '', b = ''): number {
  return Math.abs(Date.parse(a) - Date.parse(b));
}

function dayOfWeek(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay();
}

/** The last of the same weekday in its month. */
function lastOf(date: string): string {
  let last = date;
  while (dateAfter(last, 7).slice(0, 7) === date.slice(0, 7)) last = dateAfter(last, 7);
  return last;
}
