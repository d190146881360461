/** A question, and why it is asked. */
export interface Question {
  readonly question: string;
  readonly reason: string;
}

/** One way to mend an issue, as it is offered to a person. */
export interface RepairOption<Change = unknown> {
  readonly id: string;
  readonly label: string;
  readonly mutation: Change;
}

/** What the engine does next. One a turn. */
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

/** A change that a domain proposes, before the engine has checked what it leads to. */
export interface Proposal<Change> {
  /** Names it among those for the same issue. */
  readonly key: string;
  readonly label: string;
  readonly change: Change;
  /** Lower groups come first, whatever they lead to. */
  readonly group: number;
  /** Orders proposals of one group that leave equally many issues: the smaller number first, then the next number. */
  readonly rank?: readonly number[];
  /** Choosing it leaves the issue as it is, for good. */
  readonly waives?: boolean;
}
