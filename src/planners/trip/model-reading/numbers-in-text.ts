/** Words for numbers in English, German, French and Spanish, without accents. */
const WORDS: ReadonlyMap<string, readonly number[]> = new Map(
  Object.entries({
    half: [0.5],
    halb: [0.5],
    a: [1],
    an: [1],
    one: [1],
    single: [1],
    ein: [1],
    eine: [1],
    einen: [1],
    einer: [1],
    eins: [1],
    un: [1],
    une: [1],
    uno: [1],
    una: [1],
    first: [1],
    other: [2],
    another: [1],
    two: [2],
    zwei: [2],
    deux: [2],
    dos: [2],
    couple: [2],
    pair: [2],
    paar: [2, 3],
    both: [2],
    second: [2],
    twice: [2],
    three: [3],
    drei: [3],
    trois: [3],
    tres: [3],
    few: [3],
    third: [3],
    four: [4],
    vier: [4],
    quatre: [4],
    cuatro: [4],
    fourth: [4],
    vierten: [4],
    five: [5],
    funf: [5],
    cinq: [5],
    cinco: [5],
    fifth: [5],
    six: [6],
    sechs: [6],
    seis: [6],
    seven: [7],
    sieben: [7],
    sept: [7],
    siete: [7],
    eight: [8],
    acht: [8],
    huit: [8],
    ocho: [8],
    nine: [9],
    neun: [9],
    neuf: [9],
    nueve: [9],
    ten: [10],
    zehn: [10],
    dix: [10],
    diez: [10],
    eleven: [11],
    elf: [11],
    onze: [11],
    once: [11],
    twelve: [12],
    zwolf: [12],
    douze: [12],
    doce: [12],
    dozen: [12],
    thirteen: [13],
    fourteen: [14],
    vierzehn: [14],
    quatorze: [14],
    catorce: [14],
    fortnight: [14],
    fifteen: [15],
    quinze: [14, 15],
    quince: [15],
    sixteen: [16],
    seventeen: [17],
    eighteen: [18],
    nineteen: [19],
    twenty: [20],
    zwanzig: [20],
    vingt: [20],
    veinte: [20],
    thirty: [30],
    dreissig: [30],
    trente: [30],
    treinta: [30],
    forty: [40],
    fifty: [50],
    sixty: [60],
    hundred: [100],
    thousand: [1000],
    grand: [1000],
    weekend: [2, 3],
    wochenende: [2, 3],
    semaine: [7],
    semana: [7],
    week: [7],
    wk: [7],
    woche: [7],
    month: [28, 30, 31],
    monat: [28, 30, 31],
    mois: [28, 30, 31],
    mes: [28, 30, 31],
  }),
);

const KM_A_MILE = 1.609;
const MOST_PAIRED = 12;

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
export function impliedNumbers(said: ReadonlySet<number>): ReadonlySet<number> {
  const all = new Set(said);
  const base = [...said].slice(0, MOST_PAIRED * 2);
  for (const value of base) {
    for (const each of [value * 7, value * 30, value / 60, value * KM_A_MILE]) all.add(Math.round(each));
    all.add(value / 60);
    all.add(value * 0.5);
  }
  const small = base.filter((value) => value <= 31).slice(0, MOST_PAIRED);
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
