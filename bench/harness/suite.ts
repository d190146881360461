import type { Goal } from './goal.ts';
import type { Plot } from './plot.ts';
import type { Table } from './table.ts';

/** What a suite is given to work with. */
export interface Bench {
  /** An empty directory on the disk that is measured; it is removed afterwards. */
  readonly directory: string;
  /** A PostgreSQL of its own, with the settings it comes with. */
  readonly postgresUrl: string;
  /** Less of everything: to see that the benchmarks run, not how fast anything is. */
  readonly quick: boolean;
  /** Says what is being measured now. */
  progress(text: string): void;
}

/** One thing a reader wants to know, answered by a table. */
export interface Answer {
  readonly question: string;
  /** What exactly was measured: paragraphs of Markdown. */
  readonly method: readonly string[];
  readonly table: Table;
  /** Where a picture says it sooner than the table. */
  readonly plot?: Plot;
  readonly goals: readonly Goal[];
  /** What a fair reader should know before drawing conclusions. */
  readonly notes: readonly string[];
}

export interface Suite {
  readonly name: string;
  readonly title: string;
  readonly questions: readonly ((bench: Bench) => Promise<Answer>)[];
}
