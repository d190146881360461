/** The turn in progress of a session; there is at most one. */
export class RunningTurn {
  #running: { readonly cancel: AbortController; readonly ended: Promise<unknown> } | undefined;

  get isOn(): boolean {
    return this.#running !== undefined;
  }

  /** Runs a turn until it is done, cancelled, or the connection ends. */
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

  /** Cancels the turn, and resolves when it has ended. */
  async end(): Promise<void> {
    this.cancel();
    await this.#running?.ended;
  }
}
