/** A number in a text, and its position. */
export interface WrittenNumber {
  readonly value: number;
  readonly at: number;
  readonly end: number;
}

const ONES = [
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];
const TEENS = ['thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen'];
const TENS = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const EINS = [
  'ein',
  'zwei',
  'drei',
  'vier',
  'fünf',
  'sechs',
  'sieben',
  'acht',
  'neun',
  'zehn',
  'elf',
  'zwölf',
];
const ZIG = ['zwanzig', 'dreißig', 'vierzig', 'fünfzig', 'sechzig', 'siebzig', 'achtzig', 'neunzig'];

const VALUES: ReadonlyMap<string, number> = new Map([
  ...[...ONES, ...TEENS].map((word, i) => [word, i + 1] as const),
  ...TENS.map((word, i) => [word, (i + 2) * 10] as const),
  ...EINS.map((word, i) => [word, i + 1] as const),
  ...ZIG.map((word, i) => [word, (i + 2) * 10] as const),
]);

const FACTORS: ReadonlyMap<string, number> = new Map([
  ['hundred', 100],
  ['hundert', 100],
  ['k', 1e3],
  ['grand', 1e3],
  ['thousand', 1e3],
  ['tausend', 1e3],
  ['tsd', 1e3],
  ['l', 1e5],
  ['lac', 1e5],
  ['lakh', 1e5],
  ['lakhs', 1e5],
  ['m', 1e6],
  ['mio', 1e6],
  ['million', 1e6],
  ['millionen', 1e6],
  ['cr', 1e7],
  ['crore', 1e7],
]);

/** The longest first, so that "vierzig" is not read as "vier". */
const longestFirst = (words: Iterable<string>) =>
  [...words].toSorted((a, b) => b.length - a.length).join('|');

const WORD = `(?:${longestFirst([...VALUES.keys(), 'hundred', 'thousand', 'hundert', 'tausend'])})`;
const WORDS = `${WORD}(?:(?:und|[- ](?:and )?)?${WORD})*`;
const DIGITS = String.raw`0[.,]\d+|\d{1,3}(?:[,.'’\u00a0\u202f ]\d{3})+(?!\d)(?:[.,]\d{1,2}(?!\d))?|\d+(?:[.,]\d{1,2}(?!\d))?`;
const NUMBER = new RegExp(
  String.raw`(?<![\p{L}\d.,])(?:(?<digits>${DIGITS})|(?<words>${WORDS}))(?<half> and a half|einhalb| ½|½)?(?:[ \u00a0]?(?<factor>${longestFirst(FACTORS.keys())}))?(?![\p{L}\d])`,
  'giu',
);

/** The numbers in a text, in English or German, in digits or words: `12,500`, `8.2k`, `twelve and a half grand`. */
export function numbersIn(text: string): readonly WrittenNumber[] {
  return [...text.matchAll(NUMBER)].map((match) => {
    const { digits, words = '', half, factor = '' } = match.groups ?? {};
    const plain = digits === undefined ? wordsValue(words) : digitsValue(digits);
    const times = FACTORS.get(factor.toLowerCase()) ?? 1;
    return {
      value: Math.round((plain + (half === undefined ? 0 : 0.5)) * times * 1e6) / 1e6,
      at: match.index,
      end: match.index + match[0].length,
    };
  });
}

function wordsValue(words: string): number {
  let sum = 0;
  let group = 0;
  for (const [word] of words.toLowerCase().matchAll(new RegExp(WORD, 'giu'))) {
    const factor = FACTORS.get(word);
    if (factor === undefined) group += VALUES.get(word) ?? 0;
    else if (factor === 100) group = Math.max(1, group) * factor;
    else {
      sum += Math.max(1, group) * factor;
      group = 0;
    }
  }
  return sum + group;
}

/**
 * Separators between groups of three digits are ignored; a comma or point before one or two digits is a decimal
 * separator.
 */
function digitsValue(digits: string): number {
  if (/^0[.,]\d/.test(digits)) return Number(digits.replace(',', '.'));
  const [, whole = digits, part = '0'] = /^(.*)[.,](\d{1,2})$/.exec(digits) ?? [];
  return Number(`${whole.replace(/\D/g, '')}.${part}`);
}
