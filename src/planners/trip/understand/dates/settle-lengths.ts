import type { PlaceMentions, StayMention } from '../places/place-mentions.ts';
import { stayOf } from '../text/working-text.ts';
import type { StayReader } from './read-stays.ts';

/** So many words may stand between a length and the stop behind it. */
const NEXT_STOP = 6;

/** More names before a colon are a list of their own. */
const MAX_IN_HEADING = 2;

/** Decides which length is the trip's and which are those of stays; returns the words of the limits that belong to nothing. */
export function settleLengths(
  reader: StayReader,
  mentions: PlaceMentions,
  { isFirst, spanDays }: { readonly isFirst: boolean; readonly spanDays?: number | undefined },
): string[] {
  const lengths = withoutVague(reader.lengths).map((mention) => tiedToStop(mention, reader, mentions));
  const stays = lengths.filter(
    ({ length, stop, isOfGroup }) => stop !== undefined && !length.isTotal && !isOfGroup,
  );
  const totals = lengths.filter(
    ({ length, stop, isOfGroup }) => stop === undefined || length.isTotal || isOfGroup,
  );
  const [only] = stays;
  const isPart = ({ length }: StayReader['lengths'][number]) =>
    length.bound === 'least' && length.days < (only?.length.days ?? 0);
  const isAlone = stays.length === 1 && totals.every(isPart);
  const owner = mentions.stops.find(({ at }) => at === only?.stop);
  // "from Oslo to Bergen for 8 days", "Rome, Florence and Venice for 10 days" are the whole trip.
  const isOfAll =
    only?.length.isFor === true &&
    (owner?.cue === 'to' || mentions.stops.some((stop) => stop !== owner && stop.group === owner?.group));
  const named = new Set([
    ...mentions.stops.map(({ name }) => name.toLowerCase()),
    mentions.end?.toLowerCase(),
  ]);
  named.delete(undefined);
  // "27 December to 3 January: Innsbruck four nights, then Munich": the dates say how long the trip is.
  const isShort = spanDays !== undefined && only !== undefined && only.length.days < spanDays - 1;
  // A single length is that of the trip, unless the words tie it to one place of several.
  if (
    only &&
    isAlone &&
    isFirst &&
    !(isShort && named.size > 1) &&
    (named.size === 1 || !only.isSure || isOfAll)
  ) {
    mentions.total = stayOf(only.length);
    return totals.map(({ length }) => length.words);
  }
  const hasTotal = totals.length > 0;
  for (const { length, stop, isApart, isSure } of stays) {
    const at = mentions.stops.findIndex((each) => each.at === stop);
    const before = mentions.stops[at];
    if (before === undefined) {
      if (stop === mentions.originAt) mentions.originStay = stayOf(length);
      continue;
    }
    // "Birmingham for work, 3 days, and then 2 days in London"
    const isOfWay = before.cue === 'to' && mentions.origin !== undefined;
    // "Prague, Vienna, Budapest, 11 days, at least 3 nights in Budapest"
    const isAgain = ({ stop: other }: StayReader['lengths'][number]) =>
      mentions.stops.some((each) => each.at === other && each.name === before.name);
    const isOther =
      isFirst &&
      isApart &&
      (hasTotal || isOfWay || stays.every((each) => !each.isSure || each.stop === stop || isAgain(each)));
    if (isOther && !isSure) mentions.total ??= stayOf(length);
    else mentions.stops[at] = { ...before, ...stayOf(length) };
  }
  const usedDays = mentions.stops.reduce((sum, { days, nights }) => sum + (days ?? nights ?? 0), 0);
  // In a trip that is there, a length belongs to the stop before it.
  if (!isFirst) {
    for (const mention of [...totals]) {
      const index = mentions.stops.findLastIndex((stop) => stop.at < mention.at);
      const stop = mentions.stops[index];
      if (
        mention.length.isTotal ||
        stop === undefined ||
        stop.days !== undefined ||
        stop.nights !== undefined
      )
        continue;
      mentions.stops[index] = { ...stop, ...stayOf(mention.length) };
      totals.splice(totals.indexOf(mention), 1);
    }
  }
  const long = totals.filter(({ length }) => length.days >= usedDays);
  const total = totals.findLast(({ length }) => length.isTotal) ?? (isFirst ? longestOf(long) : long.at(-1));
  // "a ski week, 7 nights": so many nights are a day more than so many days.
  const exact = totals.find(({ length }) => length.isNights && length.days === total?.length.days);
  if (total) mentions.total = stayOf((exact ?? total).length);
  if (total && !total.length.isTotal) mentions.totalWords = total.length.words;
  const placed = new Set([total]);
  // What is shorter than the stays together is another stay: "and 2 days hiking to Machu Picchu".
  for (const mention of totals) {
    const { length, at, isOfGroup } = mention;
    if (length.isTotal || isOfGroup || length === total?.length || length.days >= usedDays) continue;
    const next = mentions.stops.findIndex((stop) => stop.at > at && stop.at <= at + NEXT_STOP);
    const stop = mentions.stops[next];
    if (stop && stop.days === undefined && stop.nights === undefined) {
      mentions.stops[next] = { ...stop, ...stayOf(length) };
      placed.add(mention);
    }
  }
  return totals
    .filter((mention) => mention.length.bound !== undefined && !placed.has(mention))
    .map(({ length }) => length.words);
}

/** "14 nights: 3 in Rome, the rest in Lecce": the remaining days are one stay. */
export function settleRest(mentions: PlaceMentions, spanDays: number | undefined): void {
  const at = mentions.stops.findIndex(({ isRest }) => isRest);
  const rest = mentions.stops[at];
  const others = mentions.stops.filter((stop) => stop !== rest);
  const nights =
    mentions.total?.nights ?? (mentions.total?.days === undefined ? spanDays : mentions.total.days - 1);
  if (rest === undefined || nights === undefined || rest.days !== undefined || rest.nights !== undefined)
    return;
  const usedDays = others.reduce((sum, stop) => sum + (stop.nights ?? stop.days ?? Number.NaN), 0);
  if (nights > usedDays) mentions.stops[at] = { ...rest, nights: nights - usedDays };
}

/** "A long weekend in Rome, 4 days": what says how many days counts. */
function withoutVague(lengths: StayReader['lengths']): StayReader['lengths'] {
  const exact = lengths.filter(({ length }) => !length.isVague);
  return exact.length > 0 ? exact : lengths;
}

/**
 * "Palermo 3 nights, Agrigento, Catania": a length between the names of a list is that of the name before it, and one
 * that is too short for all of them that of the first.
 */
function tiedToStop(
  mention: StayReader['lengths'][number],
  { names, tokens, lengths }: StayReader,
  mentions: PlaceMentions,
): StayReader['lengths'][number] {
  const owner = mentions.stops.find(({ at }) => at === mention.stop);
  // "Denver, Moab, Las Vegas: 9 days", "Denver to Las Vegas: 9 days"
  const isAfterColon = tokens[mention.at] === ':' && owner !== undefined;
  const isHeaded = isAfterColon && (isOneOfSeveral(owner, mentions) || owner.cue === 'to');
  if (isHeaded) return { length: mention.length, at: mention.at };
  if (owner === undefined || mention.isSure || mention.isApart) return mention;
  const group = mentions.stops.filter(({ group: each }) => each === owner.group);
  // "Italy, 10 days: Rome, two nights in Florence, Venice"
  const isShare = lengths.some(({ length, isOfGroup }) => !isOfGroup && length.days > group.length + 1);
  if (mention.isOfGroup && isShare && !mention.length.isTotal && mention.length.days <= group.length + 1) {
    const { isOfGroup: _, ...own } = mention;
    return { ...own, isSure: true };
  }
  if (!names.isTown(owner.name)) return mention;
  if (mention.isOfGroup) {
    if (mention.length.isTotal || mention.length.days >= group.length) return mention;
    const { isOfGroup: _, ...own } = mention;
    return { ...own, isSure: true };
  }
  return group.at(-1) === owner ? mention : { ...mention, isSure: true };
}

function isOneOfSeveral(stop: StayMention, { stops }: PlaceMentions): boolean {
  return stops.some((other) => other !== stop && other.group === stop.group);
}

/** Of several lengths that belong to no stop, the longest is the trip's; "at least 4 nights for the trek" is only part of it. */
function longestOf(lengths: StayReader['lengths']): StayReader['lengths'][number] | undefined {
  const whole = lengths.filter(({ length }) => length.bound !== 'least');
  return (whole.length > 0 ? whole : lengths).toSorted((a, b) => a.length.days - b.length.days).at(-1);
}

/** "Andalusia: Seville, Cordoba": the name before a colon contains the places after it. */
export function markHeadings({ tokens, names }: StayReader, mentions: PlaceMentions): void {
  const colon = tokens.findLastIndex(
    (token, at) => token === ':' && mentions.stops.some((stop) => stop.at < at),
  );
  if (colon < 0) return;
  const begin = tokens.slice(0, colon).findLastIndex((token) => /^[.!?]$/.test(token));
  const behind = mentions.stops.filter(({ at }) => at > colon).length + (mentions.end === undefined ? 0 : 1);
  const before = mentions.stops.filter(({ at }) => at > begin && at < colon).length;
  // "Denver, Moab, Las Vegas: 9 days" is a list and no heading.
  if (behind < 2 || before > MAX_IN_HEADING) return;
  const isHeading = ({ name, at, days, nights }: StayMention) =>
    at > begin && at < colon && (!names.isTown(name) || days !== undefined || nights !== undefined);
  mentions.stops = mentions.stops.map((stop) => (isHeading(stop) ? { ...stop, isHeading: true } : stop));
}
