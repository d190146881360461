import { LINKS, type LinearModel, scoresOf } from '../../src/planners/tasks/parse/reader/linear-model.ts';

/** Pieces of a text in their order, each with its features and its right label, where that is known. */
export interface Sequence {
  readonly features: readonly (readonly number[])[];
  readonly labels: readonly (number | undefined)[];
  /** How each piece is joined to the one before it. */
  readonly links: readonly number[];
}

/** A place with its features, and whether yes is right there. */
export interface Choice {
  readonly features: readonly number[];
  readonly isRight: boolean;
}

/** How long and how carefully a model is trained. */
export interface TrainingPlan {
  readonly rounds: number;
  readonly rate: number;
  /** What share of each weight is taken off after a round. */
  readonly decay: number;
}

/** Trains a linear-chain model by stochastic gradients. The same input gives the same model. */
export function trainChain(
  sequences: readonly Sequence[],
  { buckets, labels }: { readonly buckets: number; readonly labels: number },
  { rounds, rate, decay }: TrainingPlan,
): LinearModel {
  const weights = new Float64Array(buckets * labels);
  const transitions = new Float64Array((LINKS * labels + 1) * labels);
  const sum = new Float64Array(weights.length);
  const sumTransitions = new Float64Array(transitions.length);
  const model = { buckets, labels, weights, transitions };
  const order = sequences.map((_, at) => at);
  const random = randomFrom(7);
  for (let round = 0; round < rounds; round += 1) {
    shuffle(order, random);
    const pace = rate / (1 + round * 0.25);
    for (const at of order) {
      const sequence = sequences[at];
      if (sequence === undefined || sequence.features.length === 0) continue;
      const scores = sequence.features.map((features) => scoresOf(model, features));
      const free = chances(model, scores, sequence.links);
      const bound = chances(model, scores, sequence.links, sequence.labels);
      for (const [index, features] of sequence.features.entries()) {
        for (let label = 0; label < labels; label += 1) {
          const gradient = (free.own[index]?.[label] ?? 0) - (bound.own[index]?.[label] ?? 0);
          if (Math.abs(gradient) < 1e-4) continue;
          for (const feature of features) {
            const place = feature * labels + label;
            weights[place] = (weights[place] ?? 0) - pace * gradient;
          }
        }
      }
      for (let pair = 0; pair < transitions.length; pair += 1)
        transitions[pair] =
          (transitions[pair] ?? 0) - pace * ((free.pairs[pair] ?? 0) - (bound.pairs[pair] ?? 0));
    }
    const kept = 1 - decay;
    for (let at = 0; at < weights.length; at += 1) weights[at] = (weights[at] ?? 0) * kept;
    if (round >= rounds / 2) {
      for (let at = 0; at < weights.length; at += 1) sum[at] = (sum[at] ?? 0) + (weights[at] ?? 0);
      for (let at = 0; at < transitions.length; at += 1)
        sumTransitions[at] = (sumTransitions[at] ?? 0) + (transitions[at] ?? 0);
    }
  }
  const counted = rounds - Math.ceil(rounds / 2);
  return {
    buckets,
    labels,
    weights: sum.map((value) => value / counted),
    transitions: sumTransitions.map((value) => value / counted),
  };
}

/** How likely each label and each pair of labels is (forward and backward), with those that are known taken for certain. */
function chances(
  { labels, transitions }: LinearModel,
  scores: readonly Float64Array[],
  links: readonly number[],
  known?: readonly (number | undefined)[],
): { own: Float64Array[]; pairs: Float64Array } {
  const follow = Float64Array.from(transitions, Math.exp);
  const fits = scores.map((own, at) => fitOf(own, known?.[at]));
  const rowOf = (at: number, earlier: number) => ((links[at] ?? 0) * labels + earlier) * labels;
  const first = LINKS * labels * labels;
  const forward: Float64Array[] = [];
  const sums: number[] = [];
  for (const [at, fit] of fits.entries()) {
    const row = new Float64Array(labels);
    const before = forward[at - 1];
    if (before === undefined) row.set(follow.subarray(first, first + labels));
    else
      for (let earlier = 0; earlier < labels; earlier += 1) {
        const from = before[earlier] ?? 0;
        const place = rowOf(at, earlier);
        if (from > 0)
          for (let label = 0; label < labels; label += 1)
            row[label] = (row[label] ?? 0) + from * (follow[place + label] ?? 0);
      }
    let sum = 0;
    for (let label = 0; label < labels; label += 1) {
      row[label] = (row[label] ?? 0) * (fit[label] ?? 0);
      sum += row[label] ?? 0;
    }
    for (let label = 0; label < labels; label += 1) row[label] = (row[label] ?? 0) / sum;
    sums.push(sum);
    forward.push(row);
  }
  const pairs = new Float64Array(transitions.length);
  const own: Float64Array[] = new Array(fits.length);
  let after = new Float64Array(labels).fill(1);
  for (let at = fits.length - 1; at >= 0; at -= 1) {
    const later = after;
    own[at] = Float64Array.from(later, (value, label) => value * (forward[at]?.[label] ?? 0));
    if (at === 0) break;
    const fit = fits[at];
    after = new Float64Array(labels);
    for (let earlier = 0; earlier < labels; earlier += 1) {
      const from = forward[at - 1]?.[earlier] ?? 0;
      const place = rowOf(at, earlier);
      let sum = 0;
      for (let label = 0; label < labels; label += 1) {
        const share =
          ((follow[place + label] ?? 0) * (fit?.[label] ?? 0) * (later[label] ?? 0)) / (sums[at] ?? 1);
        sum += share;
        pairs[place + label] = (pairs[place + label] ?? 0) + from * share;
      }
      after[earlier] = sum;
    }
  }
  pairs.set(own[0] ?? [], first);
  return { own, pairs };
}

/** Scores as factors, the greatest of them 1. None is 0 unless another label is known to be right. */
function fitOf(scores: Float64Array, known: number | undefined): Float64Array {
  const most = Math.max(...scores);
  return scores.map((score, label) =>
    known !== undefined && known !== label ? 0 : Math.max(MIN_PROBABILITY, Math.exp(score - most)),
  );
}

const MIN_PROBABILITY = 1e-30;

/** Trains a model that says yes where its score is above 0. */
export function trainChoice(
  examples: readonly Choice[],
  buckets: number,
  { rounds, rate, decay }: TrainingPlan,
): LinearModel {
  const weights = new Float64Array(buckets);
  const sum = new Float64Array(buckets);
  const order = examples.map((_, at) => at);
  const random = randomFrom(11);
  for (let round = 0; round < rounds; round += 1) {
    shuffle(order, random);
    const pace = rate / (1 + round * 0.25);
    for (const at of order) {
      const example = examples[at];
      if (example === undefined) continue;
      let score = 0;
      for (const feature of example.features) score += weights[feature] ?? 0;
      const gradient = 1 / (1 + Math.exp(-score)) - (example.isRight ? 1 : 0);
      for (const feature of example.features) weights[feature] = (weights[feature] ?? 0) - pace * gradient;
    }
    for (let at = 0; at < buckets; at += 1) {
      weights[at] = (weights[at] ?? 0) * (1 - decay);
      if (round >= rounds / 2) sum[at] = (sum[at] ?? 0) + (weights[at] ?? 0);
    }
  }
  const counted = rounds - Math.ceil(rounds / 2);
  return {
    buckets,
    labels: 1,
    weights: sum.map((value) => value / counted),
    transitions: new Float64Array(2),
  };
}

function shuffle(order: number[], random: () => number): void {
  for (let at = order.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [order[at], order[other]] = [order[other] ?? 0, order[at] ?? 0];
  }
}

/** Numbers from 0 to 1 that are the same every time (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
