/** Words for numbers in English, German, French and Spanish, without accents, and what they may stand for. */
const NUMBER_WORDS: readonly (readonly [words: string, ...numbers: number[]])[] = [
  ['half halb', 0.5],
  ['a an one single ein eine einen einer eins un une uno una first another', 1],
  ['other two zwei deux dos couple pair both second twice', 2],
  ['paar weekend wochenende', 2, 3],
  ['three drei trois tres few third', 3],
  ['four vier quatre cuatro fourth vierten', 4],
  ['five funf cinq cinco fifth', 5],
  ['six sechs seis', 6],
  ['seven sieben sept siete semaine semana week wk woche', 7],
  ['eight acht huit ocho', 8],
  ['nine neun neuf nueve', 9],
  ['ten zehn dix diez', 10],
  ['eleven elf onze once', 11],
  ['twelve zwolf douze doce dozen', 12],
  ['thirteen', 13],
  ['fourteen vierzehn quatorze catorce fortnight', 14],
  ['quinze', 14, 15],
  ['fifteen quince', 15],
  ['sixteen', 16],
  ['seventeen', 17],
  ['eighteen', 18],
  ['nineteen', 19],
  ['twenty zwanzig vingt veinte', 20],
  ['month monat mois mes', 28, 30, 31],
  ['thirty dreissig trente treinta', 30],
  ['forty', 40],
  ['fifty', 50],
  ['sixty', 60],
  ['hundred', 100],
  ['thousand grand', 1000],
];

const WORDS: ReadonlyMap<string, readonly number[]> = new Map(
  NUMBER_WORDS.flatMap(([words, ...numbers]) => words.split(' ').map((word) => [word, numbers] as const)),
);

const KM_A_MILE = 1.609;
const MAX_PAIRED = 12;

/** The numbers in a text, as digits or words. */
export function numbersInText(text: string): ReadonlySet<number> {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const found = new Set<number>();
  for (const [, digits = '', thousand] of plain.matchAll(/(\d[\d.,’' ]*\d|\d)(\s?k\b)?/g)) {
    for (const value of readingsOf(digits)) {
      found.add(value);
      if (thousand !== undefined) found.add(value * 1000);
    }
  }
  for (const word of plain.split(/[^\p{L}]+/u)) {
    for (const value of WORDS.get(word) ?? WORDS.get(word.replace(/(?:s|n|en)$/, '')) ?? []) found.add(value);
  }
  return found;
}

/** "1.500" is 1500 or 1.5; "5 7" are two numbers. */
function readingsOf(digits: string): number[] {
  const joined = Number(digits.replaceAll(/[^\d]/g, ''));
  const decimal = Number(digits.replaceAll(/[^\d.,]/g, '').replace(',', '.'));
  const parts = digits.split(/[^\d]+/).map(Number);
  return [joined, decimal, ...parts].filter(Number.isFinite);
}

/**
 * The numbers, and those that follow from them: weeks as days, nights and days, lengths between two days of a month,
 * sums.
 */
export function impliedNumbers(numbers: ReadonlySet<number>): ReadonlySet<number> {
  const all = new Set(numbers);
  const base = [...numbers].slice(0, MAX_PAIRED * 2);
  for (const value of base) {
    for (const each of [value * 7, value * 30, value / 60, value * KM_A_MILE]) all.add(Math.round(each));
    all.add(value / 60);
    all.add(value * 0.5);
  }
  const small = base.filter((value) => value <= 31).slice(0, MAX_PAIRED);
  for (const one of small) {
    for (const other of small) {
      all.add(Math.abs(one - other));
      all.add(one + other);
      all.add(one * other);
    }
  }
  for (const value of [...all]) {
    all.add(value + 1);
    if (value > 1) all.add(value - 1);
  }
  return all;
}
