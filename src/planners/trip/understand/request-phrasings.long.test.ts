import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ENGLISH, LANGUAGES, WORDS } from '../../../../test/trip-speech.ts';
import { embeddedPlaces } from '../knowledge/embedded-knowledge.ts';
import { EMPTY_STATE } from '../planner-state.ts';
import { requestedDays } from '../requirements/requirements.ts';
import { understand } from './understand.ts';

const today = new Date('2026-11-16T09:00:00Z');

/** What a sentence says, and what has to be read out of it again. */
interface Said {
  readonly origin: string;
  readonly destination: string;
  readonly region?: string | undefined;
  readonly cities?: number | undefined;
  readonly start: Date;
  readonly days: number;
  readonly people: number;
  readonly amount: number;
  readonly currency: string;
  readonly room?: string | undefined;
  readonly rule?: string | undefined;
  readonly cuisines: readonly string[];
  readonly avoid?: 'flight' | 'road' | undefined;
}

const REGIONS = [
  'Texas',
  'California',
  'Florida',
  'Colorado',
  'Pennsylvania',
  'Washington State',
  'Illinois',
  'Georgia',
];
const CUISINES = ['Mexican', 'Italian', 'Chinese', 'French', 'Indian', 'Mediterranean', 'American', 'Thai'];

type Choose = <Value>(values: readonly Value[]) => Value;

/** A sentence that says all of it, in ways that are chosen. */
function sentence(phrasing: Said, language: keyof typeof LANGUAGES, choose: Choose): string {
  const { speech, days, currency } = LANGUAGES[language];
  const end = new Date(phrasing.start.getTime() + (phrasing.days - 1) * 86_400_000);
  const date = choose(speech.date);
  const to =
    phrasing.region === undefined
      ? phrasing.destination
      : choose([
          `${phrasing.cities} cities in ${phrasing.region}`,
          `visit ${WORDS[phrasing.cities ?? 2]} cities in ${phrasing.region}`,
        ]).replace(/^visit /, '');
  const figures = phrasing.amount.toLocaleString('en-US');
  const amount =
    language === 'English'
      ? `${currency[0]}${figures}`
      : `${phrasing.amount} ${choose([currency[0], 'Euro'])}`.replace(
          'Euro',
          language === 'German' ? 'Euro' : 'euros',
        );
  const parts = [
    choose(speech.request)({
      from: phrasing.origin,
      to,
      days: days(phrasing.days),
      when: choose(speech.span)(date(phrasing.start), date(end)),
      who: choose(speech.people)(phrasing.people, speech.word(phrasing.people)),
    }),
    choose(speech.budget)(amount),
    ...(phrasing.room === undefined ? [] : [choose(speech.room[phrasing.room] ?? [''])]),
    ...(phrasing.rule === undefined ? [] : [choose(speech.rule[phrasing.rule] ?? [''])]),
    ...(phrasing.cuisines.length === 0 || speech.cuisines.length === 0
      ? []
      : [choose(speech.cuisines)(phrasing.cuisines)]),
    ...(phrasing.avoid === undefined ? [] : [choose(speech.avoid[phrasing.avoid])]),
  ];
  return parts.join(' ');
}

function saidIn(language: keyof typeof LANGUAGES): fc.Arbitrary<Said> {
  const { towns, currency } = LANGUAGES[language];
  const isEnglish = language === 'English';
  const maybe = <Value>(values: readonly Value[]) =>
    isEnglish ? fc.option(fc.constantFrom(...values), { nil: undefined }) : fc.constant(undefined);
  return fc
    .record({
      pair: fc.shuffledSubarray([...towns], { minLength: 2, maxLength: 2 }),
      region: maybe(REGIONS),
      cities: fc.integer({ min: 2, max: 3 }),
      day: fc.integer({ min: 0, max: 300 }),
      days: fc.constantFrom(3, 5, 7),
      people: fc.integer({ min: 1, max: 8 }),
      amount: fc.integer({ min: 8, max: 150 }).map((n) => n * 100),
      room: maybe(Object.keys(ENGLISH.room)),
      rule: maybe(Object.keys(ENGLISH.rule)),
      cuisines: isEnglish ? fc.shuffledSubarray(CUISINES, { maxLength: 3 }) : fc.constant<string[]>([]),
      avoid: fc.option(fc.constantFrom('flight' as const, 'road' as const), { nil: undefined }),
    })
    .map(({ pair, day, region, cities, ...rest }) => ({
      ...rest,
      origin: pair[0] ?? '',
      destination: pair[1] ?? '',
      region,
      cities: region === undefined ? undefined : cities,
      currency: currency[1],
      start: new Date(Date.UTC(2027, 0, 2 + day)),
    }));
}

/** The fields of a sentence as they are expected, and as they were read. */
function fieldsOf(phrasing: Said, text: string): { wanted: object; read: object } {
  const { requirements, preferences } = understand(text, {
    state: EMPTY_STATE,
    itinerary: null,
    places: embeddedPlaces,
    today,
  });
  const { constraints = {} } = requirements;
  const isTour = phrasing.region !== undefined;
  const iso = (date: Date) => date.toISOString().slice(0, 10);
  return {
    wanted: {
      origin: phrasing.origin,
      to: isTour ? phrasing.region?.replace(' State', '') : phrasing.destination,
      cities: phrasing.cities,
      startDate: iso(phrasing.start),
      days: phrasing.days,
      people: phrasing.people,
      budget: { amount: phrasing.amount, currency: phrasing.currency, per: 'trip' },
      room: phrasing.room,
      rules: phrasing.rule === undefined ? [] : [phrasing.rule],
      cuisines: phrasing.cuisines.map((each) => each.toLowerCase()).toSorted(),
      avoid: phrasing.avoid === undefined ? [] : [phrasing.avoid],
    },
    read: {
      origin: requirements.origin?.name,
      to: (isTour
        ? (constraints.region ?? requirements.destination?.name)
        : requirements.destination?.name
      )?.replace(' State', ''),
      cities: constraints.cities,
      startDate: requirements.startDate,
      days: requestedDays(requirements),
      people: requirements.travellers ?? constraints.party?.adults,
      budget: constraints.budget,
      room: constraints.lodging?.room,
      rules: constraints.lodging?.rules ?? [],
      cuisines: (constraints.cuisines ?? []).toSorted(),
      avoid: preferences.avoid ?? [],
    },
  };
}

describe('a request has the same meaning in every phrasing', () => {
  it.each([
    ['English', 250],
    ['German', 60],
    ['French', 60],
    ['Spanish', 60],
  ] as const)('in %s', (language, numRuns) => {
    const ways = fc.infiniteStream(fc.nat({ max: 999 }));
    fc.assert(
      fc.property(saidIn(language), ways, (phrasing, choices) => {
        const choose: Choose = (values) => {
          const chosen = values[(choices.next().value ?? 0) % values.length];
          if (chosen === undefined) throw new RangeError('There is no way to say it.');
          return chosen;
        };
        const text = sentence(phrasing, language, choose);
        const { wanted, read } = fieldsOf(phrasing, text);
        expect(read, text).toEqual(wanted);
      }),
      { numRuns, seed: 20_270_101 },
    );
  });
});
