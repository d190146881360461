import { archiveOf, bestOf, type MeasuredCommit } from './archive.ts';
import { cellCount, isBetter } from './evaluated-cell.ts';
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
  const found = `${metric} ${numberText(measured.objective)}`;
  if (best === undefined || isBetter(measured.objective, best.objective, setup.objective)) {
    const compared =
      best === undefined ? '' : `, ${comparedWith(measured.objective, best.objective)} the best before`;
    return { kept: true, note: `${found}${compared}: the best so far.` };
  }
  if (elite === undefined) {
    return { kept: true, note: `${found}: the first in cell ${measured.cell} of ${cellCount(setup)}.` };
  }
  const place = cellCount(setup) === 1 ? 'so far' : `in cell ${measured.cell}`;
  if (isBetter(measured.objective, elite.objective, setup.objective))
    return {
      kept: true,
      note: `${found}, ${comparedWith(measured.objective, elite.objective)} the best ${place} before.`,
    };
  return {
    kept: false,
    note: `${found} is no better than ${numberText(elite.objective)}, the best ${place} (${elite.commit.slice(0, 10)}).`,
  };
}

/** A number as people read it. */
export function numberText(value: number): string {
  return String(Number(value.toPrecision(6)));
}

function comparedWith(value: number, other: number): string {
  if (other === 0) return `after ${numberText(other)} of`;
  const percent = Math.round(((value - other) / Math.abs(other)) * 1000) / 10;
  return `${Math.abs(percent)} % ${percent < 0 ? 'less' : 'more'} than`;
}
