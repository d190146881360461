import type {
  AgentCard,
  CancelTaskRequest,
  GetTaskRequest,
  ListTasksRequest,
  ListTasksResponse,
  Message,
  SendMessageRequest,
  StreamResponse,
  SubscribeToTaskRequest,
  Task,
} from '@a2a-js/sdk';
import {
  ExtendedAgentCardNotConfiguredError,
  PushNotificationNotSupportedError,
  RequestMalformedError,
} from '@a2a-js/sdk/errors';
import type { A2ARequestHandler } from '@a2a-js/sdk/server';
import { type CallerContexts, withContext } from './caller-contexts.ts';
import type { ContextTasks } from './context-tasks.ts';

/** The methods of the protocol for a published session, called by the SDK's transports. */
export class SessionRequestHandler implements A2ARequestHandler {
  readonly #card: AgentCard;
  readonly #contexts: CallerContexts;
  readonly createTaskPushNotificationConfig = noNotifications;
  readonly getTaskPushNotificationConfig = noNotifications;
  readonly listTaskPushNotificationConfigs = noNotifications;
  readonly deleteTaskPushNotificationConfig = noNotifications;

  constructor(card: AgentCard, contexts: CallerContexts) {
    this.#card = card;
    this.#contexts = contexts;
  }

  async getAgentCard(): Promise<AgentCard> {
    return this.#card;
  }

  async getAuthenticatedExtendedAgentCard(): Promise<AgentCard> {
    throw new ExtendedAgentCardNotConfiguredError('This agent has one card for everybody.');
  }

  async sendMessage({ message, configuration }: SendMessageRequest): Promise<Task> {
    const { tasks, id } = await this.#receive(message, configuration);
    return await tasks.answer(id, configuration);
  }

  async *sendMessageStream({
    message,
    configuration,
  }: SendMessageRequest): AsyncGenerator<StreamResponse, void, undefined> {
    const { tasks, id } = await this.#receive(message, configuration);
    yield* tasks.stream(id, configuration?.historyLength);
  }

  async *resubscribe({ id }: SubscribeToTaskRequest): AsyncGenerator<StreamResponse, void, undefined> {
    yield* (await this.#contexts.ofTask(id)).resubscribe(id);
  }

  async getTask(request: GetTaskRequest): Promise<Task> {
    return await (await this.#contexts.ofTask(request.id)).get(request);
  }

  /** Only the context id separates callers: without one, they could read each other's messages. */
  async listTasks(request: ListTasksRequest): Promise<ListTasksResponse> {
    const { contextId } = request;
    if (contextId === '') {
      throw new RequestMalformedError('contextId: is missing. Name the context whose tasks you want to see.');
    }
    return await (await this.#contexts.ofContext(contextId)).list(request);
  }

  /** Withdraws open drafts: nobody would receive them. */
  async cancelTask(request: CancelTaskRequest): Promise<Task> {
    return await (await this.#contexts.ofTask(request.id)).cancel(request);
  }

  async #receive(
    message: Message | undefined,
    configuration: SendMessageRequest['configuration'],
  ): Promise<{ readonly tasks: ContextTasks; readonly id: string }> {
    if (message === undefined) throw new RequestMalformedError('message: is missing');
    if (configuration?.taskPushNotificationConfig) throw new PushNotificationNotSupportedError();
    return await this.#contexts.receive(withContext(message));
  }
}

async function noNotifications(): Promise<never> {
  throw new PushNotificationNotSupportedError();
}
