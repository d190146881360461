const BYTES = 16;

/** A key for one request. Unlike a random UUID, it is also available on pages without encryption. */
export function requestKey(): string {
  return crypto
    .getRandomValues(new Uint8Array(BYTES))
    .reduce((text, byte) => text + byte.toString(16).padStart(2, '0'), '');
}
