import { dateAfter } from '../../itinerary/calendar-day.ts';
import type { WorkingText } from '../text/working-text.ts';

const LEAD = '\\b(?:(?:around|over|at|for|during|in|on|via) )?(?:the )?';
const LONG_WEEKEND = '| long weekend ';

/** A holiday that falls on another date every year, and what it says about how long. */
interface Holiday {
  readonly pattern: RegExp;
  dateIn(year: number): string;
  readonly length?: string;
}

const holiday = (name: string, dateIn: Holiday['dateIn'], length?: string): Holiday => ({
  pattern: new RegExp(`${LEAD}(?:${name})\\b`, 'gi'),
  dateIn,
  ...(length && { length }),
});

/** So many days after Easter Sunday. */
const afterEaster = (days: number) => (year: number) => dateAfter(easterOf(year), days);
/** The Monday of that rank in a month; 0 is the last. */
const monday = (month: number, nth: number) => (year: number) => {
  const first = `${year}-${String(month).padStart(2, '0')}-01`;
  const monday = dateAfter(first, (8 - dayOfWeek(first)) % 7);
  if (nth > 0) return dateAfter(monday, 7 * (nth - 1));
  const fifth = dateAfter(monday, 28);
  return fifth.slice(5, 7) === first.slice(5, 7) ? fifth : dateAfter(monday, 21);
};
/** The Saturday before such a Monday. */
const weekendOf = (mondayIn: Holiday['dateIn']) => (year: number) => dateAfter(mondayIn(year), -2);

const MONDAYS: readonly (readonly [string, Holiday['dateIn']])[] = [
  ['(?:mlk|martin luther king)(?: jr\\.?)?(?: day)?', monday(1, 3)],
  ["presidents?'?s?'? day", monday(2, 3)],
  ['(?:early may|may day) bank holiday', monday(5, 1)],
  ['memorial day|(?:late|end of) may bank holiday|spring bank holiday', monday(5, 0)],
  ['(?:late )?august bank holiday|summer bank holiday', monday(8, 0)],
  ['labou?r day', monday(9, 1)],
  ['columbus day|indigenous peoples.? day|canadian thanksgiving', monday(10, 2)],
];

/** The longer names before those that they contain. */
const HOLIDAYS: readonly Holiday[] = [
  holiday('(?:carnival|rose) monday|rosenmontag', afterEaster(-48)),
  holiday('mardi gras|shrove tuesday|fat tuesday|pancake day', afterEaster(-47)),
  holiday('ash wednesday', afterEaster(-46)),
  holiday('palm sunday', afterEaster(-7)),
  holiday('holy week', afterEaster(-7)),
  holiday('(?:maundy|holy) thursday', afterEaster(-3)),
  holiday('good friday', afterEaster(-2)),
  holiday('(?:holy|easter) saturday', afterEaster(-1)),
  holiday('easter sunday', afterEaster(0)),
  holiday('easter monday', afterEaster(1)),
  holiday('easter (?:bridge|(?:bank holiday )?weekend)', afterEaster(-2), LONG_WEEKEND),
  holiday('easter(?: holidays?| break| time| vacation)?(?! (?:island|eggs?))', afterEaster(-2)),
  holiday('ascension (?:bridge|weekend)', afterEaster(39), '| 4-day weekend '),
  holiday('ascension day|ascension thursday', afterEaster(39)),
  holiday('whit monday|pentecost monday', afterEaster(50)),
  holiday('whit sunday|pentecost sunday', afterEaster(49)),
  holiday('(?:whitsun|whit|pentecost) (?:bridge|weekend)', afterEaster(48), LONG_WEEKEND),
  holiday('(?:whitsun|pentecost)(?: holidays?| break)?', afterEaster(48)),
  holiday('corpus christi day', afterEaster(60)),
  ...MONDAYS.flatMap(([name, on]) => [
    holiday(`(?:${name}) weekend`, weekendOf(on), LONG_WEEKEND),
    holiday(name, on),
  ]),
  // The fourth Thursday of November, three days after a Monday from the 19th to the 25th.
  holiday('thanksgiving(?: day| break| weekend)?(?! (?:dinner|parade))', thanksgivingOf),
];

function thanksgivingOf(year: number): string {
  const first = `${year}-11-01`;
  return dateAfter(first, ((11 - dayOfWeek(first)) % 7) + 21);
}

/** Writes the holidays of a text as dates and calls `onFound` with each. Next to an explicit date, they say nothing more. */
export function rewordHolidays(text: WorkingText, today: string, onFound: (date: string) => void): void {
  const isDated = /20\d{2}-\d{2}-\d{2}/.test(text.text);
  const year = Number(today.slice(0, 4));
  for (const { pattern, dateIn, length = '' } of HOLIDAYS) {
    text.reword(pattern, (words) => {
      // A name may contain one.
      if (isDated) return /^(?:around|over|at|for|during|via) /i.test(words) ? ' ' : words;
      const date = [year, year + 1].map(dateIn).find((each) => each >= today);
      if (date === undefined) return words;
      onFound(date);
      return ` on ${date} ${length}`;
    });
  }
}

function dayOfWeek(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay();
}

/** Easter Sunday of a year, by the Gregorian calendar. */
function easterOf(year: number): string {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100];
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const sum = h + l - 7 * m + 114;
  return `${year}-${String(Math.floor(sum / 31)).padStart(2, '0')}-${String((sum % 31) + 1).padStart(2, '0')}`;
}
