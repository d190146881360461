import type { WorkingText } from '../text/working-text.ts';

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;
/** A month by its name, as part of a pattern. */
export const MONTH = `(?<month>${MONTHS.map((name) => `${name.slice(0, 3)}(?:${name.slice(3)})?`).join('|')}|Sept)\\.?`;

const HOLIDAYS: readonly (readonly [RegExp, string])[] = [
  [
    /\bbetween (?:christmas|xmas) and (?:the )?new year(?:'?s)?(?: eve| day)?\b/gi,
    'from December 26 to January 1',
  ],
  [/\bnew year'?s eve\b/gi, 'December 31'],
  [/\bnew year(?:'?s)?(?: day)?\b/gi, 'January 1'],
  [/\b(?:christmas|xmas) eve\b/gi, 'December 24'],
  [
    /\b(?:christmas|xmas)(?: day)?\b(?!,? (?:FL|Florida|Island|markets?|tree|shopping|lights|dinner|spirit|mood))/gi,
    'December 25',
  ],
  [/\bvalentine'?s(?: day)?\b/gi, 'February 14'],
  [/\bhalloween\b/gi, 'October 31'],
  [/\b(?:epiphany|three kings'?(?: day)?)\b/gi, 'January 6'],
  [/\b(?:st\.?|saint) patrick'?s day\b/gi, 'March 17'],
  [/\b(?:the )?(?:fourth|4th) of july\b/gi, 'July 4'],
  [/\bbastille day\b/gi, 'July 14'],
  [/\bassumption day\b/gi, 'August 15'],
  [/\ball saints'?(?: day)?\b/gi, 'November 1'],
  [/\bboxing day\b/gi, 'December 26'],
];

/** Puts dates in figures, and parts of months, into words that leave no doubt. What was in doubt is noted. */
export function rewordDates(text: WorkingText): void {
  text.reword(
    /\b(1st|2nd|3rd|4th)(?= (?:week|weekend|half|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b)/gi,
    (nth) => WEEKS[Number.parseInt(nth, 10) - 1] ?? nth,
  );
  rewordOrdinals(text);
  rewordDotted(text);
  rewordSlashed(text);
  rewordSpans(text);
  rewordTwoDays(text);
  text.reword(
    new RegExp(`\\b${MONTH}\\s?(?:\\/|or)\\s?${MONTH.replace('?<month>', '?:')}(?= |,|\\.|$)`, 'gi'),
    '$<month>',
  );
  for (const [pattern, plain] of HOLIDAYS) text.reword(pattern, plain);
  rewordPartsOfMonths(text);
  rewordWeekends(text);
}

const ORDINALS =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth twenty-first twenty-second twenty-third twenty-fourth twenty-fifth twenty-sixth twenty-seventh twenty-eighth twenty-ninth thirtieth thirty-first'.split(
    ' ',
  );
const ORDINAL = ORDINALS.toReversed().join('|').replaceAll('-', '[\\s-]');

/** "the fourteenth of May", as it is spoken. */
function rewordOrdinals(text: WorkingText): void {
  const figure = (word: string) => ORDINALS.indexOf(word.toLowerCase().replace(/\s/, '-')) + 1;
  text.reword(
    new RegExp(`\\b(?:the )?(${ORDINAL})(?: of)? (?=${MONTH.replace('?<month>', '?:')}(?![\\p{L}]))`, 'giu'),
    (_, word = '') => `${figure(word)} `,
  );
  text.reword(
    new RegExp(`\\b${MONTH} (?:the )?(${ORDINAL})\\b(?! (?:week|weekend|half))`, 'gi'),
    (_, month = '', word = '') => `${month} ${figure(word)}`,
  );
}

/** "12.06.2026", "12.-18.06.": with full stops the day comes first. */
function rewordDotted(text: WorkingText): void {
  text.reword(/(?<![\d.])(\d{1,2})\.?\s?-\s?(?=\d{1,2}\.\s?(\d{1,2})\.)/g, (phrase, day = '', month = '') =>
    dateIn(day, month) ? `${dateIn(day, month)} to ` : phrase,
  );
  text.reword(
    /(?<![\d.])(\d{1,2})\.\s?(\d{1,2})\.(?:\s?(\d{4}|\d{2})(?!\.?\d))?(?!\d)/g,
    (phrase, day = '', month = '', year?: string) => dateIn(day, month, year) ?? phrase,
  );
}

const SLASHED = /(?<![\d/])(\d{1,2})\/(\d{1,2})(?:\/(\d{4}|\d{2}))?(?![\d/])/g;

/** "3/7" is a day in March to some and in July to others: what the text itself does not settle is noted. */
function rewordSlashed(text: WorkingText): void {
  const pairs = [...text.text.matchAll(SLASHED)].map(([, a, b]) => [Number(a), Number(b)] as const);
  const isDayFirst = pairs.some(([a]) => a > 12);
  const isMonthFirst = pairs.some(([, b]) => b > 12);
  const [first, second] = pairs;
  // Of "3/7 to 9/7", the days are what differs.
  const isSpanOfDays = first && second && first[1] === second[1] && first[0] < second[0];
  // "10/04/2027 (april)" says it itself.
  const named = new RegExp(`${SLASHED.source}\\s*\\(?\\s*(?:in )?${MONTH}`, 'i').exec(text.text);
  const isNamedMonth = named !== null && isMonthNumber(named.groups?.month ?? '', Number(named[2]));
  const daysLead = isDayFirst || (!isMonthFirst && (isSpanOfDays === true || isNamedMonth));
  if (isNamedMonth)
    text.reword(new RegExp(`(${SLASHED.source})\\s*\\(\\s*(?:in )?${MONTH}\\s*\\)`, 'gi'), '$1');
  text.reword(SLASHED, (phrase, a = '', b = '', year?: string) => {
    const [day, month] = daysLead ? [a, b] : [b, a];
    const plain = dateIn(day, month, year);
    if (plain === undefined) return phrase;
    if (!isDayFirst && !isMonthFirst && a !== b) text.assumed.push(`"${phrase}" was read as ${plain}.`);
    return plain;
  });
}

function isMonthNumber(name: string, number: number): boolean {
  return MONTHS[number - 1]?.toLowerCase().startsWith(name.slice(0, 3).toLowerCase()) === true;
}

function dateIn(day: string, month: string, year?: string): string | undefined {
  const name = MONTHS[Number(month) - 1];
  if (name === undefined || !(Number(day) >= 1 && Number(day) <= 31)) return undefined;
  const whole = year?.length === 2 ? `20${year}` : year;
  return [name, Number(day), ...(whole === undefined ? [] : [whole])].join(' ');
}

/** "the evening of 3 May": what time of a day it is says nothing about the date. */
function rewordTwoDays(text: WorkingText): void {
  text.reword(/\b(?:the )?(?:evening|morning|afternoon|night) of (?=\d|the \d|[A-Z][a-z]+ \d)/g, 'on ');
  text.reword(
    /\b(?:in |the |during )*week (?:of|from|beginning|starting|commencing) (?=\d|the \d|[A-Z][a-z]+ \d)/g,
    'a week from ',
  );
  text.reword(/\b(?:the )?weekend of (?=\d|the \d|[A-Z][a-z]+ \d)/g, 'a weekend from ');
}

/** "from 5 to 9 June", "the 3rd to the 9th of June", "June 5-June 9". */
function rewordSpans(text: WorkingText): void {
  const month = `(?:${MONTHS.join('|')})`;
  text.reword(new RegExp(`(?<=\\b${month} \\d{1,2}(?: \\d{4})?)\\s*-\\s*(?=${month} \\d)`, 'gi'), ' to ');
  const ordinal = '(?:st|nd|rd|th)?';
  text.reword(
    new RegExp(
      `(?:\\bthe )?(?<![\\d.])\\b(\\d{1,2})${ordinal}\\s*(?:-|to|until|till|through)\\s*(?:the )?(\\d{1,2})${ordinal}(?: of)? ${MONTH}\\b`,
      'gi',
    ),
    '$<month> $1 to $<month> $2',
  );
}

const WEEKS = ['first', 'second', 'third', 'fourth'];
const WEEK_BEGINS: Readonly<Record<string, number>> = { first: 1, second: 8, third: 15, fourth: 22 };

/** "the first week of June", "mid June", "at the end of August". */
function rewordPartsOfMonths(text: WorkingText): void {
  const hasLength = text.has(/\b(?:\d{2,3}|[3-9]|three|four|five|six|seven)[\s-]+(?:days?|nights?)\b/i);
  text.reword(
    new RegExp(
      `\\b(?:in |during )?(?:the )?(first|second|third|fourth|last) week (?:of|in) ${MONTH}(?: (\\d{4}))?\\b`,
      'gi',
    ),
    (_, nth = '', month = '', year = '') => {
      const begins = WEEK_BEGINS[nth.toLowerCase()] ?? lastDayOf(month) - 6;
      return ` on ${month} ${begins} ${year} | ${hasLength ? '' : '7 days'} `;
    },
  );
  text.reword(
    new RegExp(
      `\\b(?:in |during )?(?:the )?(first|last) (two|three|2|3|few) (weeks|days) (?:of|in) ${MONTH}\\b`,
      'gi',
    ),
    (_, nth = '', count = '', unit = '', month = '') =>
      `on ${month} ${/first/i.test(nth) ? 1 : 15} | ${hasLength || /few/i.test(count) ? '' : `${count} ${unit}`} `,
  );
  text.reword(
    new RegExp(`\\b(?:in )?(?:the )?(?:early|(?:beginning|start) of)[\\s-]+${MONTH}\\b`, 'gi'),
    'on $<month> 1',
  );
  text.reword(new RegExp(`\\b(?:the )?mid(?:dle of)?[\\s-]+${MONTH}\\b`, 'gi'), '$<month> 15');
  text.reword(new RegExp(`\\b(?:at )?(?:late|(?:the )?end of)[\\s-]+${MONTH}\\b`, 'gi'), 'on $<month> 24');
}

function lastDayOf(month: string): number {
  const at = MONTHS.findIndex((name) => name.slice(0, 3).toLowerCase() === month.slice(0, 3).toLowerCase());
  return at === 1 ? 28 : [3, 5, 8, 10].includes(at) ? 30 : 31;
}

/** "a weekend" is two days; "this weekend" also says when. */
function rewordWeekends(text: WorkingText): void {
  text.reword(/\b(?:on |over )?(?:the )?(?:this|coming) weekend\b/gi, ' on this saturday | 2 days ');
  text.reword(/\b(?:on |over )?next weekend\b/gi, ' on next saturday | 2 days ');
  text.reword(
    /(?<!\b(?:long|day|holiday|easter|whitsun|whit|ascension|pentecost|thanksgiving|first|second|third|fourth|last|\d|two|three) )\b(?:over the |for the |for a |a |the )?(?<!\blong )weekend\b(?! (?:trip|break|getaway))/gi,
    '2 days',
  );
}
