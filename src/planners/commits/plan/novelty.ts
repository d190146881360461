import { bounded } from '../../../machine/bounded-text.ts';
import type { RememberedPlan } from '../facts.ts';
import type { PlanWire } from './schema.ts';

/** From here on two plans count as the same one. */
const REPEATED_FROM = 0.7;

const MOST_INTENT = 2000;

/** What a plan is to do, in words that can be compared: its summary, and what its steps are for. */
export function intentOf({ plan_summary, steps }: Pick<PlanWire, 'plan_summary' | 'steps'>): string {
  const texts = [plan_summary, ...steps.flatMap(({ title, intent }) => [title, intent])];
  return bounded(texts.join('\n'), MOST_INTENT);
}

/** How much two texts have in common, from 0 to 1: the share of their words, and of their pairs of words, in both. */
export function similarity(one: string, other: string): number {
  const [a, b] = [features(one), features(other)];
  if (a.size === 0 || b.size === 0) return 0;
  const common = [...a].filter((feature) => b.has(feature)).length;
  return common / (a.size + b.size - common);
}

/** The earlier plan for the same commit that a plan repeats, if it does. */
export function repeatedPlan(
  plan: Pick<PlanWire, 'plan_summary' | 'steps'>,
  baseCommit: string,
  earlier: readonly RememberedPlan[],
): { readonly requestId: string; readonly similarity: number } | undefined {
  const intent = intentOf(plan);
  const [closest] = earlier
    .filter((each) => each.baseCommit === baseCommit)
    .map((each) => ({ requestId: each.requestId, similarity: similarity(intent, each.intent) }))
    .sort((a, b) => b.similarity - a.similarity);
  return closest !== undefined && closest.similarity >= REPEATED_FROM ? closest : undefined;
}

/** Words that tell nothing about what is to be done. */
const FILLERS: ReadonlySet<string> = new Set(
  'a an and are as at be by for from in into is it its of on or so that the then this to with'.split(' '),
);

function features(text: string): ReadonlySet<string> {
  const words = (text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [])
    .filter((word) => !FILLERS.has(word))
    .map(stem);
  const pairs = words.slice(1).map((word, i) => `${words[i]} ${word}`);
  return new Set([...words, ...pairs]);
}

/** Forms of one word as one: caches, cached, caching. */
function stem(word: string): string {
  return word.length > 4 ? word.replace(/(?:ing|ed|es|s|e)$/, '') : word;
}
