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
import type { Conversation } from '../../harness/conversation.ts';
import { decideCancel } from '../../harness/module/decide-command.ts';
import type { At, PlannerModule } from '../../harness/module/planner-module.ts';
import { isFinal, isUnderWay } from '../../harness/status-kinds.ts';
import type { A2aTask } from '../../host/a2a/published-tasks.ts';
import type { Session } from '../../host/session.ts';
import { type NewId, randomIds } from '../../journal/clock.ts';
import type { ProposedFact } from '../../journal/fact.ts';
import { systemTimer, type Timer } from '../../kernel/timer.ts';
import type { LiveTasks } from './live-tasks.ts';
import { receiveMessage } from './receive-message.ts';
import { listedTasks } from './task-list.ts';
import { taskStream } from './task-stream.ts';
import { type TaskPlace, taskView } from './task-view.ts';

/** Who gives commands over A2A. */
const CALLER = { by: 'a2a' };

/** One request to a published session. */
export interface SessionRequest {
  readonly session: Session;
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
  readonly #place: TaskPlace;
  readonly createTaskPushNotificationConfig = noNotifications;
  readonly getTaskPushNotificationConfig = noNotifications;
  readonly listTaskPushNotificationConfigs = noNotifications;
  readonly deleteTaskPushNotificationConfig = noNotifications;

  constructor(request: SessionRequest) {
    const { session, tasks, filesUrl } = request;
    this.#request = request;
    this.#place = { tasks, attachments: session.journal.attachments, url: filesUrl };
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
    const { session, tasks, newId = randomIds } = this.#request;
    const { id } = await receiveMessage(session, tasks, message, newId);
    if (!configuration?.returnImmediately) await this.#answered(id);
    return await this.#view(this.#find(id), configuration?.historyLength);
  }

  async *sendMessageStream({
    message,
    configuration,
  }: SendMessageRequest): AsyncGenerator<StreamResponse, void, undefined> {
    if (message === undefined) throw new RequestMalformedError('message: is missing');
    refuseNotifications(configuration);
    const { session, tasks, newId = randomIds, signal } = this.#request;
    const { id } = await receiveMessage(session, tasks, message, newId);
    yield* taskStream(id, this.#place, { signal, historyLength: configuration?.historyLength });
  }

  async *resubscribe({ id }: SubscribeToTaskRequest): AsyncGenerator<StreamResponse, void, undefined> {
    const task = this.#find(id);
    if (isFinal(task.status)) {
      throw new UnsupportedOperationError(`Task ${id} is ${task.status}: nothing more comes of it.`);
    }
    yield* taskStream(id, this.#place, { signal: this.#request.signal });
  }

  async getTask({ id, historyLength }: GetTaskRequest): Promise<Task> {
    return await this.#view(this.#find(id), historyLength);
  }

  async listTasks(request: ListTasksRequest): Promise<ListTasksResponse> {
    const { page, ...rest } = listedTasks(this.#request.tasks.now.tasks, request);
    const tasks: Task[] = [];
    const { historyLength, includeArtifacts: withArtifacts = false } = request;
    for (const task of page) tasks.push(await taskView(task, this.#place, { historyLength, withArtifacts }));
    return { tasks, ...rest };
  }

  /** Drafts that wait for a decision would answer nobody. */
  async cancelTask({ id }: CancelTaskRequest): Promise<Task> {
    const { session, tasks } = this.#request;
    this.#find(id);
    await tasks.decide(({ tasks: { current }, conversation }, at) => {
      if (current?.id !== id || isFinal(current.status)) {
        const { status } = current?.id === id ? current : this.#find(id);
        throw new TaskNotCancelableError(`Task ${id} is ${status} and cannot be canceled.`);
      }
      const waiting = conversation.ledger.drafts.open.filter(({ approval }) => approval === undefined);
      return [
        ...waiting.map(({ composeId }) => ({ type: 'compose_dismissed', composeId })),
        ...workCancelled(session.entry.module, conversation, at),
        { type: 'status_changed', a2a: 'canceled' },
      ];
    });
    return await this.#view(this.#find(id));
  }

  #find(id: string): A2aTask {
    const task = this.#request.tasks.now.find(id);
    if (task === undefined) throw new TaskNotFoundError(`Task not found: ${id}`);
    return task;
  }

  async #view(task: A2aTask, historyLength?: number): Promise<Task> {
    return await taskView(task, this.#place, { historyLength });
  }

  /** Resolves when it is the caller's turn, or it has waited long enough, or has gone. */
  async #answered(id: string): Promise<void> {
    const { tasks, signal, waitMs, timer = systemTimer } = this.#request;
    if (!isUnderWay(this.#find(id).status) || signal.aborted) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const stopWatching = tasks.watch(() => {
      if (!isUnderWay(tasks.now.find(id)?.status ?? 'unknown')) resolve();
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

/** The facts with which nobody wants the work of a planner any more. One that writes drafts is stopped by the status. */
function workCancelled(module: PlannerModule, { triggers }: Conversation, at: At): readonly ProposedFact[] {
  if (module.talks === 'agent') return [];
  const own = decideCancel({ module, at }, CALLER) ?? [];
  if (own.some(({ type }) => type === 'work_cancelled')) return own;
  const isPlanning = triggers.fired().length > 0;
  const isAtWork = isPlanning || (own.length === 0 && module.status(at) === 'working');
  return isAtWork ? [{ type: 'work_cancelled', ...CALLER }, ...own] : own;
}

async function noNotifications(): Promise<never> {
  throw new PushNotificationNotSupportedError();
}

function refuseNotifications(configuration: SendMessageRequest['configuration']): void {
  if (configuration?.taskPushNotificationConfig) throw new PushNotificationNotSupportedError();
}
