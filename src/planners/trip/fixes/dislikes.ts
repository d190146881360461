import { isNamedBy } from '../activities/kind-of-thing.ts';
import type { Activity } from '../itinerary/itinerary.ts';

/** Whether an activity is of an unwanted kind, or names it in its title. */
export function isDisliked(activity: Pick<Activity, 'title' | 'kind'>, dislikes: readonly string[]): boolean {
  return dislikes.some((dislike) => isNamedBy(activity, dislike));
}
