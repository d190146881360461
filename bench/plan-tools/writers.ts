/** What became of writers that all added a step to one plan at the same time. */
export interface Outcome {
  /** How many were told that their step was added. */
  readonly answered: number;
  /** How many of the steps were in the plan afterwards. */
  readonly kept: number;
}

/** Processes that share a plan, ready to write. */
export interface Writers {
  /** Lets `count` writers, spread over the processes, add a step each to a plan that has some already. */
  race(count: number): Promise<Outcome>;
  close(): Promise<void>;
}

/** A step that says which writer it is from. */
export function stepOfWriter(writer: number): { readonly title: string; readonly detail: string } {
  return {
    title: `Step of writer ${writer}`,
    detail: `What writer ${writer} found out has to be looked at.`,
  };
}

/** How many writers have a step among these. */
export function writersAmong(titles: readonly string[]): number {
  return new Set(titles.filter((title) => title.startsWith('Step of writer '))).size;
}
