/** How many of something each client has at the moment. */
export class ClientCounts {
  readonly #counts = new Map<string, number>();

  /** How many the client has. */
  of(client: string): number {
    return this.#counts.get(client) ?? 0;
  }

  /** The client has one more, until what is returned is called. */
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
