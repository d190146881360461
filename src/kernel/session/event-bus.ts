/** Any event with a `type`. */
export interface BusEvent {
  readonly type: string;
}

/** Delivers events to listeners in this process. It stores nothing: durable data is in a journal. */
export interface EventBus {
  /** Calls `listener` for every event of this type until the returned function is called. */
  subscribe<E extends BusEvent>(type: E['type'], listener: (event: E) => void): () => void;
  /**
   * Calls the listeners in the order they subscribed. A listener that throws stops neither the others nor the
   * publisher.
   */
  publish(event: BusEvent): void;
}

/** The event bus of one process. */
export class InProcessEventBus implements EventBus {
  readonly #listeners = new Map<string, Set<(event: BusEvent) => void>>();
  readonly #onError: (error: unknown) => void;

  /** `onError` is called when a listener throws; by default the error becomes an uncaught exception. */
  constructor({ onError = rethrowLater }: { readonly onError?: (error: unknown) => void } = {}) {
    this.#onError = onError;
  }

  subscribe<E extends BusEvent>(type: E['type'], listener: (event: E) => void): () => void {
    // The type tag says which events these are; TypeScript cannot follow it through the map.
    const listen = (event: BusEvent) => listener(event as E);
    const ofType = this.#listeners.get(type) ?? new Set();
    this.#listeners.set(type, ofType.add(listen));
    return () => void ofType.delete(listen);
  }

  publish(event: BusEvent): void {
    for (const listen of [...(this.#listeners.get(event.type) ?? [])]) {
      try {
        listen(event);
      } catch (error) {
        this.#onError(error);
      }
    }
  }
}

function rethrowLater(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}
