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
  const outward =
    <Args extends unknown[], Result>(method: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      try {
        return await method.apply(handler, args);
      } catch (error) {
        throw outwardError(error, onFailure);
      }
    };
  return {
    getAgentCard: outward(handler.getAgentCard),
    getAuthenticatedExtendedAgentCard: outward(handler.getAuthenticatedExtendedAgentCard),
    sendMessage: outward(handler.sendMessage),
    sendMessageStream: (params, context) => handler.sendMessageStream(params, context),
    getTask: outward(handler.getTask),
    listTasks: outward(handler.listTasks),
    cancelTask: outward(handler.cancelTask),
    resubscribe: (params, context) => handler.resubscribe(params, context),
    createTaskPushNotificationConfig: outward(handler.createTaskPushNotificationConfig),
    getTaskPushNotificationConfig: outward(handler.getTaskPushNotificationConfig),
    listTaskPushNotificationConfigs: outward(handler.listTaskPushNotificationConfigs),
    deleteTaskPushNotificationConfig: outward(handler.deleteTaskPushNotificationConfig),
  };
}
