/** Browsers have no other way than a timer. */
const hasTurns = typeof globalThis.setImmediate === 'function';

/** Runs something in the next turn of the event loop, after what has arrived was read, unless the returned function is called first. */
export function nextTurn(run: () => void): () => void {
  if (hasTurns) {
    const waiting = setImmediate(run);
    return () => clearImmediate(waiting);
  }
  const waiting = setTimeout(run);
  return () => clearTimeout(waiting);
}
