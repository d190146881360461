/** What can be done with a fact of a session. A journal that is none is only looked at. */
export interface FactActions {
  /** The address of the moment right after a fact. */
  momentAddress(seq: number): string;
  travel(seq: number): void;
  fork(seq: number): void;
  /** The first of two moments, while the second is being chosen. */
  readonly marked: number | undefined;
  mark(seq: number): void;
  /** Shows what differs between two moments; without a second one, to the present. */
  compare(from: number, to?: number): void;
}
