/** What in a text speaks for a planner, and how much. */
export type TextSign = readonly [pattern: RegExp, weight: number];

const LONGEST_READ = 2000;

/** How much the signs in a text weigh together, from 0 to 1; those of something else take from it. */
export function weightOfSigns(text: string, signs: readonly TextSign[]): number {
  const read = text.slice(0, LONGEST_READ);
  const sum = signs.reduce((weight, [pattern, more]) => weight + (pattern.test(read) ? more : 0), 0);
  return Math.min(1, Math.max(0, sum));
}
