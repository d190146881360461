/** Ways to say one field in a language; the rest of a sentence is put together from them. */
export interface Speech {
  readonly request: readonly ((speech: Spoken) => string)[];
  readonly budget: readonly ((amount: string) => string)[];
  readonly people: readonly ((people: number, word: string) => string)[];
  readonly word: (count: number) => string;
  readonly date: readonly ((date: Date) => string)[];
  readonly span: readonly ((from: string, to: string) => string)[];
  readonly room: Readonly<Record<string, readonly string[]>>;
  readonly rule: Readonly<Record<string, readonly string[]>>;
  readonly cuisines: readonly ((list: readonly string[]) => string)[];
  readonly avoid: Readonly<Record<'flight' | 'road', readonly string[]>>;
}

interface Spoken {
  readonly from: string;
  readonly to: string;
  readonly days: string;
  readonly when: string;
  readonly who: string;
}

/** Numbers as they are said in English. */
export const WORDS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);
const ordinal = (day: number) =>
  `${day}${['th', 'st', 'nd', 'rd'][day % 10 > 3 || Math.floor(day / 10) === 1 ? 0 : day % 10]}`;
const month = (date: Date) => MONTHS[date.getUTCMonth()] ?? '';
const listed = (names: readonly string[], and: string) =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} ${and} ${names.at(-1)}`;

export const ENGLISH: Speech = {
  request: [
    ({ from, to, days, when, who }) =>
      `Please help me plan a trip from ${from} to ${to} spanning ${days} ${when}. The travel should be planned for ${who}.`,
    ({ from, to, days, when, who }) =>
      `Could you create a ${days.replace(' days', '-day')} travel plan for ${who} from ${from} to ${to}, ${when}?`,
    ({ from, to, days, when, who }) =>
      `Can you design an itinerary for ${who} commencing in ${from} and heading to ${to} for ${days}, ${when}?`,
    ({ from, to, days, when, who }) =>
      `We need a travel plan for ${who}. We depart from ${from}, our destination is ${to}, we have ${days}, ${when}.`,
    ({ from, to, days, when, who }) => `${days} ${when}: ${from} to ${to}, ${who}.`,
    ({ from, to, days, when, who }) =>
      `Would you arrange a trip to ${to} starting from ${from}? It should last ${days}, ${when}, and is for ${who}.`,
    ({ from, to, days, when, who }) => `${who}, ${from} -> ${to}, ${when}, ${days}.`,
    ({ from, to, days, when, who }) =>
      `I'm looking for a ${days.replace(' days', '-day')} trip originating in ${from} and going to ${to} ${when}. It's for ${who}.`,
    ({ from, to, days, when, who }) =>
      `Help me with a trip for ${who}, leaving from ${from} for ${to} and lasting ${days}, ${when}.`,
    ({ from, to, days, when, who }) =>
      `Our trip begins in ${from} and takes us to ${to}. We travel ${when}, that is ${days}, and we are ${who}.`,
    ({ from, to, days, when, who }) =>
      `Trip request. From: ${from}. To: ${to}. Dates: ${when.replace(/^(?:from|between) /, '')}. Duration: ${days}. Who: ${who}.`,
    ({ from, to, days, when, who }) => `${from} to ${to}\n${when}\n${days}\n${who}\n`,
    ({ from, to, days, when, who }) =>
      `Hi there! ${who[0]?.toUpperCase()}${who.slice(1)} would like to go from ${from} to ${to} for ${days}, ${when}. Thanks!`,
  ],
  budget: [
    (amount) => `We've set aside ${amount} for the trip.`,
    (amount) => `It should cost no more than ${amount} altogether.`,
    (amount) => `Our spending is capped at ${amount}.`,
    (amount) => `The budget is ${amount}.`,
    (amount) => `We have a budget of ${amount}.`,
    (amount) => `Our total budget is set at ${amount}.`,
    (amount) => `Keep it under ${amount} in total.`,
    (amount) => `We can spend up to ${amount}.`,
    (amount) => `Budget: ${amount}.`,
  ],
  word: (count) => WORDS[count] ?? String(count),
  people: [
    (people) => (people === 1 ? 'a single person' : `${people} people`),
    (people, word) => (people === 1 ? 'one person' : `a group of ${word}`),
    (people) =>
      people === 1 ? 'a solo traveler' : people === 2 ? 'a pair of travelers' : `${people} travelers`,
    (people, word) => (people === 1 ? 'just me' : people === 3 ? 'a family of three' : `${word} adults`),
    (people) => (people === 1 ? 'an individual' : people === 2 ? 'two individuals' : `${people} of us`),
    (people) => (people === 1 ? '1 adult' : people === 2 ? 'a couple' : `a party of ${people}`),
  ],
  date: [
    (date) => `${month(date)} ${ordinal(date.getUTCDate())}, ${date.getUTCFullYear()}`,
    (date) => `${month(date)} ${date.getUTCDate()}`,
    (date) => `${ordinal(date.getUTCDate())} of ${month(date)}`,
    (date) => `${date.getUTCDate()} ${month(date).slice(0, 3)} ${date.getUTCFullYear()}`,
    (date) => date.toISOString().slice(0, 10),
  ],
  span: [
    (from, to) => `from ${from} to ${to}`,
    (from, to) => `between ${from} and ${to}`,
    (from, to) => `from ${from} until ${to}`,
    (from, to) => `${from} through ${to}`,
    (from, to) => `starting on ${from} and ending on ${to}`,
    (from, to) => `${from} - ${to}`,
  ],
  room: {
    'entire room': [
      'We require entire rooms.',
      'We want the entire place to ourselves.',
      'Room type: entire room.',
      'Our accommodations should be entire rooms.',
      'We would like an entire room.',
    ],
    'private room': [
      'We prefer private rooms.',
      'A private room would be best.',
      'Accommodation must be a private room.',
    ],
    'shared room': [
      'Shared rooms are fine.',
      'We would be happy with a shared room.',
      'We want shared rooms.',
    ],
    'not shared room': [
      'We do not want shared rooms.',
      'Our rooms should not be shared.',
      'No shared rooms, please.',
    ],
  },
  rule: {
    smoking: [
      'We want to smoke in the room.',
      'The place must allow smoking.',
      'We need accommodation that permits smoking.',
      'Smoking should be allowed.',
    ],
    pets: [
      'Our accommodation has to be pet-friendly.',
      'It needs to allow pets.',
      'We need a place where we can bring pets.',
      'Pets must be welcome.',
    ],
    'children under 10': [
      'Children under 10 must be allowed.',
      'We need places that accept children under 10.',
    ],
    parties: [
      'We want to be able to host parties.',
      'The accommodation should allow parties.',
      'Parties must be allowed.',
    ],
    visitors: ['Visitors must be allowed.', 'We need rooms that allow visitors.'],
  },
  cuisines: [
    (list) => `Food: ${listed(list, 'or')}.`,
    (list) => `We are keen on ${listed(list, 'and')} restaurants.`,
    (list) => `We like ${listed(list, 'and')} food.`,
    (list) => `Our preferred cuisines are ${listed(list, 'and')}.`,
    (list) => `We would love to try ${listed(list, 'and')} cuisine.`,
    (list) => `We have a preference for ${listed(list, 'and')} cuisines.`,
  ],
  avoid: {
    flight: [
      'We do not want to fly.',
      'Flying is not an option.',
      'Please avoid flights.',
      'No flights, please.',
      'Transportation should not involve any flights.',
      'We prefer not to take any flights.',
    ],
    road: [
      'No self-driving, please.',
      'We will not drive.',
      'Driving ourselves is not an option.',
      'We would prefer not to drive ourselves.',
      'We do not plan on self-driving.',
      'Transportation should not involve self-driving.',
    ],
  },
};

const plainMonth = (names: string) => (date: Date) => names.split(' ')[date.getUTCMonth()] ?? '';
const GERMAN_MONTH = plainMonth(
  'Januar Februar März April Mai Juni Juli August September Oktober November Dezember',
);
const FRENCH_MONTH = plainMonth(
  'janvier février mars avril mai juin juillet août septembre octobre novembre décembre',
);
const SPANISH_MONTH = plainMonth(
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
);

const GERMAN: Speech = {
  request: [
    ({ from, to, days, when, who }) =>
      `Bitte plane eine Reise von ${from} nach ${to}, ${days} ${when}, für ${who}.`,
    ({ from, to, days, when, who }) => `Wir möchten ${days} von ${from} nach ${to} reisen, ${when}, ${who}.`,
    ({ from, to, days, when, who }) => `${days} ${to} ab ${from}, ${when}, ${who}.`,
  ],
  budget: [
    (amount) => `Das Budget liegt bei ${amount}.`,
    (amount) => `Höchstens ${amount} insgesamt.`,
    (amount) => `Unser Budget: ${amount}.`,
  ],
  word: (count) =>
    'null eine zwei drei vier fünf sechs sieben acht neun zehn'.split(' ')[count] ?? String(count),
  people: [
    (people) => (people === 1 ? 'eine Person' : `${people} Personen`),
    (people, word) => (people === 1 ? '1 Person' : `${word} Erwachsene`),
  ],
  date: [
    (date) => `${date.getUTCDate()}. ${GERMAN_MONTH(date)}`,
    (date) => `${date.getUTCDate()}.${date.getUTCMonth() + 1}.${date.getUTCFullYear()}`,
  ],
  span: [(from, to) => `vom ${from} bis ${to}`, (from, to) => `vom ${from} bis zum ${to}`],
  room: {},
  rule: {},
  cuisines: [],
  avoid: { flight: ['Nicht fliegen, bitte.', 'Ohne Flug.'], road: ['Ohne Auto.', 'Kein Mietwagen.'] },
};

const FRENCH: Speech = {
  request: [
    ({ from, to, days, when, who }) =>
      `Nous voulons un voyage de ${from} à ${to}, ${days}, ${when}, pour ${who}.`,
    ({ from, to, days, when, who }) => `Un voyage à ${to} depuis ${from}, ${days} ${when}, ${who}.`,
    ({ from, to, days, when, who }) => `${days} à ${to} au départ de ${from}, ${when}, ${who}.`,
  ],
  budget: [
    (amount) => `Le budget est de ${amount}.`,
    (amount) => `Maximum ${amount} au total.`,
    (amount) => `Budget : ${amount}.`,
  ],
  word: (count) =>
    'zéro une deux trois quatre cinq six sept huit neuf dix'.split(' ')[count] ?? String(count),
  people: [
    (people) => (people === 1 ? 'une personne' : `${people} personnes`),
    (people, word) => (people === 1 ? '1 personne' : `${word} adultes`),
  ],
  date: [(date) => `${date.getUTCDate()} ${FRENCH_MONTH(date)}`],
  span: [(from, to) => `du ${from} au ${to}`],
  room: {},
  rule: {},
  cuisines: [],
  avoid: { flight: ['Sans avion.', "Sans prendre l'avion."], road: ['Sans voiture.'] },
};

const SPANISH: Speech = {
  request: [
    ({ from, to, days, when, who }) => `Queremos un viaje de ${from} a ${to}, ${days}, ${when}, para ${who}.`,
    ({ from, to, days, when, who }) => `Viaje a ${to} desde ${from}, ${days} ${when}, ${who}.`,
    ({ from, to, days, when, who }) => `${days} en ${to} saliendo de ${from}, ${when}, ${who}.`,
  ],
  budget: [
    (amount) => `El presupuesto es de ${amount}.`,
    (amount) => `Máximo ${amount} en total.`,
    (amount) => `Presupuesto: ${amount}.`,
  ],
  word: (count) =>
    'cero una dos tres cuatro cinco seis siete ocho nueve diez'.split(' ')[count] ?? String(count),
  people: [
    (people) => (people === 1 ? 'una persona' : `${people} personas`),
    (people, word) => (people === 1 ? '1 persona' : `${word} adultos`),
  ],
  date: [(date) => `${date.getUTCDate()} de ${SPANISH_MONTH(date)}`],
  span: [(from, to) => `del ${from} al ${to}`],
  room: {},
  rule: {},
  cuisines: [],
  avoid: { flight: ['Sin vuelos.', 'Sin avión.'], road: ['Sin coche.'] },
};

/** The ways of each language, with towns and money that are said in it. */
export const LANGUAGES = {
  English: {
    speech: ENGLISH,
    days: (n: number) => `${n} days`,
    currency: ['$', 'USD'],
    towns: [
      'Denver',
      'Medford',
      'Charlotte',
      'Ithaca',
      'Seattle',
      'Salt Lake City',
      'Philadelphia',
      'San Antonio',
      'Minneapolis',
      'Fort Lauderdale',
    ],
  },
  German: {
    speech: GERMAN,
    days: (n: number) => `${n} Tage`,
    currency: ['€', 'EUR'],
    towns: ['Hamburg', 'Wien', 'Zürich', 'Köln', 'Dresden', 'Rom', 'Kopenhagen', 'Prag'],
  },
  French: {
    speech: FRENCH,
    days: (n: number) => `${n} jours`,
    currency: ['€', 'EUR'],
    towns: ['Paris', 'Lyon', 'Bruxelles', 'Genève', 'Marseille', 'Barcelone', 'Lisbonne', 'Nantes'],
  },
  Spanish: {
    speech: SPANISH,
    days: (n: number) => `${n} días`,
    currency: ['€', 'EUR'],
    towns: ['Madrid', 'Sevilla', 'Bilbao', 'Lisboa', 'Valencia', 'Roma', 'Granada', 'París'],
  },
} as const;
