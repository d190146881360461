/** How bad it is: a fatal issue needs an answer from the user, a local one can be mended where it is. */
export type Severity = 'FATAL' | 'LOCAL';

/** What an invariant found: one thing that is wrong, before anybody judged how bad it is. */
export interface Finding<Type extends string = string, Target = unknown> {
  readonly type: Type;
  readonly target: Target;
  /** Names the problem among those of its type. The same problem has the same key in every evaluation. */
  readonly key: string;
  /** What the finding rests on. A waiver holds for as long as this stays the same. */
  readonly evidence: string;
  readonly description: string;
  /** Where it stands in the plan: of two equally bad problems the earlier one comes first. */
  readonly position?: number;
}

/** A rule that a plan has to keep. It reads whatever it is given and never throws. */
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
  /** What can be done about it, on the issue that a turn is about. */
  readonly suggestedFixes?: readonly Action[];
}

/** What became of an issue. */
export type IssueOutcome = 'AUTO_FIXED' | 'CHOSEN' | 'WAIVED' | 'RESOLVED' | 'UNDONE';

/** One line of the history of issues: for the audit, for waivers, and so that repairs do not go in circles. */
export interface IssueRecord<Type extends string = string, Target = unknown> {
  readonly issueId: string;
  readonly type: Type;
  readonly target: Target;
  readonly outcome: IssueOutcome;
  readonly at: string;
  /** The option that was chosen. */
  readonly optionId?: string | undefined;
  /** What a waived issue rested on. */
  readonly evidence?: string | undefined;
}

/** The id of the issue that a finding stands for. */
export function issueIdOf({ type, key }: Pick<Finding, 'type' | 'key'>): string {
  return `${type}:${key}`;
}

/** Tells whether the user said that something may stay as it is, and it still is as it was then. */
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
