import { A2AError } from '@a2a-js/sdk/errors';
import type { A2ARequestHandler } from '@a2a-js/sdk/server';

/** The public message for internal failures. */
export const FAILED_TO_ANSWER = 'The agent failed to answer.';

/** An error as clients may see it. Unexpected errors are kept private, because they may contain anything. */
export function outwardError(error: unknown, onFailure: (error: unknown) => void): A2AError {
  if (error instanceof A2AError) return error;
  onFailure(error);
  return new A2AError(FAILED_TO_ANSWER);
}

/** Wraps a handler so that its errors are safe to send. Streams handle their errors where they are read. */
export function withOutwardErrors(
  handler: A2ARequestHandler,
  onFailure: (error: unknown) => void,
): A2ARequestHandler {
  return new Proxy(handler, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== 'function') return method;
      return (...args: unknown[]) => {
        const answer: unknown = method.apply(target, args);
        if (!(answer instanceof Promise)) return answer;
        return answer.catch((error: unknown) => {
          throw outwardError(error, onFailure);
        });
      };
    },
  });
}
