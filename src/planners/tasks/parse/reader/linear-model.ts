/** The role of a piece in the plan. */
export type UnitRole = (typeof UNIT_ROLES)[number];
export const UNIT_ROLES = [
  'task',
  'done',
  'question',
  'rule',
  'background',
  'acceptance',
  'objective',
  'heading',
  'pleasantry',
  'order',
  'command',
  'output',
] as const;

/** A linear model over hashed features, with the weights at `feature * labels + label`. */
export interface LinearModel {
  readonly buckets: number;
  readonly labels: number;
  readonly weights: ArrayLike<number>;
  /**
   * The weights of label sequences, at `(link * labels + before) * labels + after`; the last row is for the first piece
   * of a text.
   */
  readonly transitions: ArrayLike<number>;
}

/** The ways a piece is joined to the previous one: in one sentence, in one paragraph or list, or not at all. */
export const LINKS = 3;

/** The bucket of a feature, by FNV-1a. */
export function bucketOf(feature: string, buckets: number): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < feature.length; at += 1) {
    hash ^= feature.charCodeAt(at);
    hash = Math.imul(hash, 0x01000193);
  }
  hash ^= hash >>> 15;
  return (hash >>> 0) % buckets;
}

/** The score of each label for a single piece. */
export function scoresOf(model: LinearModel, features: readonly number[]): Float64Array {
  const scores = new Float64Array(model.labels);
  for (const feature of features) {
    const from = feature * model.labels;
    for (let label = 0; label < model.labels; label += 1)
      scores[label] = (scores[label] ?? 0) + (model.weights[from + label] ?? 0);
  }
  return scores;
}

/** The best sequence of labels (Viterbi). */
export function bestLabels(
  model: LinearModel,
  sequence: readonly Float64Array[],
  links: readonly number[],
): { readonly labels: number[]; readonly score: number } {
  const { labels, transitions } = model;
  const from: Int32Array[] = [];
  let before: Float64Array | undefined;
  for (const [at, own] of sequence.entries()) {
    const rows = (links[at] ?? 0) * labels;
    const reached = new Float64Array(labels);
    const back = new Int32Array(labels);
    for (let label = 0; label < labels; label += 1) {
      let best = before ? Number.NEGATIVE_INFINITY : (transitions[LINKS * labels * labels + label] ?? 0);
      if (before) {
        for (let earlier = 0; earlier < labels; earlier += 1) {
          const score = (before[earlier] ?? 0) + (transitions[(rows + earlier) * labels + label] ?? 0);
          if (score > best) {
            best = score;
            back[label] = earlier;
          }
        }
      }
      reached[label] = best + (own[label] ?? 0);
    }
    from.push(back);
    before = reached;
  }
  if (before === undefined) return { labels: [], score: 0 };
  const score = Math.max(...before);
  let last = before.indexOf(score);
  const found = [last];
  for (let at = from.length - 1; at > 0; at -= 1) {
    last = from[at]?.[last] ?? 0;
    found.push(last);
  }
  return { labels: found.reverse(), score };
}
