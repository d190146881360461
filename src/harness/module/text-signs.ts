/** A sign in a text that suggests a planner, and its weight. */
export type TextSign = readonly [pattern: RegExp, weight: number];

const MAX_LENGTH_READ = 2000;

/** The total weight of the signs in a text, from 0 to 1; signs of something else reduce it. */
export function weightOfSigns(text: string, signs: readonly TextSign[]): number {
  const read = text.slice(0, MAX_LENGTH_READ);
  const sum = signs.reduce((weight, [pattern, more]) => weight + (pattern.test(read) ? more : 0), 0);
  return Math.min(1, Math.max(0, sum));
}
