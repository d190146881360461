/** A counter for each client. */
export class ClientCounts {
  readonly #counts = new Map<string, number>();

  /** The client's current count. */
  of(client: string): number {
    return this.#counts.get(client) ?? 0;
  }

  /** Adds one to the client's count. Call the returned function to subtract it. */
  add(client: string): () => void {
    this.#counts.set(client, this.of(client) + 1);
    let isCounted = true;
    return () => {
      if (!isCounted) return;
      isCounted = false;
      const left = this.of(client) - 1;
      if (left > 0) this.#counts.set(client, left);
      else this.#counts.delete(client);
    };
  }
}
