import type { Activity } from '../itinerary/itinerary.ts';
import { textOf } from '../knowledge/text-of.ts';
import { nameKey } from '../places/gazetteer/name-key.ts';

/** Words that name a kind of activity. */
const KINDS: Readonly<Record<string, string>> = {
  museum: 'MUSEUM',
  galler: 'MUSEUM',
  church: 'RELIGIOUS',
  temple: 'RELIGIOUS',
  beach: 'BEACH',
  park: 'PARK',
  market: 'MARKET',
  shopping: 'MARKET',
  nightlife: 'ENTERTAINMENT',
};

/** Whether an activity is of an unwanted kind, or names it in its title. */
export function isDisliked(
  { title, kind }: Pick<Activity, 'title' | 'kind'>,
  dislikes: readonly string[],
): boolean {
  const text = nameKey(textOf(title));
  return dislikes.some((dislike) => {
    const word = stemOf(dislike);
    if (word.length < 3) return false;
    const [, ofKind] = Object.entries(KINDS).find(([stem]) => word.startsWith(stem)) ?? [];
    return kind === ofKind || text.includes(word);
  });
}

/** Unifies "museums" and "museum". */
function stemOf(word: string): string {
  return nameKey(word)
    .replace(/^(?:no|the|any|a)\s+/, '')
    .replace(/(?:es|s)$/, '');
}
