/** How a connection fails that the other side has closed. */
const CLOSED = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);
const MAX_RESENT = 2;
/** By then this process has noticed which of its other idle connections are closed as well. */
const NOTICED_MS = 10;

/**
 * The usual fetch, but for one thing that servers do at any time: they close a connection that was idle, and whoever was about
 * to use it cannot know. A request that met a closed connection, and no answer, is sent again on another one.
 */
export const resendingFetch: typeof fetch = async (input, init) => {
  for (let sent = 1; ; sent++) {
    try {
      return await fetch(input, init);
    } catch (error) {
      const isSpent = init?.body instanceof ReadableStream || init?.signal?.aborted;
      if (sent > MAX_RESENT || isSpent || !wasClosed(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, NOTICED_MS));
    }
  }
};

function wasClosed(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause && CLOSED.has(String(cause.code));
}
