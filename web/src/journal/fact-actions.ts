/** The actions of a fact in a session. Other journals are read-only. */
export interface FactActions {
  /** The address of the moment after a fact. */
  momentAddress(seq: number): string;
  travel(seq: number): void;
  fork(seq: number): void;
  /** The first of two moments, while the second is being chosen. */
  readonly marked: number | undefined;
  mark(seq: number): void;
  /** Shows the differences between two moments; by default up to the present. */
  compare(from: number, to?: number): void;
}
