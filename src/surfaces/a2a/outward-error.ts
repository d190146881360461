import { A2AError } from '@a2a-js/sdk/errors';
import type { A2ARequestHandler } from '@a2a-js/sdk/server';

/** All that is said of a failure that is nobody's mistake. */
export const FAILED_TO_ANSWER = 'The agent failed to answer.';

/** An error as the other side may see it. What was not thrown on purpose stays in the server: it may hold anything. */
export function outwardError(error: unknown, onFailure: (error: unknown) => void): A2AError {
  if (error instanceof A2AError) return error;
  onFailure(error);
  return new A2AError(FAILED_TO_ANSWER);
}

/** The same handler, with errors that may be seen. Streams fail where they are read, and are seen to there. */
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
