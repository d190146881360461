import type { Fix, Proposal, Question, RepairAction, RepairOption } from './action.ts';
import {
  type Finding,
  type Invariant,
  type Issue,
  type IssueRecord,
  issueIdOf,
  type Severity,
  waiversIn,
} from './issue.ts';

/** How often the same issue on the same target is fixed without asking. */
const MAX_AUTO_FIXES = 2;

/** How a domain fixes its issues. Everything here is pure. */
export interface Fixes<Subject, Type extends string, Target, Change> {
  /** The fixes that need no decision. The engine picks the one that leaves the fewest issues and changes the least. */
  auto(issue: Issue<Type, Target>, subject: Subject): readonly Fix<Change>[];
  /** The choices for a person. The engine leaves out those that would make things worse. */
  options(issue: Issue<Type, Target>, subject: Subject): readonly Proposal<Change>[];
  /** Why these options are offered. */
  reason(issue: Issue<Type, Target>, subject: Subject): string;
  /** The question about the fatal issues. */
  question(fatal: readonly Issue<Type, Target>[], subject: Subject): Question;
  /** The subject after the change; the same object if the change cannot be made. */
  apply(change: Change, subject: Subject): Subject;
  /** How many nodes of the plan a change touches. */
  size(change: Change, subject: Subject): number;
}

/** A domain: its rules, how severe a violation is, and how to fix it. */
export interface RepairDomain<Subject, Type extends string, Target, Change> {
  /** In order of priority. */
  readonly invariants: readonly Invariant<Subject, Type, Target>[];
  severity(finding: Finding<Type, Target>, subject: Subject): Severity;
  readonly fixes: Fixes<Subject, Type, Target, Change>;
  /** The most useful question about missing information. */
  gaps(subject: Subject): Question | undefined;
  /** What to do when nothing is wrong or missing. */
  next(subject: Subject): RepairAction<Change>;
  /** The current time, ISO 8601. */
  now(): string;
}

/** A plan with its known issues. */
export interface RepairState<Subject, Type extends string = string, Target = unknown, Change = unknown> {
  readonly subject: Subject;
  readonly issues: readonly Issue<Type, Target, RepairAction<Change>>[];
  readonly history: readonly IssueRecord<Type, Target>[];
}

/** What the user did: chose an option, or nothing. */
export interface RepairInput {
  readonly choose?: string;
}

/** A change made in a turn, and the reason for it. */
export interface AppliedChange<Change> {
  readonly change: Change;
  readonly by: 'auto-fix' | 'choice';
  readonly issueId: string;
  readonly why: string;
}

/** The result of a turn. `applied` lists the changes that `state` has and the previous state did not. */
export interface Turn<Subject, Type extends string, Target, Change> {
  readonly action: RepairAction<Change>;
  readonly state: RepairState<Subject, Type, Target, Change>;
  readonly applied: readonly AppliedChange<Change>[];
}

/** Finds what is wrong with a plan and fixes only that. Pure: the same state and input give the same turn. */
export interface RepairEngine<Subject, Type extends string, Target, Change> {
  /** All issues that are not waived: by severity, then priority of the invariant, position and id. */
  evaluate(
    state: RepairState<Subject, Type, Target, Change>,
  ): readonly Issue<Type, Target, RepairAction<Change>>[];
  /** Applies a choice, if there is one, evaluates, and takes the next action. */
  turn(
    input: RepairInput,
    state: RepairState<Subject, Type, Target, Change>,
  ): Turn<Subject, Type, Target, Change>;
}

/** Creates an engine for a domain. */
export function createRepairEngine<Subject, Type extends string, Target, Change>(
  domain: RepairDomain<Subject, Type, Target, Change>,
): RepairEngine<Subject, Type, Target, Change> {
  type TheIssue = Issue<Type, Target, RepairAction<Change>>;
  type State = RepairState<Subject, Type, Target, Change>;
  type Option = RepairOption<Change> & { readonly waives: boolean };
  const { invariants, fixes } = domain;

  function findings({ subject, history }: State): { finding: Finding<Type, Target>; priority: number }[] {
    const isWaived = waiversIn(history);
    return invariants.flatMap((invariant, priority) =>
      invariant
        .check(subject)
        .filter((finding) => !isWaived(finding))
        .map((finding) => ({ finding, priority })),
    );
  }

  function evaluate(state: State): readonly TheIssue[] {
    const { subject, issues: before } = state;
    const seen = new Map(before.map(({ id, detectedAt }) => [id, detectedAt]));
    const judged = findings(state).map(({ finding, priority }) => ({
      id: issueIdOf(finding),
      severity: domain.severity(finding, subject),
      finding,
      priority,
    }));
    judged.sort(
      (a, b) =>
        SEVERITY_ORDER[a.severity] - SEVERITY_ORDER[b.severity] ||
        a.priority - b.priority ||
        (a.finding.position ?? 0) - (b.finding.position ?? 0) ||
        compareText(a.id, b.id),
    );
    return judged.map(({ id, severity: bad, finding: { type, target, description } }) => ({
      id,
      type,
      severity: bad,
      target,
      description,
      detectedAt: seen.get(id) ?? domain.now(),
    }));
  }

  function issuesAfter(change: Change, state: State): number {
    const subject = fixes.apply(change, state.subject);
    return findings({ ...state, subject }).length;
  }

  /** The options for an issue, or only the one with this id. */
  function optionsFor(issue: TheIssue, state: State, issueCount: number, id?: string): readonly Option[] {
    const proposed = fixes.options(issue, state.subject);
    const wanted = id === undefined ? proposed : proposed.filter(({ key }) => `${issue.id}/${key}` === id);
    const weighed = wanted.flatMap((proposal) => {
      const left = proposal.waives ? issueCount - 1 : issuesAfter(proposal.change, state);
      return left > issueCount ? [] : [{ proposal, left }];
    });
    weighed.sort(
      (a, b) =>
        a.proposal.group - b.proposal.group ||
        a.left - b.left ||
        compareRanks(a.proposal.rank ?? [], b.proposal.rank ?? []) ||
        compareText(a.proposal.key, b.proposal.key),
    );
    return weighed.map(({ proposal: { key, label, change, waives = false } }) => ({
      id: `${issue.id}/${key}`,
      label,
      mutation: change,
      waives,
    }));
  }

  function bestFix(issue: TheIssue, state: State, issueCount: number): Fix<Change> | undefined {
    const tried = state.history.filter(
      ({ issueId, outcome }) => issueId === issue.id && (outcome === 'AUTO_FIXED' || outcome === 'UNDONE'),
    );
    if (tried.length >= MAX_AUTO_FIXES || tried.some(({ outcome }) => outcome === 'UNDONE')) return undefined;
    const valid = fixes.auto(issue, state.subject).flatMap((fix) => {
      if (fixes.apply(fix.change, state.subject) === state.subject) return [];
      const left = issuesAfter(fix.change, state);
      return left > issueCount ? [] : [{ fix, left, size: fixes.size(fix.change, state.subject) }];
    });
    return valid.toSorted((a, b) => a.left - b.left || a.size - b.size)[0]?.fix;
  }

  /** Finds the option among those of the issue that its id names: an outdated option no longer exists. */
  function chosen(id: string, state: State, issues: readonly TheIssue[]) {
    for (const issue of issues) {
      if (issue.severity === 'FATAL' || !id.startsWith(`${issue.id}/`)) continue;
      const [option] = optionsFor(issue, state, issues.length, id);
      if (option) return { issue, option };
    }
    return undefined;
  }

  function afterChoice(
    id: string,
    state: State,
  ): { state: State; applied: AppliedChange<Change>[] } | undefined {
    const found = chosen(id, state, evaluate(state));
    if (found === undefined) return undefined;
    const { issue, option } = found;
    const finding = findings(state).find((candidate) => issueIdOf(candidate.finding) === issue.id)?.finding;
    const record: IssueRecord<Type, Target> = {
      issueId: issue.id,
      type: issue.type,
      target: issue.target,
      outcome: option.waives ? 'WAIVED' : 'CHOSEN',
      at: domain.now(),
      optionId: id,
      ...(option.waives && finding && { evidence: finding.evidence }),
    };
    const history = [...state.history, record];
    if (option.waives) return { state: { ...state, history }, applied: [] };
    const subject = fixes.apply(option.mutation, state.subject);
    if (subject === state.subject) return undefined;
    const change: AppliedChange<Change> = {
      change: option.mutation,
      by: 'choice',
      issueId: issue.id,
      why: option.label,
    };
    return { state: { ...state, subject, history }, applied: [change] };
  }

  /** The state with its issues, and a history entry for each issue that disappeared without a fix. */
  function settled(state: State, issues: readonly TheIssue[]): State {
    const present = new Set(issues.map(({ id }) => id));
    const last = new Map(state.history.map(({ issueId, outcome }) => [issueId, outcome]));
    const gone = state.issues
      .filter(({ id }) => !present.has(id) && !ENDED.has(last.get(id) ?? ''))
      .map(({ id, type, target }): IssueRecord<Type, Target> => {
        return { issueId: id, type, target, outcome: 'RESOLVED', at: domain.now() };
      });
    return { ...state, issues, history: gone.length === 0 ? state.history : [...state.history, ...gone] };
  }

  function suggestion(issue: TheIssue, state: State): { action: RepairAction<Change>; state: State } {
    const options = optionsFor(issue, state, state.issues.length).map(({ id, label, mutation }) => {
      return { id, label, mutation };
    });
    const reason = fixes.reason(issue, state.subject);
    const action: RepairAction<Change> = { type: 'SUGGEST_REPAIR', options, reason };
    const issues = state.issues.map((other) =>
      other === issue ? { ...issue, suggestedFixes: [action] } : other,
    );
    return { action, state: { ...state, issues } };
  }

  function turn({ choose }: RepairInput, given: State): Turn<Subject, Type, Target, Change> {
    const choice = choose === undefined ? undefined : afterChoice(choose, given);
    const isStale = choose !== undefined && choice === undefined;
    const applied = choice?.applied ?? [];
    const chosenState = choice?.state ?? given;
    const state = settled(chosenState, evaluate(chosenState));

    const fatal = state.issues.filter((issue) => issue.severity === 'FATAL');
    if (fatal.length > 0) {
      return { action: { type: 'ASK_USER', ...fixes.question(fatal, state.subject) }, state, applied };
    }
    const [issue] = state.issues;
    if (issue) {
      const fix = isStale ? undefined : bestFix(issue, state, state.issues.length);
      if (fix === undefined) return { ...suggestion(issue, state), applied };
      const { change, justification } = fix;
      const fixed: State = {
        ...state,
        subject: fixes.apply(change, state.subject),
        history: [...state.history, recordOf(issue, 'AUTO_FIXED')],
      };
      return {
        action: { type: 'AUTO_FIX', change, justification },
        state: settled(fixed, evaluate(fixed)),
        applied: [...applied, { change, by: 'auto-fix', issueId: issue.id, why: justification }],
      };
    }
    const gap = domain.gaps(state.subject);
    return { action: gap ? { type: 'ASK_USER', ...gap } : domain.next(state.subject), state, applied };
  }

  function recordOf({ id, type, target }: TheIssue, outcome: 'AUTO_FIXED'): IssueRecord<Type, Target> {
    return { issueId: id, type, target, outcome, at: domain.now() };
  }

  return { evaluate, turn };
}

const SEVERITY_ORDER: Readonly<Record<Severity, number>> = { FATAL: 0, LOCAL: 1 };
/** Outcomes that a person or a fix has already recorded. */
const ENDED = new Set<string>(['AUTO_FIXED', 'CHOSEN', 'WAIVED', 'RESOLVED']);

function compareRanks(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** By code units, so that the order is the same on every machine. */
function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
