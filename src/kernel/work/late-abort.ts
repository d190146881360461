/** An `AbortController` that is only created when somebody wants its signal: most work ends before anybody does. */
export class LateAbort {
  #controller: AbortController | undefined;
  #isAborted = false;
  #reason: unknown;

  get isAborted(): boolean {
    return this.#isAborted;
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#isAborted) this.#controller.abort(this.#reason);
    }
    return this.#controller.signal;
  }

  /** The first reason counts. */
  abort(reason: unknown): void {
    if (this.#isAborted) return;
    this.#isAborted = true;
    this.#reason = reason;
    this.#controller?.abort(reason);
  }

  throwIfAborted(): void {
    if (this.#isAborted) throw this.#reason;
  }
}
