/** Does one piece of work after the other, in the order in which they are asked for. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  /** Resolves to what `work` comes to, and begins it when all before it is over, also what failed. */
  run<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => undefined);
    return result;
  }
}
