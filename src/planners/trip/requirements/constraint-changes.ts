import { counted, meansText } from '../itinerary/trip-changes.ts';
import { budgetText, lodgingTexts, type TripConstraints } from './constraints.ts';
import { rateText } from './day-rates.ts';
import { constraintsOf, type TripRequirements } from './requirements.ts';

type Values = { readonly [Field in keyof TripConstraints]-?: NonNullable<TripConstraints[Field]> };
type Teller = { readonly [Field in keyof Values]: (value: Values[Field]) => string };

/** Each constraint as text, after "Noted:". */
const WORDS: Teller = {
  driving: ({ hours, km }) =>
    `at most ${[...(hours === undefined ? [] : [counted(hours, 'hour')]), ...(km === undefined ? [] : [`${km} km`])].join(' and ')} on the road a day`,
  mustSee: (all) => `${all.join(', ')} must be in the trip`,
  dislikes: (all) => `no ${all.join(', no ')}`,
  pace: (pace) => (pace === 'normal' ? 'a normal pace' : `a ${pace === 'slow' ? 'slower' : 'faster'} pace`),
  rest: (rest) =>
    'days' in rest ? `${counted(rest.days, 'rest day')}` : `a rest day every ${rest.every} days`,
  perDay: (rates) => rates.map(rateText).join(', '),
  budget: (budget) => `a budget of ${budgetText(budget)}`,
  party: ({ adults, children = [], seniors, pets }) => {
    const ages = children.filter((age) => age !== null);
    const parts = [
      ...(adults === undefined ? [] : [counted(adults, 'adult')]),
      ...(children.length === 0
        ? []
        : [
            `${children.length === 1 ? '1 child' : `${children.length} children`}${ages.length > 0 ? ` (${ages.join(', ')})` : ''}`,
          ]),
      ...(seniors ? [counted(seniors, 'senior')] : []),
      ...(pets ? [counted(pets, 'pet')] : []),
    ];
    return parts.join(', ');
  },
  mobility: (words) => words,
  carUntilDay: (day) => `the car until day ${day}`,
  arrival: ({ weekday, time }) =>
    `you arrive${weekday ? ` on ${capital(weekday)}` : ''}${time ? ` at ${time} on the first day` : ''}`,
  departure: ({ weekday, time }) =>
    `you leave${weekday ? ` on ${capital(weekday)}` : ''}${time ? ` at ${time} on the last day` : ''}`,
  way: (way) => (way === 'coast' ? 'along the coast' : 'the scenic way'),
  cities: (cities) => counted(cities, 'place'),
  bases: (bases) => `at most ${counted(bases, 'place')} to sleep`,
  lodging: (lodging) => lodgingTexts(lodging).join(', '),
  cuisines: (all) => `food: ${all.join(', ')}`,
  region: (region) => `the trip stays in ${region}`,
  travelBy: (all) => `you travel ${all.map(meansText).join(' and ')}`,
  legs: (all) =>
    all
      .map(({ from, to, by }) =>
        [...(from ? [`from ${from}`] : []), ...(to ? [`to ${to}`] : []), meansText(by)].join(' '),
      )
      .join('; '),
  notes: (all) => all.join('; '),
};

/** The constraints that are removed without a remark, because others replace them. */
const REPLACED: ReadonlySet<keyof TripConstraints> = new Set(['party', 'region', 'travelBy', 'legs']);

/** The new and changed constraints, one per line, as a confirmation. */
export function requirementChanges(before: TripRequirements, after: TripRequirements): readonly string[] {
  const [then, now] = [constraintsOf(before), constraintsOf(after)];
  const fields = Object.keys(WORDS) as (keyof TripConstraints)[];
  const likes = (after.interests ?? []).filter((each) => !(before.interests ?? []).includes(each));
  const isCounted = after.travellers !== before.travellers && now.party === undefined;
  return [
    ...fields.flatMap((field) => changeTexts(field, then, now)),
    ...(isCounted && after.travellers ? [`Noted: ${counted(after.travellers, 'traveller')}.`] : []),
    ...(likes.length > 0 ? [`Noted: you like ${likes.join(', ')}.`] : []),
  ];
}

function changeTexts<Field extends keyof Values>(
  field: Field,
  then: TripConstraints,
  now: TripConstraints,
): readonly string[] {
  const value = now[field] as Values[Field] | undefined;
  const before = then[field] as Values[Field] | undefined;
  const gone = before === undefined ? undefined : newIn(before, value ?? []);
  const isLess = value === undefined ? gone !== undefined : Array.isArray(gone) && gone.length > 0;
  const lifted = isLess && gone && !REPLACED.has(field) ? [`No longer applies: ${WORDS[field](gone)}.`] : [];
  const fresh = value === undefined || isSame(value, before) ? undefined : newIn(value, before);
  const words = fresh === undefined || isSame(fresh, []) ? '' : WORDS[field](fresh);
  return [...lifted, ...(words === '' ? [] : [`Noted: ${words}.`])];
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** The new items of a list. */
function newIn<Value>(value: Value, before: unknown): Value {
  if (!Array.isArray(value) || !Array.isArray(before)) return value;
  const known = new Set(before.map((each) => JSON.stringify(each)));
  return value.filter((each) => !known.has(JSON.stringify(each))) as Value;
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
