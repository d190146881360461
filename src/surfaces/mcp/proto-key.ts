import { INVALID_PARAMS } from '@modelcontextprotocol/server';

/** How the key is written in JSON, perhaps with an escaped underscore. */
const MAY_HAVE_KEY = /__proto__|\\u005f/i;

/**
 * The answer to a message with a key `__proto__`, which the SDK would drop before a tool could refuse it; undefined for
 * every other message, and for what is no JSON.
 */
export function protoKeyRefusal(text: string): object | undefined {
  if (!MAY_HAVE_KEY.test(text)) return undefined;
  let found = false;
  try {
    const message: unknown = JSON.parse(text, (key, value) => {
      found ||= key === '__proto__';
      return value;
    });
    if (!found) return undefined;
    const { id } = Object(message);
    return rpcError(
      typeof id === 'string' || typeof id === 'number' ? id : null,
      INVALID_PARAMS,
      'Nothing may be named "__proto__". Leave that argument out.',
    );
  } catch {
    return undefined;
  }
}

/** An error of JSON-RPC as an answer. */
export function rpcError(id: string | number | null, code: number, message: string): object {
  return { jsonrpc: '2.0', id, error: { code, message } };
}
