import { NUMBER, numberOf, type WorkingText } from './working-text.ts';

/** How long the trip takes, by what was said. */
export interface SaidDuration {
  readonly days?: number;
  /** So many days more, or fewer, than before. */
  readonly change?: number;
  /** So many days later, or earlier, than before. */
  readonly shift?: number;
}

const DAYS_A_UNIT: Readonly<Record<string, number>> = {
  day: 1,
  night: 1,
  week: 7,
  fortnight: 14,
  month: 30,
  weekend: 2,
};
const UNIT = 'day|night|week|fortnight|month|weekend';
/** No trip is longer. */
const MOST_DAYS = 365;

/** What belongs to a place, "two more days in Rome", says nothing about the whole trip. */
const AT_PLACE = '(?<place>\\s+(?:in|at|to|from)\\s+(?!(?:the|it|my|our|this|total|all)\\b)\\p{L})?';
const BY = '(?:(?:it|that|this|the trip|the stay)\\s+)?by\\s+';

/** Takes the length of the trip out of a text. A length that belongs to a place, "3 days in Rome", stays. */
export function takeDuration(text: WorkingText): SaidDuration {
  rewordRanges(text);
  const shift = takeShift(text);
  const change = takeChange(text);
  return {
    ...(shift !== undefined && { shift }),
    ...(change === undefined ? takeLength(text) : { change }),
  };
}

/** "5 or 6 days" is taken to be the longer one, and said to be. */
function rewordRanges(text: WorkingText): void {
  const range = new RegExp(
    `\\b(?:${NUMBER})(?:\\s*-\\s*|\\s+(?:or|to)\\s+)(${NUMBER})\\s+(${UNIT})s?\\b`,
    'gi',
  );
  text.reword(range, (said, most = '', unit = '') => {
    const length = `${most} ${numberOf(most) === 1 ? unit : `${unit}s`}`;
    text.assumed.push(`"${said}" was read as ${length}.`);
    return length;
  });
  text.reword(/\b(\d{2,3})\s+hours\b(?!\s+(?:of|a|per|each)\b)/gi, (_, hours = '') => {
    const days = Math.ceil(Number(hours) / 24);
    return `${days} ${days === 1 ? 'day' : 'days'}`;
  });
}

/** "leave a day later", "postpone it by a week". */
function takeShift(text: WorkingText): number | undefined {
  let shift: number | undefined;
  const moved = new RegExp(
    `\\b(?:(?:leav|start|depart|go|begin|mov|set off|shift)\\w*\\s+(?:it\\s+|the (?:trip|start)\\s+)?(?:by\\s+)?)?(?<n>${NUMBER})\\s+(?<unit>day|week|month)s?\\s+(?<when>later|earlier|sooner)\\b`,
    'i',
  );
  text.take(moved, ({ groups = {} }) => {
    shift = daysOf(groups.n, groups.unit) * (/^later$/i.test(groups.when ?? '') ? 1 : -1);
  });
  const postponed = new RegExp(
    `\\b(?:postpone|delay|push|move)\\s+(?:(?:it|this|the (?:trip|start))\\s+)?(?:back\\s+)?by\\s+(?<n>${NUMBER})\\s+(?<unit>day|week|month)s?\\b`,
    'i',
  );
  text.take(postponed, ({ groups = {} }) => {
    shift = daysOf(groups.n, groups.unit);
  });
  return shift;
}

/** "two days longer", "extend it by a week", "a day less". */
function takeChange(text: WorkingText): number | undefined {
  let change: number | undefined;
  const take = (pattern: string, sign: 1 | -1): void => {
    text.take(new RegExp(`\\b(?:${pattern})\\b${AT_PLACE}`, 'iu'), ({ groups = {} }) => {
      if (groups.place !== undefined) return false;
      change = sign * daysOf(groups.n ?? groups.n2 ?? groups.n3, groups.unit ?? groups.unit2 ?? groups.unit3);
      return true;
    });
  };
  const counted = (name: string) => `(?<n${name}>${NUMBER})\\s+`;
  const unit = (name: string) => `(?<unit${name}>${UNIT})s?`;
  take(
    `(?:(?:add|take|plus|stay)\\s+)?${counted('')}(?:more|extra|additional)\\s+${unit('')}|` +
      `${counted('2')}${unit('2')}\\s+(?:longer|more|extra)|` +
      `(?:add|plus|(?:extend|lengthen|prolong)\\s+${BY})(?:another\\s+)?\\s*${counted('3')}${unit('3')}`,
    1,
  );
  take('another\\s+(?<unit>day|week)', 1);
  take(
    `${counted('')}${unit('')}\\s+(?:shorter|less|fewer)|` +
      `(?:cut|remove|drop|minus|less|(?:cut|shorten|reduce)\\s+${BY})\\s*${counted('2')}${unit('2')}|` +
      `${counted('3')}(?:fewer|less)\\s+${unit('3')}`,
    -1,
  );
  return change;
}

/** "add Cannes for 2 days" says how long to stay there. */
const OF_A_STOP =
  /\b(?:(?:add|include)\s+[^,.;|]{2,60}|(?:visit|stay in|stay at|stop in|stop at)\s+(?:(?!and\b)[^\s,.;|]+\s+){1,3})$/i;

function takeLength(text: WorkingText): SaidDuration {
  let said: SaidDuration = {};
  text.take(/\bweekend (?:trip|break|getaway)\b/i, () => {
    said = { days: 2 };
  });
  text.take(/\b(?:a |for a |over a |over the )?long weekend\b/i, () => {
    said = { days: 3 };
  });
  const weeksAndDays = new RegExp(`\\b(?<w>${NUMBER})\\s+weeks?\\s+and\\s+(?<d>${NUMBER})\\s+days?\\b`, 'i');
  text.take(weeksAndDays, ({ groups = {} }) => {
    said = { days: numberOf(groups.w ?? '1') * 7 + numberOf(groups.d ?? '0') };
  });
  const plain = new RegExp(
    `(?<!(?:^|\\s)-|\\bhalf\\s)\\b(?:(?:make (?:it|that)|for|over|about|around|within|in|lasting|of|be|(?:change|shorten|extend|cut) (?:it )?(?:down )?to)\\s+)?(?<n>${NUMBER})[\\s-]+(?:full[\\s-]+)?(?<unit>${UNIT})s?(?:[\\s-]+long)?\\b(?!\\s+(?:more|less|fewer|longer|shorter|extra)\\b)(?<stay>\\s+(?:in|at|around)\\s+(?!total\\b|all\\b|${MONTHS})\\p{L})?`,
    'iu',
  );
  const lengths = [...text.text.matchAll(new RegExp(plain.source, 'giu'))].filter((match) => !isDate(match));
  text.take(plain, (match) => {
    const { groups = {}, index, input, 0: words } = match;
    const before = input.slice(0, index);
    const isStay =
      groups.stay !== undefined ||
      /\(\s*$/.test(before) ||
      /\b(?:add|another|cut|remove|drop|half(?: a)?)\s+$/i.test(before) ||
      (/^for\b/i.test(words) && OF_A_STOP.test(before)) ||
      (lengths.length > 1 &&
        (/^for\b/i.test(words) || /^\s+\p{Lu}/u.test(input.slice(index + words.length))));
    if (isStay || isDate(match)) return false;
    const days = daysOf(groups.n, groups.unit) + (/^night$/i.test(groups.unit ?? '') ? 1 : 0);
    if (!(days >= 1 && days <= MOST_DAYS)) return false;
    said = { days };
    return true;
  });
  return said;
}

function daysOf(count = '1', unit = 'day'): number {
  return numberOf(count) * (DAYS_A_UNIT[unit.toLowerCase()] ?? 1);
}

/** "leaving in 2 weeks" says when, not how long. */
function isDate({ 0: words, index, input }: RegExpExecArray): boolean {
  const before = input.slice(0, index);
  return /^in\b/i.test(words) && /\b(?:leav\w*|start\w*|depart\w*|begin\w*|set off)\s+$/i.test(before);
}

const MONTHS =
  'january|february|march|april|may|june|july|august|september|october|november|december|early|late|mid|spring|summer|autumn|fall|winter|the';
