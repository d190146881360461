/** The one prompt of a session that is being answered. */
export class RunningTurn {
  #running: { readonly cancel: AbortController; readonly ended: Promise<unknown> } | undefined;

  get isOn(): boolean {
    return this.#running !== undefined;
  }

  /** Answers, until it is done, cancelled or the connection ends. */
  async run(
    connection: AbortSignal,
    answer: (signal: AbortSignal) => Promise<void>,
  ): Promise<'end_turn' | 'cancelled'> {
    const cancel = new AbortController();
    const signal = AbortSignal.any([cancel.signal, connection]);
    const turn = answer(signal);
    this.#running = { cancel, ended: turn.catch(() => undefined) };
    try {
      await turn;
      return signal.aborted ? 'cancelled' : 'end_turn';
    } catch (error) {
      if (signal.aborted) return 'cancelled';
      throw error;
    } finally {
      this.#running = undefined;
    }
  }

  cancel(): void {
    this.#running?.cancel.abort();
  }

  /** Cancels it, and resolves when it has ended. */
  async end(): Promise<void> {
    this.cancel();
    await this.#running?.ended;
  }
}
