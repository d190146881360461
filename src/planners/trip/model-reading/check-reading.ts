import { nameKey } from '../places/gazetteer/name-key.ts';
import { impliedNumbers, numbersInText } from './numbers-in-text.ts';
import type { ReadChange, ReadPlace, SharedFields, TripReading } from './trip-reading.ts';

/** What a reading is checked against. */
export interface ReadingSource {
  /** The traveller's text. */
  readonly text: string;
  /** Names in the trip and in earlier requirements: these may be meant without being mentioned. */
  readonly known: readonly string[];
  /** Numbers in the trip and in earlier requirements, which a change may start from: "same nights", "500 more". */
  readonly numbers: readonly number[];
  /** How many options the planner offered last. */
  readonly options: number;
  readonly today: Date;
}

/** A part of a reading that the text does not support. */
export interface ReadingProblem {
  readonly field: string;
  /** The problem and how to fix it, as text for the model. */
  readonly reason: string;
}

/** The parts of a reading that the text does not support: invented names and numbers, and impossible dates. */
export function problemsOf(reading: TripReading, source: ReadingSource): ReadingProblem[] {
  const { text, known, today } = source;
  const isSaid = namesIn(text, known);
  const names = namedIn(reading).filter(([, name]) => !isSaid(name));
  return [
    ...names.map(([field, name]) => ({
      field,
      reason: `"${name}" is not in the text${known.length > 0 ? ' or the trip' : ''}. Write a place as the traveller wrote it, its usual name in knownAs, and no place that nobody named.`,
    })),
    ...numberProblems(reading, source),
    ...dateProblems(reading.read, text, today),
    ...kindProblems(reading, source),
  ];
}

/** Undoing and changing are different: a message that requests both is a change. */
function kindProblems(reading: TripReading, { options }: ReadingSource): ReadingProblem[] {
  if (reading.type !== 'edit') return [];
  const { kind, changes = [], choose = 1 } = reading.read;
  if (choose > Math.max(options, 1))
    return [{ field: 'choose', reason: `There are ${options} options. Write the change itself.` }];
  if (kind === 'change' || changes.length === 0) return [];
  const reason = `A message with changes has kind "change". Write down all of them, also what brings back what was changed last.`;
  return [{ field: 'kind', reason }];
}

function namedIn(reading: TripReading): (readonly [field: string, name: string])[] {
  const { read } = reading;
  const places: (readonly [string, ReadPlace | undefined])[] = [
    ['origin', read.origin],
    ['destination', read.destination],
    ...(reading.type === 'request' ? (reading.read.stops ?? []).map((stop) => ['stops', stop] as const) : []),
  ];
  const skipped = reading.type === 'request' ? (reading.read.skip ?? []) : [];
  const changed = reading.type === 'edit' ? (reading.read.changes ?? []).flatMap(namesOfChange) : [];
  const route = reading.type === 'edit' ? reading.read.route : undefined;
  return [
    ...places.flatMap(([field, place]) => (place ? [[field, place.name] as const] : [])),
    ...(read.region === undefined ? [] : [['region', read.region] as const]),
    ...(read.mustSee ?? []).map((name) => ['mustSee', name] as const),
    ...(route === undefined ? [] : [['route', route] as const]),
    ...skipped.map((name) => ['skip', name] as const),
    ...changed.map((name) => ['changes', name] as const),
  ];
}

function namesOfChange(change: ReadChange): string[] {
  switch (change.type) {
    case 'swap':
      return [...change.places];
    case 'replace':
      return [change.place, change.by];
    case 'remove-all':
      return [...change.except];
    case 'leg':
      return [change.from, change.to].filter((name) => name !== undefined);
    case 'activity':
      return [];
    case 'remove':
      return [change.place, change.to].filter((name) => name !== undefined);
    case 'add':
    case 'move':
      return [change.place, change.after, change.before].filter((name) => name !== undefined);
    case 'suggest':
      return [change.place, change.after, change.before].filter((name) => name !== undefined);
    case 'stay':
      return [change.place];
    case 'which':
    case 'unlock':
    case 'lock':
      return change.place === undefined ? [] : [change.place];
  }
}

/** The letters that identify a word; the rest is its ending. */
const STEM = 4;

/** Returns a function that checks whether a name occurs in the text or is known, ignoring endings and a typo. */
function namesIn(text: string, known: readonly string[]): (name: string) => boolean {
  const words = new Set(nameKey(text).split(' '));
  const all = ` ${nameKey(text)} `;
  const others = known.map((name) => ` ${nameKey(name)} `);
  const isWord = (word: string) =>
    words.has(word) ||
    word.length <= 2 ||
    [...words].some((each) => each.length >= STEM && word.length >= STEM && isNearly(each, word));
  return (name) => {
    const [bare = ''] = name.split(/[,(]/);
    const key = nameKey(bare);
    if (
      key === '' ||
      all.includes(key) ||
      others.some((other) => other.includes(` ${key} `) || ` ${key} `.includes(other))
    )
      return true;
    return key.split(' ').every(isWord);
  };
}

/** Whether two words are the same except for an ending or a typo. */
export function isNearly(a: string, b: string): boolean {
  if (a.startsWith(b) || b.startsWith(a)) return true;
  if (Math.abs(a.length - b.length) > 1) return false;
  let [i, j, errors] = [0, 0, 0];
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) {
      i++;
      j++;
      continue;
    }
    if (++errors > 1) return isSwapped(a, b);
    if (a.length > b.length) i++;
    else if (a.length < b.length) j++;
    else {
      i++;
      j++;
    }
  }
  return true;
}

function isSwapped(a: string, b: string): boolean {
  return a.length === b.length && [...a].toSorted().join('') === [...b].toSorted().join('');
}

function numberProblems(reading: TripReading, { text, numbers }: ReadingSource): ReadingProblem[] {
  const stated = numbersInText(text);
  const implied = new Set([...impliedNumbers(stated), ...changedNumbers(numbers, stated)]);
  const { read } = reading;
  const stops = reading.type === 'request' ? (reading.read.stops ?? []) : [];
  const places = [read.origin, ...stops, read.destination].flatMap((place) => place ?? []);
  const stays = places.flatMap(({ nights, days }) => nights ?? days ?? []);
  const total = stays.reduce((sum, each) => sum + each, 0);
  const isLength = (value: number) => implied.has(value) || Math.abs(value - total) <= 1 || hasDates(read);
  // "Less than three" are two.
  const isRate = (value: number) =>
    stated.has(value) || stated.has(value + 1) || changedNumbers(numbers, stated).includes(value);
  const changes = reading.type === 'edit' ? (reading.read.changes ?? []) : [];
  const changed = changes.flatMap((change) =>
    'stay' in change && change.stay
      ? [change.stay.nights, change.stay.days].filter((value) => value !== undefined)
      : [],
  );
  const checked: (readonly [field: string, value: number | undefined, isFine: (value: number) => boolean])[] =
    [
      ['days', read.days, isLength],
      ['nights', read.nights, isLength],
      ...[...stays, ...changed].map((value) => ['stays', value, isLength] as const),
      ['budget.amount', read.budget?.amount, (value) => implied.has(value) || isAmount(value, stated)],
      ['driving.hours', read.driving?.hours, (value) => implied.has(value)],
      ['driving.km', read.driving?.km, (value) => implied.has(Math.round(value))],
      ...(read.perDay ?? [])
        .flatMap(({ least, most }) => [least, most])
        .map((value) => ['perDay', value, isRate] as const),
      ['cities', read.cities, (value) => implied.has(value)],
      ['carUntilDay', read.carUntilDay, (value) => implied.has(value)],
      ...(read.party?.children ?? []).flatMap((age) =>
        age === null || age === 0
          ? []
          : [['party.children', age, (value: number) => implied.has(value)] as const],
      ),
    ];
  return checked.flatMap(([field, value, isFine]) =>
    value === undefined || isFine(value)
      ? []
      : [
          {
            field,
            reason: `The text does not say ${value}. Leave it out, or write the number that was said.`,
          },
        ],
  );
}

/** Numbers of the trip, unchanged, doubled, halved, or changed by a number in the text. */
function changedNumbers(numbers: readonly number[], stated: ReadonlySet<number>): readonly number[] {
  return numbers.flatMap((number) => [
    ...[number, number * 2, number / 2],
    ...[...stated].flatMap((change) => [number + change, number - change]),
  ]);
}

function hasDates({ startDate, endDate }: SharedFields): boolean {
  return startDate !== undefined && endDate !== undefined;
}

/** "2k", "two thousand", "1.500" and "80 each" are stated amounts. */
function isAmount(value: number, numbers: ReadonlySet<number>): boolean {
  return [1, 100, 1000].some((unit) => numbers.has(value / unit));
}

/** Words from which a date can follow although its day is not mentioned. */
const DATE_WORDS =
  /today|tonight|tomorrow|next|this|coming|following|after|before|later|earlier|first|last|end|begin|start|mid|week|month|easter|christmas|xmas|new year|thanksgiving|halloween|carnival|day|heute|morgen|nachst|kommend|ersten?|letzt|anfang|mitte|ende|ostern|weihnacht|pfingst|silvester|demain|prochain|premier|dernier|debut|noel|paques|fin|manana|proxim|primer|ultim|principio|navidad|semana|santa|mon|tue|wed|thu|fri|sat|sun|mittwoch|donnerstag|freitag|samstag|sonntag|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|miercoles|jueves|viernes|sabado|domingo/;

function dateProblems({ startDate, endDate }: SharedFields, text: string, today: Date): ReadingProblem[] {
  const numbers = impliedNumbers(numbersInText(text));
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const isDatable = DATE_WORDS.test(plain);
  const now = today.toISOString().slice(0, 10);
  const problems: ReadingProblem[] = [];
  for (const [field, date] of [
    ['startDate', startDate],
    ['endDate', endDate],
  ] as const) {
    if (date === undefined) continue;
    if (date < now)
      problems.push({ field, reason: `${date} lies before today, ${now}. Take the next such date.` });
    else if (!isDatable && !numbers.has(Number(date.slice(8))))
      problems.push({ field, reason: `The text does not say ${date}. Leave it out.` });
  }
  if (startDate !== undefined && endDate !== undefined && endDate < startDate)
    problems.push({
      field: 'endDate',
      reason:
        'It lies before startDate. Where the traveller wrote it so, leave both out and ask which dates are meant.',
    });
  return problems;
}
