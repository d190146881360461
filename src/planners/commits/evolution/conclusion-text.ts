import { archiveOf, bestOf, isGain, isNewBest, type MeasuredCommit } from './archive.ts';
import type { EvolutionSetup } from './evolution-facts.ts';
import { cellCount, isBetter, type MeasuredValue, valueText } from './measure/archive-cell.ts';

/** Whether a measured commit enters the archive, and why. */
export interface Verdict {
  readonly kept: boolean;
  readonly note: string;
}

/** Decides on a commit, compared with those measured before it. */
export function verdictOn(
  measured: MeasuredCommit,
  before: readonly MeasuredCommit[],
  setup: Pick<EvolutionSetup, 'objective' | 'measures'>,
): Verdict {
  const { metric } = setup.objective;
  const elite = archiveOf(before, setup).get(measured.cell);
  const best = bestOf(before, setup);
  const found = `${metric} ${valueText(measured)}`;
  if (isNewBest(measured, best, setup.objective)) {
    const compared = best === undefined ? '' : `, ${comparedWith(measured, inTurn(measured, best))} before`;
    return { kept: true, note: `${found} is the best so far${compared}.` };
  }
  if (elite === undefined) {
    return { kept: true, note: `${found} is the first in cell ${measured.cell} of ${cellCount(setup)}.` };
  }
  const place = cellCount(setup) === 1 ? 'so far' : `in cell ${measured.cell}`;
  const isElite = elite !== best && isGain(measured, elite, setup.objective);
  const other = inTurn(measured, elite);
  if (isElite)
    return { kept: true, note: `${found} is the best ${place}, ${comparedWith(measured, other)} before.` };
  const { against } = measured;
  if (against && isGain(measured, elite, setup.objective))
    return {
      kept: false,
      note: `${found}: its parent, measured in turn with it, is now at ${valueText(against)}, a difference within the noise.`,
    };
  const name = `the best ${place} (${elite.commit.slice(0, 10)})`;
  if (isBetter(measured.objective, other.objective, setup.objective)) {
    const than = `${comparedWith(measured, other)} of ${name}`;
    return { kept: false, note: `${found} is ${than}, which is within the noise.` };
  }
  return { kept: false, note: `${found} is no better than ${valueText(other)}, ${name}.` };
}

/** The value to compare with: for a parent, its alternate measurement; for another commit, its own. */
function inTurn({ against }: MeasuredCommit, other: MeasuredCommit): MeasuredValue {
  return against?.commit === other.commit ? against : other;
}

/** The difference of two values as text, such as `77.9 % less than the 79800`. */
export function comparedWith({ objective: value }: MeasuredValue, other: MeasuredValue): string {
  const than = `${value < other.objective ? 'less' : 'more'} than the ${valueText(other)}`;
  if (other.objective === 0) return than;
  const percent = Math.round(((value - other.objective) / Math.abs(other.objective)) * 1000) / 10;
  return `${Math.abs(percent)} % ${than}`;
}
