/** What became of the changes made to one file or folder. */
export interface Score {
  readonly killed: number;
  readonly survived: number;
}

interface Report {
  readonly files: Readonly<Record<string, { readonly mutants: readonly { readonly status: string }[] }>>;
}

/** Noticed by a test, or by a test that did not end. */
const KILLED = new Set(['Killed', 'Timeout']);
/** Noticed by no test, or run by none. */
const SURVIVED = new Set(['Survived', 'NoCoverage']);

/** The score of every file in Stryker's report, by path. */
export function fileScores(report: Report): ReadonlyMap<string, Score> {
  return new Map(
    Object.entries(report.files).map(([path, { mutants }]) => [
      path,
      {
        killed: mutants.filter(({ status }) => KILLED.has(status)).length,
        survived: mutants.filter(({ status }) => SURVIVED.has(status)).length,
      },
    ]),
  );
}

/** All of them as one. */
export function totalScore(scores: Iterable<Score>): Score {
  let total: Score = { killed: 0, survived: 0 };
  for (const { killed, survived } of scores) {
    total = { killed: total.killed + killed, survived: total.survived + survived };
  }
  return total;
}

/** The share of changes that was noticed, in percent. */
export function percent({ killed, survived }: Score): number {
  return killed + survived === 0 ? 100 : (100 * killed) / (killed + survived);
}
