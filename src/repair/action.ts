/** A question, and the reason for it. */
export interface Question {
  readonly question: string;
  readonly reason: string;
}

/** One way to fix an issue, as offered to a person. */
export interface RepairOption<Change = unknown> {
  readonly id: string;
  readonly label: string;
  readonly mutation: Change;
}

/** What the engine does next: one action per turn. */
export type RepairAction<Change = unknown> =
  | ({ readonly type: 'ASK_USER' } & Question)
  | { readonly type: 'AUTO_FIX'; readonly change: Change; readonly justification: string }
  | {
      readonly type: 'SUGGEST_REPAIR';
      readonly options: readonly RepairOption<Change>[];
      readonly reason: string;
    }
  | { readonly type: 'CONTINUE_PLAN' };

/** A change that may be made without asking. */
export interface Fix<Change> {
  readonly change: Change;
  readonly justification: string;
}

/** A change that a domain proposes, before the engine has checked its effects. */
export interface Proposal<Change> {
  /** Identifies it among the proposals for the same issue. */
  readonly key: string;
  readonly label: string;
  readonly change: Change;
  /** Lower groups come first, whatever their effects. */
  readonly group: number;
  /** Orders proposals of a group that leave equally many issues: by the first number, then the next, smaller first. */
  readonly rank?: readonly number[];
  /** Choosing it keeps the issue as it is, permanently. */
  readonly waives?: boolean;
}
