import { INVALID_PARAMS } from '@modelcontextprotocol/server';

/** The key in JSON, possibly with an escaped underscore. */
const MAY_HAVE_KEY = /__proto__|\\u005f/i;

/**
 * The response to a message with a `__proto__` key, which the SDK would drop before a tool could refuse it; undefined
 * for every other message, and for invalid JSON.
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

/** A JSON-RPC error response. */
export function rpcError(id: string | number | null, code: number, message: string): object {
  return { jsonrpc: '2.0', id, error: { code, message } };
}
