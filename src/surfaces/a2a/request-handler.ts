import type {
  AgentCard,
  CancelTaskRequest,
  GetTaskRequest,
  ListTasksRequest,
  ListTasksResponse,
  SendMessageRequest,
  StreamResponse,
  SubscribeToTaskRequest,
  Task,
} from '@a2a-js/sdk';
import {
  ExtendedAgentCardNotConfiguredError,
  PushNotificationNotSupportedError,
  RequestMalformedError,
  TaskNotCancelableError,
  TaskNotFoundError,
  UnsupportedOperationError,
} from '@a2a-js/sdk/errors';
import type { A2ARequestHandler } from '@a2a-js/sdk/server';
import { isFinal, isUnderWay } from '../../harness/status-kinds.ts';
import type { A2aTask } from '../../host/a2a/task-book.ts';
import { type NewId, randomIds } from '../../journal/clock.ts';
import type { Envelope } from '../../journal/fact.ts';
import type { Journal } from '../../journal/journal.ts';
import { systemTimer, type Timer } from '../../kernel/timer.ts';
import type { LiveTasks } from './live-tasks.ts';
import { receiveMessage } from './receive-message.ts';
import { listedTasks } from './task-list.ts';
import { taskStream } from './task-stream.ts';
import { type FilePlace, taskView } from './task-view.ts';

/** One request to a published session. */
export interface SessionRequest {
  readonly journal: Journal<Envelope>;
  readonly tasks: LiveTasks;
  readonly card: AgentCard;
  /** Under which files are fetched. */
  readonly filesUrl: string;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  /** How long a request that wants to wait for the answer is kept waiting before it is told how things stand. */
  readonly waitMs: number;
  readonly timer?: Timer;
  readonly newId?: NewId;
}

/** The protocol's methods over a journal. The SDK's transports call them. */
export class SessionRequestHandler implements A2ARequestHandler {
  readonly #request: SessionRequest;
  readonly #files: FilePlace;

  constructor(request: SessionRequest) {
    const { journal, tasks, filesUrl } = request;
    this.#request = request;
    this.#files = {
      attachments: journal.attachments,
      get book() {
        return tasks.book;
      },
      url: filesUrl,
    };
  }

  async getAgentCard(): Promise<AgentCard> {
    return this.#request.card;
  }

  async getAuthenticatedExtendedAgentCard(): Promise<AgentCard> {
    throw new ExtendedAgentCardNotConfiguredError('This agent has one card for everybody.');
  }

  async sendMessage({ message, configuration }: SendMessageRequest): Promise<Task> {
    if (message === undefined) throw new RequestMalformedError('message: is missing');
    refuseNotifications(configuration);
    const { journal, tasks, newId = randomIds } = this.#request;
    const { id } = await receiveMessage(journal, tasks, message, newId);
    if (!configuration?.returnImmediately) await this.#answered(id);
    return await this.#view(this.#find(id), configuration?.historyLength);
  }

  async *sendMessageStream({
    message,
    configuration,
  }: SendMessageRequest): AsyncGenerator<StreamResponse, void, undefined> {
    if (message === undefined) throw new RequestMalformedError('message: is missing');
    refuseNotifications(configuration);
    const { journal, tasks, newId = randomIds, signal } = this.#request;
    const { id } = await receiveMessage(journal, tasks, message, newId);
    yield* taskStream(id, { tasks, files: this.#files, signal, historyLength: configuration?.historyLength });
  }

  async *resubscribe({ id }: SubscribeToTaskRequest): AsyncGenerator<StreamResponse, void, undefined> {
    const task = this.#find(id);
    if (isFinal(task.status)) {
      throw new UnsupportedOperationError(`Task ${id} is ${task.status}: nothing more comes of it.`);
    }
    const { tasks, signal } = this.#request;
    yield* taskStream(id, { tasks, files: this.#files, signal });
  }

  async getTask({ id, historyLength }: GetTaskRequest): Promise<Task> {
    return await this.#view(this.#find(id), historyLength);
  }

  async listTasks(request: ListTasksRequest): Promise<ListTasksResponse> {
    const { page, ...rest } = listedTasks(this.#request.tasks.book.tasks, request);
    const tasks: Task[] = [];
    const { historyLength, includeArtifacts: withArtifacts = false } = request;
    for (const task of page) tasks.push(await taskView(task, this.#files, { historyLength, withArtifacts }));
    return { tasks, ...rest };
  }

  /** Drafts that wait for a decision would answer nobody. */
  async cancelTask({ id }: CancelTaskRequest): Promise<Task> {
    const { tasks } = this.#request;
    this.#find(id);
    await tasks.decide(({ tasks: book, ledger, answers }, setup) => {
      const { current } = book;
      if (current?.id !== id || isFinal(current.status)) {
        const { status } = current?.id === id ? current : this.#find(id);
        throw new TaskNotCancelableError(`Task ${id} is ${status} and cannot be canceled.`);
      }
      const waiting = ledger.drafts.open.filter(({ approval }) => approval === undefined);
      return [
        ...waiting.map(({ composeId }) => ({ type: 'compose_dismissed', composeId })),
        ...(answers?.cancelled(setup, { by: 'a2a' }) ?? []),
        { type: 'status_changed', a2a: 'canceled' },
      ];
    });
    return await this.#view(this.#find(id));
  }

  async createTaskPushNotificationConfig(): Promise<never> {
    throw new PushNotificationNotSupportedError();
  }

  async getTaskPushNotificationConfig(): Promise<never> {
    throw new PushNotificationNotSupportedError();
  }

  async listTaskPushNotificationConfigs(): Promise<never> {
    throw new PushNotificationNotSupportedError();
  }

  async deleteTaskPushNotificationConfig(): Promise<never> {
    throw new PushNotificationNotSupportedError();
  }

  #find(id: string): A2aTask {
    const task = this.#request.tasks.book.find(id);
    if (task === undefined) throw new TaskNotFoundError(`Task not found: ${id}`);
    return task;
  }

  async #view(task: A2aTask, historyLength?: number): Promise<Task> {
    return await taskView(task, this.#files, { historyLength });
  }

  /** Resolves when it is the caller's turn, or it has waited long enough, or has gone. */
  async #answered(id: string): Promise<void> {
    const { tasks, signal, waitMs, timer = systemTimer } = this.#request;
    if (!isUnderWay(this.#find(id).status) || signal.aborted) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const stopWatching = tasks.watch((task) => {
      if (task.id === id && !isUnderWay(task.status)) resolve();
    });
    const stopTimer = timer.after(waitMs, resolve);
    const gone = (): void => resolve();
    signal.addEventListener('abort', gone, { once: true });
    await promise;
    stopWatching();
    stopTimer();
    signal.removeEventListener('abort', gone);
  }
}

function refuseNotifications(configuration: SendMessageRequest['configuration']): void {
  if (configuration?.taskPushNotificationConfig) throw new PushNotificationNotSupportedError();
}
