import { NUMBER, numberOf, type WorkingText } from './working-text.ts';

/** How long the trip takes, by what was said. */
export interface SaidDuration {
  readonly days?: number;
  /** So many days more, or fewer, than before. */
  readonly change?: number;
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

/** Takes the length of the trip out of a text. A length that belongs to a place, "3 days in Rome", stays. */
export function takeDuration(text: WorkingText): SaidDuration {
  let said: SaidDuration = {};
  const more = new RegExp(
    `\\b(?:(?:add|take|plus|stay)\\s+)?(?:(?<n>${NUMBER})\\s+(?:more|extra|additional)\\s+(?<unit>${UNIT})s?|(?<n2>${NUMBER})\\s+(?<unit2>${UNIT})s?\\s+(?:longer|more)|(?:add|another)\\s+(?<n3>${NUMBER})\\s*(?<unit3>${UNIT})s?(?! in\\b))\\b`,
    'i',
  );
  text.take(more, ({ groups = {} }) => {
    const n = groups.n ?? groups.n2 ?? groups.n3 ?? '1';
    const unit = groups.unit ?? groups.unit2 ?? groups.unit3 ?? 'day';
    said = { change: numberOf(n) * (DAYS_A_UNIT[unit.toLowerCase()] ?? 1) };
  });
  text.take(/\banother (?<unit>day|week)\b/i, ({ groups = {} }) => {
    said = { change: DAYS_A_UNIT[groups.unit?.toLowerCase() ?? 'day'] ?? 1 };
  });
  const fewer = new RegExp(
    `\\b(?:(?<n>${NUMBER})\\s+(?<unit>${UNIT})s?\\s+(?:shorter|less|fewer)|(?:cut|remove|drop|shorten (?:it )?by)\\s+(?<n2>${NUMBER})\\s+(?<unit2>${UNIT})s?|(?<n3>${NUMBER})\\s+(?:fewer|less)\\s+(?<unit3>${UNIT})s?)\\b`,
    'i',
  );
  text.take(fewer, ({ groups = {} }) => {
    const n = groups.n ?? groups.n2 ?? groups.n3 ?? '1';
    const unit = groups.unit ?? groups.unit2 ?? groups.unit3 ?? 'day';
    said = { change: -numberOf(n) * (DAYS_A_UNIT[unit.toLowerCase()] ?? 1) };
  });
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
    `\\b(?:(?:make (?:it|that)|for|over|about|around|within|in|lasting|of|be|change (?:it )?to)\\s+)?(?<n>${NUMBER})[\\s-]+(?:full[\\s-]+)?(?<unit>${UNIT})s?(?:[\\s-]+long)?\\b(?<stay>\\s+(?:in|at|around)\\s+(?!total\\b|all\\b|${MONTHS})\\p{L})?`,
    'iu',
  );
  const lengths = [...text.text.matchAll(new RegExp(plain.source, 'giu'))].filter((match) => !isDate(match));
  text.take(plain, (match) => {
    const { groups = {}, index, input, 0: words } = match;
    const isStay =
      groups.stay !== undefined ||
      /\(\s*$/.test(input.slice(0, index)) ||
      (lengths.length > 1 &&
        (/^for\b/i.test(words) || /^\s+\p{Lu}/u.test(input.slice(index + words.length))));
    if (isStay || isDate(match)) return false;
    const unit = groups.unit?.toLowerCase() ?? 'day';
    const count = numberOf(groups.n ?? '1') * (DAYS_A_UNIT[unit] ?? 1);
    if (!(count >= 1)) return false;
    said = { days: unit === 'night' ? count + 1 : count };
    return true;
  });
  return said;
}

/** "leaving in 2 weeks" says when, not how long. */
function isDate({ 0: words, index, input }: RegExpExecArray): boolean {
  const before = input.slice(0, index);
  return /^in\b/i.test(words) && /\b(?:leav\w*|start\w*|depart\w*|begin\w*|set off)\s+$/i.test(before);
}

const MONTHS =
  'january|february|march|april|may|june|july|august|september|october|november|december|early|late|mid|spring|summer|autumn|fall|winter|the';
