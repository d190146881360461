import { invalidCommand } from '../error.ts';
import type { Brief, CheckedCriterion } from '../facts.ts';

/** A plan, as far as its criteria of acceptance go. */
interface Accepted {
  readonly brief: Brief;
  readonly acceptance?: readonly CheckedCriterion[];
}

const VERDICTS = { met: 'Met', unmet: 'Not met', 'not-checked': 'Not checked' } as const;

/** Every criterion of a plan with what was found out about it; those that nobody has looked at are not checked. */
export function criteriaOf({ brief, acceptance = [] }: Accepted): readonly CheckedCriterion[] {
  const known = new Map(acceptance.map((result) => [result.criterion, result]));
  return brief.acceptance.map(
    (criterion) => known.get(criterion) ?? { criterion, verdict: 'not-checked' as const },
  );
}

/** Whether results say something that is not known yet. Throws an `InvalidCommand` for what is no criterion of the plan. */
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
  // Of a plan that has begun again it is not clear yet.
  return plan.completed && !results.every(isKnown);
}

/** Whether a criterion was looked at and does not hold. */
export function isUnmet(plan: Accepted): boolean {
  return criteriaOf(plan).some(({ verdict }) => verdict === 'unmet');
}

/** What a verdict is called. */
export function verdictText({ verdict }: Pick<CheckedCriterion, 'verdict'>): string {
  return VERDICTS[verdict];
}

/** Criteria one a line, those that are not met first. */
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

/** What was found out about criteria, with what was found out later. */
export function withResults(
  before: readonly CheckedCriterion[],
  results: readonly CheckedCriterion[],
): readonly CheckedCriterion[] {
  const byCriterion = new Map([...before, ...results].map((result) => [result.criterion, result]));
  return [...byCriterion.values()];
}
