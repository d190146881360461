import { invalidCommand } from '../error.ts';
import type { Brief, CheckedCriterion } from '../facts.ts';

/** The acceptance part of a plan. */
interface Accepted {
  readonly brief: Brief;
  readonly acceptance?: readonly CheckedCriterion[];
}

const VERDICTS = { met: 'Met', unmet: 'Not met', 'not-checked': 'Not checked' } as const;

/** Every criterion of a plan with its verdict; those without one are unchecked. */
export function criteriaOf({ brief, acceptance = [] }: Accepted): readonly CheckedCriterion[] {
  const known = new Map(acceptance.map((result) => [result.criterion, result]));
  return brief.acceptance.map(
    (criterion) => known.get(criterion) ?? { criterion, verdict: 'not-checked' as const },
  );
}

/** Whether results contain new verdicts. Throws an `InvalidCommand` for an unknown criterion. */
export function isNewVerdict(
  plan: Accepted & { readonly completed: boolean },
  results: readonly CheckedCriterion[],
): boolean {
  const unknown = results.find(({ criterion }) => !plan.brief.acceptance.includes(criterion));
  if (unknown !== undefined) {
    throw invalidCommand(
      `The brief has no criterion ${JSON.stringify(unknown.criterion)}.`,
      'Use the words of the brief.',
    );
  }
  const known = criteriaOf(plan);
  const isKnown = (result: CheckedCriterion) =>
    (plan.acceptance ?? []).length > 0 &&
    known.some(
      ({ criterion, verdict, reason }) =>
        criterion === result.criterion && verdict === result.verdict && reason === result.reason,
    );
  // After a plan has restarted, verdicts are open again.
  return plan.completed && !results.every(isKnown);
}

/** Whether a criterion was checked and is not met. */
export function isUnmet(plan: Accepted): boolean {
  return criteriaOf(plan).some(({ verdict }) => verdict === 'unmet');
}

/** The name of a verdict. */
export function verdictText({ verdict }: Pick<CheckedCriterion, 'verdict'>): string {
  return VERDICTS[verdict];
}

/** The criteria, one per line, unmet ones first. */
export function criteriaText(criteria: readonly CheckedCriterion[]): string {
  const order = ['unmet', 'not-checked', 'met'];
  return criteria
    .toSorted((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict))
    .map(({ reason, ...each }) => {
      const why = reason === undefined || reason === '' ? '' : ` (${reason})`;
      return `${verdictText(each)}: ${each.criterion}${why}`;
    })
    .join('\n');
}

/** Verdicts, updated by later ones. */
export function withResults(
  before: readonly CheckedCriterion[],
  results: readonly CheckedCriterion[],
): readonly CheckedCriterion[] {
  const byCriterion = new Map([...before, ...results].map((result) => [result.criterion, result]));
  return [...byCriterion.values()];
}
