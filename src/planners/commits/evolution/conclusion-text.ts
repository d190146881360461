import { archiveOf, bestOf, isGain, isNewBest, type MeasuredCommit } from './archive.ts';
import { cellCount, isBetter, type MeasuredValue } from './evaluated-cell.ts';
import type { EvolutionSetup } from './evolution-facts.ts';

/** Whether a measured commit enters the archive, and why, in words. */
export interface Verdict {
  readonly kept: boolean;
  readonly note: string;
}

/** Decides on a commit by those that were measured before it. */
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
    const compared =
      best === undefined ? '' : `, ${comparedWith(measured, inTurn(measured, best))} the best before`;
    return { kept: true, note: `${found}${compared}: the best so far.` };
  }
  if (elite === undefined) {
    return { kept: true, note: `${found}: the first in cell ${measured.cell} of ${cellCount(setup)}.` };
  }
  const place = cellCount(setup) === 1 ? 'so far' : `in cell ${measured.cell}`;
  const isElite = elite !== best && isGain(measured, elite, setup.objective);
  const other = inTurn(measured, elite);
  if (isElite)
    return { kept: true, note: `${found}, ${comparedWith(measured, other)} the best ${place} before.` };
  const { against } = measured;
  if (against && isGain(measured, elite, setup.objective))
    return {
      kept: false,
      note: `${found}: its parent, measured in turn with it, is at ${valueText(against)} now, which noise does not tell apart.`,
    };
  const name = `the best ${place} (${elite.commit.slice(0, 10)})`;
  if (isBetter(measured.objective, other.objective, setup.objective)) {
    const than = `${comparedWith(measured, other)} the ${valueText(other)} of ${name}`;
    return { kept: false, note: `${found} is ${than}, which is within the noise.` };
  }
  return { kept: false, note: `${found} is no better than ${valueText(other)}, ${name}.` };
}

/** What a commit is compared with: its parent as it was measured in turn with it, another one as it was. */
function inTurn({ against }: MeasuredCommit, other: MeasuredCommit): MeasuredValue {
  return against?.commit === other.commit ? against : other;
}

/** A measured value as people read it, with its spread. */
export function valueText({ objective, spread }: MeasuredValue): string {
  return spread === 0 ? numberText(objective) : `${numberText(objective)} ± ${numberText(spread)}`;
}

/** A number as people read it. */
export function numberText(value: number): string {
  return String(Number(value.toPrecision(6)));
}

function comparedWith({ objective: value }: MeasuredValue, { objective: other }: MeasuredValue): string {
  if (other === 0) return `after ${numberText(other)} of`;
  const percent = Math.round(((value - other) / Math.abs(other)) * 1000) / 10;
  return `${Math.abs(percent)} % ${percent < 0 ? 'less' : 'more'} than`;
}
