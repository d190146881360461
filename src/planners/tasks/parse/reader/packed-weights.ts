/** Weights as text: one of 64 characters each, for values evenly spaced around 0. */
export interface PackedWeights {
  readonly step: number;
  readonly signs: string;
}

const SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-';
const ZERO = 32;
/** The share of weights that may exceed the range of the characters. */
const CLIPPED = 0.001;

/** Encodes weights as text. */
export function pack(weights: ArrayLike<number>): PackedWeights {
  const sizes = Float64Array.from(weights, Math.abs).sort();
  const most = sizes[Math.floor((sizes.length - 1) * (1 - CLIPPED))] ?? 0;
  const step = Math.fround((most || 1) / (ZERO - 1));
  const sign = (weight: number) =>
    SIGNS[ZERO + Math.max(1 - ZERO, Math.min(ZERO - 1, Math.round(weight / step)))] ?? '';
  return { step, signs: Array.from(weights, sign).join('') };
}

/** Decodes weights from text. */
export function unpack({ step, signs }: PackedWeights): Float32Array {
  const values = new Map(Array.from(SIGNS, (sign, at) => [sign.charCodeAt(0), (at - ZERO) * step]));
  return Float32Array.from({ length: signs.length }, (_, at) => values.get(signs.charCodeAt(at)) ?? 0);
}
