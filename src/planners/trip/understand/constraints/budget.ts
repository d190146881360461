import type { TripConstraints } from '../../requirements/constraints.ts';
import type { WorkingText } from '../text/working-text.ts';

/** The budget, as read from a text. */
export type BudgetReading = NonNullable<TripConstraints['budget']>;

const CURRENCIES: Readonly<Record<string, string>> = {
  $: 'USD',
  us$: 'USD',
  '€': 'EUR',
  '£': 'GBP',
  '¥': 'JPY',
  '₹': 'INR',
  dollar: 'USD',
  buck: 'USD',
  euro: 'EUR',
  pound: 'GBP',
  quid: 'GBP',
  yen: 'JPY',
  rupee: 'INR',
  franc: 'CHF',
  baht: 'THB',
  krone: 'NOK',
  kroner: 'NOK',
  krona: 'SEK',
  kronor: 'SEK',
  real: 'BRL',
  rand: 'ZAR',
  shekel: 'ILS',
  zloty: 'PLN',
  forint: 'HUF',
  ringgit: 'MYR',
  lari: 'GEL',
  tenge: 'KZT',
  lira: 'TRY',
  rupiah: 'IDR',
};
const CODES =
  'usd|eur|gbp|chf|cad|aud|nzd|jpy|cny|rmb|inr|sek|nok|dkk|pln|czk|huf|thb|sgd|hkd|mxn|brl|ars|clp|cop|pen|zar|aed|omr|try|ils|krw|idr|myr|vnd|php|isk|mad|egp|kes|tzs|rub|ron|bgn|qar|sar|jod|kwd|bhd|lbp|gel|amd|azn|kzt|uzs|mnt|npr|lkr|bdt|mvr|twd|pkr|mmk|khr|xof|xaf|xpf|ugx|rwf|etb|ghs|ngn|tnd|dzd|zmw|bwp|mur|scr|crc|gtq|hnl|nio|pab|dop|jmd|ttd|bbd|uyu|pyg|rsd|mkd|uah|byn|mdl|fjd|btn|brl';
const WORDS = `(?:${CODES}|(?:us |canadian |australian |swiss )?(?:dollars?|euros?|francs?)|bucks?|pounds?|quid|yen|rupees?|baht|krone[rn]?|krono?r|rand|shekels?|zlotys?|forints?|ringgit|lari|tenge|lira|rupiah)\\b`;
const SIGNS = 'us\\$|[$€£¥₹]';

const AMOUNT =
  "(?<![\\d-])(?<amount>\\d{1,3}(?:[,.' ]\\d{3})+(?:[.,]\\d{1,2})?|\\d+(?:[.,]\\d{1,2})?)(?!\\d)\\s?(?<k>k\\b)?";
const LEAD =
  '(?:(?:with |on |have |has |had |got |our |my |a |an |the |total |overall |hostel |hotel |daily |nightly |maximum )*budget(?: is| has to go down to| should be| of| around| about| under| up to| for|:)*|(?:not |no )?(?:more|less) than|under|below|at most|max(?:imum)?\\.?|up to|cap(?:ped)? (?:it )?at|around|about|roughly|approximately|spend(?:ing)?(?: at most| up to| about| around)?|for|costing|worth)';
const RATE = '(?:a|an|per|each|every|\\/|the)';
const PERSON =
  '(?:each|apiece|pp(?:\\b|(?=p?n\\b))|p\\.p\\.|(?:a|per|\\/)\\s?(?:person|head|adult|traveller|traveler|pax)|for each of us)';
const NIGHT = `(?:${RATE}\\s?(?:nights?|room|nacht|noche|nuit)|nightly|p\\.?p?\\.?n\\b)`;
const DAY = `(?:${RATE}\\s?(?:days?|tag|jour|día)|daily)`;
const TOTAL =
  '(?:in total|total|altogether|overall|all in|for (?:the |our )?(?:whole |entire )?trip|budget|for everything)';
const PERIOD = `(?:[\\s,]*(?:(?<person>${PERSON})|(?<night>${NIGHT})|(?<day>${DAY})|(?<total>${TOTAL})))`;

/** Amounts of money, the plainest way of writing first. */
const BUDGETS = [
  `(?:\\b${LEAD}\\s*)?(?<sign>${SIGNS})\\s?${AMOUNT}(?:\\s?(?<code>${CODES})\\b)?`,
  `(?:\\b${LEAD}\\s*)?(?:\\b(?<sign>${CODES})\\s)${AMOUNT}`,
  `(?:\\b${LEAD}\\s*)?\\b${AMOUNT}\\s*(?:total |in total )?(?<sign>${SIGNS}|${WORDS})`,
  `\\b(?:with |on |have |our |my |a |the )*budget(?: is| of| around| about|:)*\\s*${AMOUNT}`,
  `\\b(?:spend(?:ing)?|afford|pay)(?: at most| up to| about| around| max)* ${AMOUNT}(?=[\\s,]*(?:${PERSON}|${NIGHT}|${DAY}|${TOTAL}))`,
  `\\b(?:we |i )?have ${AMOUNT} to spend`,
  `\\b(?:about|around|max|under|up to|roughly) (?=\\d{3})${AMOUNT}(?=[\\s,]*(?:${PERSON}))`,
].map((pattern) => new RegExp(`${pattern}(?<periods>(?:${PERIOD.replaceAll(/\?<\w+>/g, '?:')}){0,3})`, 'i'));

/** Takes an amount of money and its purpose out of a text. The last one counts. */
export function takeBudget(text: WorkingText): BudgetReading | undefined {
  let budget: BudgetReading | undefined;
  rewordFigures(text);
  for (const pattern of BUDGETS) {
    text.take(pattern, ({ groups = {}, index, input, 0: matched }) => {
      const amount = amountOf(groups.amount ?? '') * (groups.k ? 1000 : 1);
      if (!(amount > 0)) return false;
      const currency = currencyOf(groups.code ?? groups.sign ?? '');
      // The price of a hotel is in the same clause.
      const before = /[^,.;|!?]{0,30}$/.exec(input.slice(0, index))?.[0] ?? '';
      const per = periodOf(groups.periods ?? '', `${before}${matched}`);
      budget = { amount, ...(currency !== undefined && { currency }), per };
      return true;
    });
  }
  return budget;
}

const SMALL = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** "five hundred euros", "1500-2000 euros". */
function rewordFigures(text: WorkingText): void {
  text.reword(
    new RegExp(`\\b(a|${SMALL.join('|')}|\\d{1,3}) (hundred|thousand|grand)\\b`, 'gi'),
    (_, count = '', unit = '') => {
      const times = /^\d/.test(count) ? Number(count) : Math.max(1, SMALL.indexOf(count.toLowerCase()) + 1);
      return String(times * (/^h/i.test(unit) ? 100 : 1000));
    },
  );
  const money = `(?:${SIGNS}|${WORDS})`;
  text.reword(
    new RegExp(
      `(?:(${SIGNS})\\s?)?(?<![\\d-])\\d+(?:[.,]\\d+)*k?\\s?(?:-|to)\\s?(?:${SIGNS})?(\\d+(?:[.,]\\d+)*k?)(?=\\s?${money})`,
      'gi',
    ),
    (phrase, sign = '', most = '') => {
      text.assumed.push(`"${phrase.trim()}" was read as up to ${most}.`);
      return `${typeof sign === 'string' ? sign : ''}${most}`;
    },
  );
}

function amountOf(written: string): number {
  const figure = written.replaceAll(/[\s']/g, '');
  // "1.500" and "1,500" are thousands, "1.5" and "1,50" are not.
  return Number(figure.replaceAll(/[,.](?=\d{3}(?:\D|$))/g, '').replace(',', '.'));
}

function currencyOf(sign: string): string | undefined {
  const key = sign.trim().toLowerCase();
  if (new RegExp(`^(?:${CODES})$`).test(key)) return key.toUpperCase();
  if (/^canadian/.test(key)) return 'CAD';
  if (/^australian/.test(key)) return 'AUD';
  const word = key.replace(/^(?:us|swiss) /, '');
  return CURRENCIES[word] ?? CURRENCIES[word.replace(/s$/, '')];
}

function periodOf(after: string, around: string): BudgetReading['per'] {
  const isFor = (pattern: string) => new RegExp(pattern, 'i').test(after);
  const isDay = isFor(DAY) || /\bdaily budget\b/i.test(around);
  const isNight =
    isFor(NIGHT) ||
    /\bnightly budget\b/i.test(around) ||
    (/\b(?:hotels?|hostels?|rooms?|lodging|accommodation)\b/i.test(around) && !isDay);
  if (isFor(PERSON)) return isNight ? 'person-night' : isDay ? 'person-day' : 'person';
  return isNight ? 'night' : isDay ? 'day' : 'trip';
}
