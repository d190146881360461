import { UNIT_ROLES } from './linear-model.ts';
import { unpack } from './packed-weights.ts';
import type { Reader } from './reader.ts';
import { WEIGHTS } from './weights.ts';

let known: Reader | undefined;

/** The trained reader, whose weights are unpacked on first use. */
export function learnedReader(): Reader {
  if (known === undefined) {
    const cuts = unpack(WEIGHTS.cuts);
    const roles = unpack(WEIGHTS.roles);
    known = {
      cuts: { buckets: cuts.length, labels: 1, weights: cuts, transitions: [] },
      roles: {
        buckets: roles.length / UNIT_ROLES.length,
        labels: UNIT_ROLES.length,
        weights: roles,
        transitions: WEIGHTS.transitions,
      },
    };
  }
  return known;
}
