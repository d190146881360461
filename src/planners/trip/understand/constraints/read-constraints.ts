import {
  budgetText,
  type DayRate,
  lodgingTexts,
  type TripConstraints,
} from '../../requirements/constraints.ts';
import { withRates } from '../../requirements/day-rates.ts';
import { constraintsOf, type TripRequirements } from '../../requirements/requirements.ts';
import { type TravelTimesReading, takeTimes } from '../dates/travel-times.ts';
import type { PlaceMentions } from '../places/place-mentions.ts';
import type { WorkingText } from '../text/working-text.ts';
import { type BudgetReading, takeBudget } from './budget.ts';
import type { LikesReading } from './likes.ts';
import { type LimitsReading, takeLimits } from './limits.ts';
import { type LodgingReading, takeLodging } from './lodging.ts';
import { type PartyReading, takeParty } from './party.ts';
import type { TransportReading } from './transport.ts';

/** The parts of the constraints, as read from a text, before they are merged. */
export interface ParsedConstraints {
  readonly limits: LimitsReading;
  readonly lodging: LodgingReading | undefined;
  readonly budget: BudgetReading | undefined;
  readonly party: PartyReading;
  readonly times: TravelTimesReading;
  readonly notes: readonly string[];
}

/** Takes what a trip has to keep to out of a text: rates before lengths, so that "5 hours a day" is no day. */
export function takeConstraints(
  text: WorkingText,
  {
    isFirst = false,
    rates,
  }: { readonly isFirst?: boolean; readonly rates?: readonly DayRate[] | undefined } = {},
): ParsedConstraints {
  const limits = takeLimits(text, rates);
  const budget = takeBudget(text);
  const lodging = takeLodging(text);
  const times = takeTimes(text);
  const party = takeParty(text, { isFirst });
  return { limits, budget, lodging, times, party, notes: text.noted };
}

/** The updated requirements: new values replace old ones; likes and dislikes are added. */
export function requestedConstraints(
  parsed: ParsedConstraints & {
    readonly likes: LikesReading;
    /** What must be seen and is not a known place. */
    readonly musts: readonly string[];
    readonly transport: Pick<TransportReading, 'mode' | 'travelBy' | 'legs'>;
  },
  { sights }: PlaceMentions,
  before: TripRequirements,
): Pick<TripRequirements, 'constraints' | 'interests' | 'travellers' | 'mode' | 'budget'> {
  const { limits, lodging, budget, times, notes, likes, musts, transport } = parsed;
  const seen = [...sights, ...musts];
  const known = constraintsOf(before);
  const dislikes = joined(known.dislikes, [...(limits.dislikes ?? []), ...likes.dislikes]).filter(
    (each) => !likes.interests.includes(each),
  );
  // Who wants no churches at all wants none every day either.
  const unwanted = (known.perDay ?? []).filter(
    ({ what }) => what !== undefined && likes.dislikes.some((each) => each.includes(what)),
  );
  const wantedRates = (known.perDay ?? []).filter((rate) => !unwanted.includes(rate));
  const travelBy = travelByOf(parsed);
  const { party, travellers } = partyOf(parsed.party, known, before.travellers);
  const stay = withPets(lodging, party);
  const isOther = travelBy.length > 1 || transport.legs.some(({ by }) => !travelBy.includes(by));
  const legs = transport.legs.length > 0 && isOther ? [...transport.legs] : undefined;
  const constraints: TripConstraints = {
    ...known,
    ...limits,
    ...times,
    ...((limits.perDay || unwanted.length > 0) && {
      perDay: withRates(wantedRates, limits.perDay),
    }),
    ...(limits.driving && { driving: { ...known.driving, ...limits.driving } }),
    ...(stay && { lodging: { ...known.lodging, ...stay } }),
    ...(budget && { budget }),
    ...(party && { party }),
    ...(dislikes.length > 0 && { dislikes }),
    ...(likes.cuisines.length > 0 && { cuisines: joined(known.cuisines, likes.cuisines) }),
    ...(seen.length > 0 && { mustSee: joined(known.mustSee, seen) }),
    ...(notes.length > 0 && { notes: joined(known.notes, notes) }),
    ...(travelBy.length > 0 && { travelBy: [...travelBy] }),
    ...(legs && { legs }),
  };
  const interests = joined(before.interests, likes.interests).filter(
    (each) => !likes.dislikes.includes(each),
  );
  const isLiking =
    likes.interests.length > 0 || (before.interests ?? []).some((each) => likes.dislikes.includes(each));
  const mode = transport.mode ?? (limits.driving && before.mode === undefined ? 'road' : undefined);
  return {
    ...(Object.keys(constraints).length > 0 && { constraints }),
    ...(budget && { budget: undefined }),
    ...(isLiking && { interests }),
    ...(travellers !== undefined && { travellers }),
    ...(mode !== undefined && { mode }),
  };
}

/** Who brings a dog sleeps where dogs may come. */
function withPets(
  lodging: LodgingReading | undefined,
  party: TripConstraints['party'],
): LodgingReading | undefined {
  if (!party?.pets) return lodging;
  return { ...lodging, rules: joined(lodging?.rules, ['pets']) };
}

/** Farther nobody walks in a day. */
const WALKABLE_KM = 35;

/** Who limits the driving drives. */
function travelByOf({
  limits,
  transport,
}: ParsedConstraints & {
  readonly transport: Pick<TransportReading, 'travelBy'>;
}): TransportReading['travelBy'] {
  if (limits.carUntilDay !== undefined && !transport.travelBy.includes('car'))
    return ['car', ...transport.travelBy];
  if (transport.travelBy.length > 0 || limits.driving === undefined) return transport.travelBy;
  // A limit within walking distance is not a limit on driving.
  return limits.driving.km !== undefined && limits.driving.km <= WALKABLE_KM ? ['foot'] : ['car'];
}

function partyOf(
  { party, travellers, isMore = false, fewer = 0 }: PartyReading,
  known: TripConstraints,
  count: number | undefined,
): { readonly party?: TripConstraints['party']; readonly travellers?: number } {
  const { adults: before = count } = known.party ?? {};
  if (fewer > 0 && before !== undefined && before > fewer)
    return {
      party: { ...known.party, ...party, adults: before - fewer },
      travellers: before - fewer + (known.party?.children?.length ?? 0),
    };
  if (party === undefined) return travellers === undefined ? {} : { travellers };
  if (!isMore)
    return { party: { ...known.party, ...party }, ...(travellers !== undefined && { travellers }) };
  const adults = (known.party?.adults ?? count ?? 0) + (party.adults ?? 0);
  const children = [...(known.party?.children ?? []), ...(party.children ?? [])];
  return {
    party: { ...known.party, ...(adults > 0 && { adults }), ...(children.length > 0 && { children }) },
    travellers: Math.max(adults + children.length, 1),
  };
}

function joined(before: readonly string[] | undefined, more: readonly string[]): string[] {
  return [...new Set([...(before ?? []), ...more])];
}

/** One sentence about requests that are recorded but cannot affect the plan, for lack of data. */
export function unplannable({
  limits,
  lodging,
  budget,
  notes,
  likes,
}: ParsedConstraints & { readonly likes: LikesReading }): string[] {
  const texts = [
    ...(budget ? [budgetText(budget)] : []),
    ...(lodging ? lodgingTexts(lodging) : []),
    ...likes.cuisines.map((cuisine) => `${cuisine} food`),
    ...(limits.mobility === undefined ? [] : [limits.mobility]),
    ...timesOfDay(likes.dislikes),
    ...notes,
  ];
  return keptInMind(texts);
}

/** What is not wanted at some time of the day: no plan has hours. */
export function timesOfDay(dislikes: readonly string[]): string[] {
  return dislikes.filter((each) => TIME_OF_DAY.test(each)).map((each) => `no ${each}`);
}

const TIME_OF_DAY = /\bearly\b|\bmornings?\b|\blate (?:nights?|evenings?)\b|\bwake-?up|\balarm/i;

/** The sentence about requests that cannot affect the plan; undefined if there are none. */
export function keptInMind(said: readonly string[]): string[] {
  if (said.length === 0) return [];
  return [`Noted, but I know no prices, rooms, menus, stairs or timetables to plan by: ${said.join('; ')}.`];
}
