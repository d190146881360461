const BYTES = 16;

/** A name for one thing that is asked for. It is also there on pages without encryption, unlike a random UUID. */
export function requestKey(): string {
  return crypto
    .getRandomValues(new Uint8Array(BYTES))
    .reduce((text, byte) => text + byte.toString(16).padStart(2, '0'), '');
}
