import {
  LENGTH_TOKEN,
  type LengthMention,
  NUMBER,
  numberOf,
  type WorkingText,
} from '../text/working-text.ts';

/** Changes of the length or the start of the trip, as read from a text. */
export interface DurationReading {
  readonly days?: number;
  /** So many days more, or fewer, than before. */
  readonly change?: number;
  /** So many days later, or earlier, than before. */
  readonly shift?: number;
  /** So many months later, or earlier. */
  readonly shiftMonths?: number;
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
const MAX_DAYS = 365;

/** What belongs to a place, "two more days in Rome", says nothing about the whole trip. */
const AT_PLACE = '(?<place>\\s+(?:in|at|to|from)\\s+(?!(?:the|it|my|our|this|total|all)\\b)\\p{L})?';
const BY = '(?:(?:it|that|this|the trip|the stay)\\s+)?by\\s+';

/**
 * Takes changes of the length out of a text, and marks every length that is left: whether it is that of the trip or of a
 * stay shows when the places are read.
 */
export function takeDuration(text: WorkingText, { isFirst }: { readonly isFirst: boolean }): DurationReading {
  rewordRanges(text);
  const shift = takeShift(text);
  const change = takeChange(text);
  markLengths(text, isFirst);
  return { ...shift, ...(change !== undefined && { change }) };
}

/** Somewhere that is named. */
const SOMEWHERE = "(?:the )?\\p{Lu}[\\p{L}'’-]*(?: \\p{Lu}[\\p{L}'’-]*)*";

/** A number that may begin a sentence. */
const COUNT = `${NUMBER}|One|Two|Three|Four|Five|Six|Seven|Eight|Nine|Ten`;

/** "Five nights of doing nothing on Zanzibar", "one full day off in Linz", "one night we want to sleep in Dilijan". */
export function rewordStays(text: WorkingText): void {
  text.reword(
    new RegExp(
      `\\b((?:${COUNT}) (?:nights?|days?)) (?:of|for|to|just|only|doing) ((?:(?!and\\b)[\\p{Ll}-]+ ){1,5}?)(?:in|on|at) (${SOMEWHERE})`,
      'gu',
    ),
    '$1 in $3, $2',
  );
  text.reword(
    new RegExp(
      `\\b(?:[Aa]n?|[Oo]ne) (?:full |whole |complete )?(?:rest day|day off|free day|day of rest|day (?:without|not|no) (?:riding|cycling|walking|driving|hiking)) (?:in|at) (?=${SOMEWHERE})`,
      'gu',
    ),
    'one rest day, at least 2 nights in ',
  );
  text.reword(
    new RegExp(
      `\\b((?:${COUNT}) (?:nights?|days?)),? (?:(?:we|i)(?:'d| would)? (?:want|like|need|plan|hope|love)(?: to)? )?(?:sleep|stay|spend|be)(?:ing)? (?:over )?(?:in|on|at) (?=${SOMEWHERE})`,
      'gu',
    ),
    '$1 in ',
  );
}

/** "5 or 6 days" is read as the longer one, with a remark. */
function rewordRanges(text: WorkingText): void {
  const range = new RegExp(
    `\\b(?:${NUMBER})(?:\\s*-\\s*|\\s+(?:or|to)\\s+)(${NUMBER})\\s+(${UNIT})s?\\b`,
    'gi',
  );
  text.reword(range, (phrase, most = '', unit = '') => {
    const length = `${most} ${numberOf(most) === 1 ? unit : `${unit}s`}`;
    text.assumed.push(`"${phrase}" was read as ${length}.`);
    return length;
  });
  text.reword(/\b(\d{2,3})\s*(?:hours|hrs|h)\b(?!\s+(?:of|a|per|each)\b)/gi, (_, hours = '') => {
    const days = Math.ceil(Number(hours) / 24);
    return `${days} ${days === 1 ? 'day' : 'days'}`;
  });
  // "2 nights min everywhere"
  text.reword(
    new RegExp(
      `\\b((?:${NUMBER})\\s+(?:day|night|week)s?)\\s+(min(?:imum)?|max(?:imum)?|tops|at least|at most)\\b\\.?`,
      'gi',
    ),
    (_, length = '', bound = '') => `${/^(?:min|at least)/i.test(bound) ? 'at least' : 'at most'} ${length}`,
  );
  // How often something is says nothing about how long.
  text.reword(
    /\b(?:once|twice|(?:two|three|several|a few) times) (?:a|per|every) (?:day|week|month)\b/gi,
    '|',
  );
  // "3 nights in Rome, 2 in Florence"
  const unit = text.has(/\bnights?\b/i) && !text.has(/\bdays?\b/i) ? 'nights' : 'days';
  text.reword(
    /(?<=(?:,|\band|\bthen|;|\bby|\bwith|\bplus|\bbut|:|\.)\s*)\b(\d{1,2}|one|two|three|four|five|six) (?=(?:in|at) (?:the )?\p{Lu})/gu,
    `$1 ${unit} `,
  );
  // "7 nights: 2 Kochi, 2 Munnar, 1 houseboat Alleppey"
  if ((text.text.match(BARE_COUNT)?.length ?? 0) > 1 && text.has(/\b(?:nights?|days?)\b/i))
    text.reword(BARE_COUNT, `$1 ${unit} `);
  // "3 days: Turin. 2 days: Genoa."
  if (text.text.match(HEADED)?.length !== 1) text.reword(HEADED, '$1 in ');
  // "Day 1-3 Hanoi, day 4-5 Hoi An"
  text.reword(
    /\bdays? (\d{1,3})\s*(?:-|to|until|till)\s*(?:day )?(\d{1,3})\s*[:,-]?(?= )/gi,
    (phrase, from = '', to = '') => {
      const days = Number(to) - Number(from) + 1;
      return days >= 1 && text.has(/\bdays? \d{1,3}\s*(?:-|to)\s*\d{1,3}\b[\s\S]*\bdays? \d{1,3}\b/i)
        ? `, ${days} days in`
        : phrase;
    },
  );
}

const BARE_COUNT = /(?<=[,:;] (?:and )?)(\d{1,2}) (?:houseboat )?(?=\p{Lu}\p{L})/gu;
const HEADED = new RegExp(`\\b((?:${NUMBER})\\s+(?:day|night)s?)\\s*:\\s*(?=\\p{Lu})`, 'giu');

/** "leave a day later", "postpone it by a week", "one month later". */
function takeShift(text: WorkingText): Pick<DurationReading, 'shift' | 'shiftMonths'> {
  let reading: Pick<DurationReading, 'shift' | 'shiftMonths'> = {};
  const by = (n: string | undefined, unit: string | undefined, sign: 1 | -1) => {
    reading = /^month/i.test(unit ?? '')
      ? { shiftMonths: sign * numberOf(n ?? '1') }
      : { shift: sign * daysOf(n, unit) };
  };
  const moved = new RegExp(
    `\\b(?:(?:leav|start|depart|go|begin|mov|set off|shift)\\w*\\s+(?:it\\s+|everything\\s+|the (?:trip|start)\\s+)?(?:by\\s+)?)?(?<n>${NUMBER})\\s+(?<unit>day|week|month)s?\\s+(?<when>later|earlier|sooner)\\b`,
    'i',
  );
  text.take(moved, ({ groups = {} }) => {
    by(groups.n, groups.unit, /^later$/i.test(groups.when ?? '') ? 1 : -1);
  });
  const postponed = new RegExp(
    `\\b(?:postpone|delay|push|move|shift)\\s+(?:(?:it|this|everything|the (?:trip|start|whole thing))\\s+)?(?:(?<back>back)\\s+(?:by\\s+)?|by\\s+)(?<n>${NUMBER})\\s+(?<unit>day|week|month)s?\\b`,
    'i',
  );
  text.take(postponed, ({ groups = {} }) => {
    by(groups.n, groups.unit, 1);
  });
  text.take(
    /\b(?:bring|pull)\s+(?:(?:it|this|everything|the (?:trip|start))\s+)?forward\s+(?:by\s+)?(?<n>\w+)\s+(?<unit>day|week|month)s?\b/i,
    ({ groups = {} }) => {
      by(groups.n, groups.unit, -1);
    },
  );
  text.take(
    /\b(?:the |a )?week(?:end)? (?<when>after|later|before|earlier)(?: that| would be better| instead| please)*\b(?! \p{Lu})/iu,
    ({ groups = {} }) => {
      reading = { shift: /^(?:after|later)$/i.test(groups.when ?? '') ? 7 : -7 };
    },
  );
  return reading;
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
    `(?:(?:add|take|plus|stay)\\s+)?${counted('')}(?:more|extra|additional|further)\\s+${unit('')}|` +
      `${counted('2')}${unit('2')}\\s+(?:longer|more|extra)|` +
      `(?:add|plus|(?:extend|lengthen|prolong)\\s+${BY})(?:another\\s+)?\\s*${counted('3')}${unit('3')}(?!\\s+(?:at|of|with)\\b)`,
    1,
  );
  take('another\\s+(?<unit>day|week)', 1);
  take('(?:drop|remove|cut|skip|delete|cancel)\\s+the\\s+(?:last|first|final)\\s+(?<unit>day|night)', -1);
  take(
    `${counted('')}${unit('')}\\s+(?:shorter|less|fewer)|` +
      `(?:cut|remove|drop|minus|less|(?:cut|shorten|reduce)\\s+${BY})\\s*${counted('2')}${unit('2')}|` +
      `${counted('3')}(?:fewer|less)\\s+${unit('3')}`,
    -1,
  );
  return change;
}

/** Words that only the length of the whole trip stands behind. */
const OF_TRIP =
  '(?:make (?:it|that|the (?:whole |entire )?(?:trip|thing|tour|holiday))(?: last)?|i meant|over|within|in|in about|in only|lasting|spanning(?: over)?|(?:for )?a (?:total|duration|period) of|total of|it should (?:be|last|take)|(?:change|shorten|extend|cut|reduce) (?:it |the trip )?(?:down )?to|altogether|in total|the whole trip)';
const NAMED_TRIP =
  '(?:(?=(?<trip>[\\s-]+(?:long\\s+)?(?:road[\\s-]?)?(?:trip|tour|loop|holiday|vacation|itinerary|journey|getaway|break|travel plan|adventure|hike|trek|cruise|stay|visit|escape|drive)\\b))|(?<all>\\s+(?:in total|altogether|in all)))';
/** A rate follows its quantity: "$150 a day", "one museum a day". */
const NO_RATE_AFTER =
  /(?:^|[\s,.;:|!?(-])(?:for|in|over|of|is|spend|spending|have|got|take|just|only|about|around|add|stay|staying|maybe|it|that|be|and|with|after|want|need|plan|then|also|us|me|at least|at most|another|within|make|like|to|give|first|last|next|plus|include|from|or|by|off|spent|trip|getting|nearly|almost|roughly|exactly|insert|please|pls)\s*$/i;
/** "Zanzibar a week" is a length too. */
const NAME_BEFORE = /\p{Lu}[\p{L}'’.]*\s*$/u;

/** Marks every length with a token that says how long and whether it can only be that of the trip. */
function markLengths(text: WorkingText, isFirst: boolean): void {
  const mark = (length: LengthMention) => ` ${text.mark(length)} `;
  text.reword(
    /(?<!\b(?:\d+|two|three|four|five|six|seven|eight|nine|ten)[\s-])\b(?:a |as a |for a )?day[\s-]trip\b(?! (?:on|from there|to))/gi,
    (words) => mark({ days: 1, isTotal: true, words }),
  );
  text.reword(/\b(?:a |one )?(?:weekend|short) (?:trip|break|getaway)\b/gi, (words) =>
    /short/i.test(words) ? words : mark({ days: 2, isTotal: true, isVague: true, words }),
  );
  text.reword(/\b(?:a |for a |over a |over the |the |this |next )?long weekend\b/gi, (words) =>
    mark({ days: 3, isTotal: true, isVague: true, words }),
  );
  text.reword(/\b(?:a |the )?(three|four|five|[345])[\s-]day weekend\b/gi, (words, n = '') =>
    mark({ days: numberOf(n), isTotal: true, isVague: true, words }),
  );
  text.reword(
    new RegExp(`\\b(${NUMBER})\\s+weeks?\\s+and\\s+(${NUMBER})\\s+days?\\b`, 'gi'),
    (words, weeks = '1', days = '0') =>
      mark({ days: numberOf(weeks) * 7 + numberOf(days), isTotal: false, words }),
  );
  const plain = new RegExp(
    `(?<!(?:^|\\s)-|\\bhalf\\s|\\bday\\s)\\b(?<lead>${OF_TRIP}\\s+)?(?<bound>(?:at least|at most|no more than|not more than|max(?:imum)?|more than|up to|minimum|about|around|just|only|for|full)\\s+)*(?<![\\d.,-])\\b(?<n>${NUMBER})[\\s-]+(?:(?:full|whole|nice|good|long|short)[\\s-]+)?(?<unit>${UNIT})s?\\b(?:[\\s-]+long\\b)?(?!\\s+(?:more|less|fewer|longer|shorter|extra|later|earlier)\\b)(?:${NAMED_TRIP}|)(?!\\s+off\\s+every)`,
    'giu',
  );
  text.reword(plain, (words, ...rest) => {
    const [lead, bound = '', n = '', unit = '', trip, all, offset = '', whole = ''] = rest;
    const before = String(whole).slice(0, Number(offset));
    if (isRate(before, lead, bound, n, unit) || isDate(before, lead) || isChange(before, isFirst))
      return words;
    // "a day trip to Pompeii" says nothing about the whole.
    const isBeside = /^an?$/i.test(n) || (/^one$/i.test(n) && LENGTHS.test(String(whole)));
    if (isBeside && /^day$/i.test(unit) && /^[\s-]+trip/i.test(trip ?? '')) return words;
    const days = daysOf(n, unit);
    if (!(days >= 1 && days <= MAX_DAYS)) return words;
    return mark({
      days,
      isTotal: (lead ?? trip ?? all) !== undefined,
      words: words.trim(),
      ...(/^night$/i.test(unit) && { isNights: true }),
      ...(/\bfor\b/i.test(bound) && { isFor: true }),
      ...(/at least|minimum/i.test(bound) && { bound: 'least' as const }),
      ...(/at most|no more|not more|max|up to/i.test(bound) && { bound: 'most' as const }),
      ...(/more than/i.test(bound) && !/no|not/i.test(bound) && { isMoreThan: true }),
    });
  });
}

/** More than a day, somewhere in a text. */
const LENGTHS =
  /\d\s?(?:days|nights|weeks?)\b|\b(?:two|three|four|five|six|seven|ten) (?:days|nights|weeks)\b|\ba week\b/i;

/** "add two days in Kyoto" makes a stay longer. */
function isChange(before: string, isFirst: boolean): boolean {
  if (/\bevery\s+$/i.test(before)) return true;
  if (isFirst) return before.endsWith(LENGTH_TOKEN);
  return before.endsWith(LENGTH_TOKEN) || /\b(?:add|another|cut|remove|drop|half(?: a)?)\s+$/i.test(before);
}

function isRate(before: string, lead: string | undefined, bound: string, n: string, unit: string): boolean {
  if (!/^(?:day|night)$/i.test(unit)) return bound === '' && /[\d$€£]\s*$/.test(before) && /^an?$/i.test(n);
  if (!/^(?:an?)$/i.test(n) || lead !== undefined || bound !== '') return false;
  return /[\p{L}\p{N}$€£)]\s*$/u.test(before) && !NO_RATE_AFTER.test(before) && !NAME_BEFORE.test(before);
}

function daysOf(count = '1', unit = 'day'): number {
  return numberOf(count) * (DAYS_A_UNIT[unit.toLowerCase()] ?? 1);
}

/** "leaving in 2 weeks" says when, not how long. */
function isDate(before: string, lead: string | undefined): boolean {
  return /^in\b/i.test(lead ?? '') && /\b(?:leav\w*|start\w*|depart\w*|begin\w*|set off)\s+$/i.test(before);
}
