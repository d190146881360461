import { isOfKind } from '../activities/kind-of-thing.ts';
import { type Activity, FREE, TRANSIT } from '../itinerary/itinerary.ts';
import type { DayRate, TripConstraints } from './constraints.ts';

/** The part of an activity that tells whether a rate counts it. */
export type CountedThing = Pick<Activity, 'title' | 'kind' | 'generic'>;

/** How many things of a kind a day has at least and at most, in words: "1 museum a day". */
export function rateText({ what = 'thing to see or do', least, most }: DayRate): string {
  const named = (count: number) => `${count} ${count === 1 ? what : pluralOf(what)} a day`;
  if (least === undefined) return `at most ${named(most ?? 0)}`;
  if (most === undefined) return `at least ${named(least)}`;
  return least === most ? named(most) : `${least} to ${named(most)}`;
}

/** Some rates as a sentence: "1 museum a day, at most 3 things to see or do a day." */
export function ratesText(rates: readonly DayRate[]): string {
  return `${rates.map(rateText).join(', ').replace(/^a/, 'A')}.`;
}

/** "churches", "things to see or do". */
export function pluralOf(what: string): string {
  const [noun = '', ...rest] = what.split(/(?= to )/);
  const plural = /(?:s|x|ch|sh)$/.test(noun)
    ? `${noun}es`
    : noun.replace(/(?<=[^aeiou])y$/, 'ie').replace(/$/, 's');
  return [plural, ...rest].join('');
}

/** Rates with new ones: a new one replaces the one for the same kind, and those that it rules out follow it. */
export function withRates(before: readonly DayRate[] = [], more: readonly DayRate[] = []): DayRate[] {
  const isNew = ({ what }: DayRate) => !more.some((rate) => rate.what === what);
  const all = more.find(({ what }) => what === undefined)?.most ?? Number.POSITIVE_INFINITY;
  const named = Math.max(...more.map(({ what, least = 0 }) => (what === undefined ? 0 : least)), 0);
  const kept = before.filter(isNew).map((rate): DayRate => {
    const { what, least, most } = rate;
    const [low, high] = what === undefined ? [named, Number.POSITIVE_INFINITY] : [0, all];
    return {
      ...rate,
      ...(least !== undefined && { least: Math.min(least, high) }),
      ...(most !== undefined && { most: Math.min(Math.max(most, low), high) }),
    };
  });
  return [...kept, ...more];
}

/** The rates that were requested and can be kept. */
export function ratesOf({ perDay = [] }: TripConstraints): readonly DayRate[] {
  return perDay.filter(({ least = 0, most }) => most === undefined || most >= least);
}

/** Whether an activity counts for a rate. */
export function isCounted(activity: CountedThing, { what }: DayRate): boolean {
  if (activity.kind === TRANSIT || activity.kind === FREE) return false;
  return what === undefined || isOfKind(activity, what);
}

/** How many of the activities of a day count for a rate. */
export function countOf(activities: readonly CountedThing[], rate: DayRate): number {
  return activities.filter((activity) => isCounted(activity, rate)).length;
}

/** Whether a day with some activities may have another. More than the least of a kind is left for other days. */
export function hasRoomFor(
  activity: CountedThing,
  on: readonly CountedThing[],
  rates: readonly DayRate[],
): boolean {
  return rates.every((rate) => {
    const most = rate.most ?? (rate.what === undefined ? undefined : rate.least);
    return most === undefined || !isCounted(activity, rate) || countOf(on, rate) < most;
  });
}

/** The rates for a kind of which a day has too few. */
export function lackingOn(on: readonly CountedThing[], rates: readonly DayRate[]): readonly DayRate[] {
  return rates.filter((rate) => rate.what !== undefined && countOf(on, rate) < (rate.least ?? 0));
}

/** The rates of a day that is mostly spent on the way: no more than asked for, and maybe less. */
export function capsOf(rates: readonly DayRate[]): readonly DayRate[] {
  return rates.map(({ least: _, ...caps }) => caps);
}

/** How many activities a day needs that needs some number without rates. */
export function neededWith(usual: number, rates: readonly DayRate[]): number {
  const all = rates.find(({ what }) => what === undefined);
  const named = rates.reduce((sum, { what, least = 0 }) => sum + (what === undefined ? 0 : least), 0);
  return Math.min(Math.max(usual, named, all?.least ?? 0), all?.most ?? Number.POSITIVE_INFINITY);
}

/** How many activities to plan for a day: one besides the kinds that are requested for it. */
export function plannedWith(usual: number, rates: readonly DayRate[]): number {
  const isNamed = rates.some(({ what, least }) => what !== undefined && least !== undefined);
  const named = rates.reduce((sum, { what, least = 0 }) => sum + (what === undefined ? 0 : least), 0);
  return neededWith(isNamed ? Math.max(usual, named + 1) : usual, rates);
}

/** What a day has too much of: the unlocked activities that should go, the last ones first. */
export function surplusOn(on: readonly Activity[], rates: readonly DayRate[]): readonly Activity[] {
  const gone = new Set<Activity>();
  for (const rate of rates.toSorted((a, b) => Number(a.what === undefined) - Number(b.what === undefined))) {
    const counted = on.filter((activity) => !gone.has(activity) && isCounted(activity, rate));
    const open = counted.filter(({ locked }) => !locked).toReversed();
    const wanted = rates.filter(({ what, least = 0 }) => what !== undefined && least > 0);
    const isWanted = (activity: Activity) => wanted.some((each) => isCounted(activity, each));
    const order = open.toSorted((a, b) => Number(isWanted(a)) - Number(isWanted(b)));
    for (const activity of order.slice(0, Math.max(0, counted.length - (rate.most ?? counted.length))))
      gone.add(activity);
  }
  return [...gone];
}
