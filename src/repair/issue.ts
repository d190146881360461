/** A fatal issue needs an answer from the user, a local one can be fixed in place. */
export type Severity = 'FATAL' | 'LOCAL';

/** A violation that an invariant found, before its severity is judged. */
export interface Finding<Type extends string = string, Target = unknown> {
  readonly type: Type;
  readonly target: Target;
  /** Identifies the problem among those of its type, permanently. */
  readonly key: string;
  /** What the finding is based on. A waiver holds as long as this stays the same. */
  readonly evidence: string;
  readonly description: string;
  /** Its position in the plan: of two equally severe problems the earlier one comes first. */
  readonly position?: number;
}

/** A rule that a plan has to satisfy. It accepts any input and never throws. */
export interface Invariant<Subject, Type extends string = string, Target = unknown> {
  readonly name: string;
  check(subject: Subject): readonly Finding<Type, Target>[];
}

/** Something that is wrong with a plan. */
export interface Issue<Type extends string = string, Target = unknown, Action = unknown> {
  /** The same problem has the same id in every evaluation. */
  readonly id: string;
  readonly type: Type;
  readonly severity: Severity;
  readonly target: Target;
  readonly description: string;
  /** When it was first seen, ISO 8601. */
  readonly detectedAt: string;
  /** How it can be fixed, on the issue that a turn is about. */
  readonly suggestedFixes?: readonly Action[];
}

/** How an issue ended. */
export type IssueOutcome = 'AUTO_FIXED' | 'CHOSEN' | 'WAIVED' | 'RESOLVED' | 'UNDONE';

/** An entry in the history of issues: for auditing, for waivers, and to keep repairs from going in circles. */
export interface IssueRecord<Type extends string = string, Target = unknown> {
  readonly issueId: string;
  readonly type: Type;
  readonly target: Target;
  readonly outcome: IssueOutcome;
  readonly at: string;
  /** The option that was chosen. */
  readonly optionId?: string | undefined;
  /** The evidence of a waived issue. */
  readonly evidence?: string | undefined;
}

/** The id of the issue for a finding. */
export function issueIdOf({ type, key }: Pick<Finding, 'type' | 'key'>): string {
  return `${type}:${key}`;
}

/** Tells whether the user has waived an issue and its evidence is unchanged. */
export function waiversIn(
  history: readonly IssueRecord[],
): (finding: Pick<Finding, 'type' | 'key' | 'evidence'>) => boolean {
  const waived = new Set(
    history
      .filter(({ outcome }) => outcome === 'WAIVED')
      .map(({ issueId, evidence = '' }) => waiver(issueId, evidence)),
  );
  return (finding) => waived.has(waiver(issueIdOf(finding), finding.evidence));
}

function waiver(issueId: string, evidence: string): string {
  return JSON.stringify([issueId, evidence]);
}
