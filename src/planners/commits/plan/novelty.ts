import { bounded } from '../../../machine/bounded-text.ts';
import type { RememberedPlan } from '../facts.ts';
import type { PlanWire } from './schema.ts';

/** The similarity from which two plans count as equal. */
const REPEATED_FROM = 0.7;

const MAX_INTENT = 2000;

/** The intent of a plan as comparable words: its summary and the purpose of its steps. */
export function intentOf({ plan_summary, steps }: Pick<PlanWire, 'plan_summary' | 'steps'>): string {
  const texts = [plan_summary, ...steps.flatMap(({ title, intent }) => [title, intent])];
  return bounded(texts.join('\n'), MAX_INTENT);
}

/** The similarity of two texts, from 0 to 1: the share of common words and word pairs. */
export function similarity(one: string, other: string): number {
  const [a, b] = [features(one), features(other)];
  if (a.size === 0 || b.size === 0) return 0;
  const common = [...a].filter((feature) => b.has(feature)).length;
  return common / (a.size + b.size - common);
}

/** The earlier plan for the same commit that a plan repeats, if any. */
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

/** Words without information about the intent. */
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

/** Unifies forms of a word: caches, cached, caching. */
function stem(word: string): string {
  return word.length > 4 ? word.replace(/(?:ing|ed|es|s|e)$/, '') : word;
}
