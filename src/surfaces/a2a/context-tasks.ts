import type {
  CancelTaskRequest,
  GetTaskRequest,
  ListTasksRequest,
  ListTasksResponse,
  SendMessageRequest,
  StreamResponse,
  Task,
} from '@a2a-js/sdk';
import { TaskNotCancelableError, TaskNotFoundError, UnsupportedOperationError } from '@a2a-js/sdk/errors';
import type { Conversation } from '../../harness/conversation/conversation.ts';
import { isFinal, isUnderWay } from '../../harness/conversation/task-status.ts';
import { decideCancel } from '../../harness/module/decide-command.ts';
import type { At, PlannerModule } from '../../harness/module/planner-module.ts';
import type { A2aTask } from '../../host/a2a/published/published-tasks.ts';
import type { ProposedFact } from '../../journal/fact.ts';
import { systemTimer, type Timer } from '../../kernel/timer.ts';
import type { OpenContext } from './open-sessions.ts';
import { listedTasks } from './task-list.ts';
import { taskStream } from './task-stream.ts';
import { type TaskPlace, taskView } from './task-view.ts';

/** The author of commands from A2A. */
const CALLER = { by: 'a2a' };

/** Options for one request. */
export interface ContextTasksOptions extends OpenContext {
  /** The base address of files. */
  readonly filesUrl: string;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
  /** How long a blocking request may wait before it gets the current state. */
  readonly waitMs: number;
  readonly timer?: Timer;
}

/** The operations of a caller on the tasks of one session. */
export class ContextTasks {
  readonly #options: ContextTasksOptions;
  readonly #place: TaskPlace;

  constructor(options: ContextTasksOptions) {
    const { session, tasks, filesUrl } = options;
    this.#options = options;
    this.#place = { tasks, attachments: session.journal.attachments, url: filesUrl };
  }

  /** A task, as soon as it is the caller's turn, the wait times out, or the request does not block. */
  async answer(id: string, configuration: SendMessageRequest['configuration']): Promise<Task> {
    if (!configuration?.returnImmediately) await this.#answered(id);
    return await this.#view(this.#find(id), configuration?.historyLength);
  }

  stream(id: string, historyLength?: number): AsyncGenerator<StreamResponse, void, undefined> {
    return taskStream(id, this.#place, { signal: this.#options.signal, historyLength });
  }

  resubscribe(id: string): AsyncGenerator<StreamResponse, void, undefined> {
    const task = this.#find(id);
    if (isFinal(task.status)) {
      throw new UnsupportedOperationError(`Task ${id} is ${task.status}: there will be no further updates.`);
    }
    return this.stream(id);
  }

  async get({ id, historyLength }: GetTaskRequest): Promise<Task> {
    return await this.#view(this.#find(id), historyLength);
  }

  /** The tasks of the requested context. */
  async list(request: ListTasksRequest): Promise<ListTasksResponse> {
    const { page, ...rest } = listedTasks(this.#options.tasks.now.tasks, request);
    const tasks: Task[] = [];
    const { historyLength, includeArtifacts: withArtifacts = false } = request;
    for (const task of page) tasks.push(await taskView(task, this.#place, { historyLength, withArtifacts }));
    return { tasks, ...rest };
  }

  /** Cancels a task. Its open drafts are dismissed, because nobody would receive them. */
  async cancel({ id }: CancelTaskRequest): Promise<Task> {
    const { session, tasks } = this.#options;
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
    const task = this.#options.tasks.now.find(id);
    if (task === undefined) throw new TaskNotFoundError(`Task not found: ${id}`);
    return task;
  }

  async #view(task: A2aTask, historyLength?: number): Promise<Task> {
    return await taskView(task, this.#place, { historyLength });
  }

  /** Resolves when it is the caller's turn, the wait times out or the client disconnects. */
  async #answered(id: string): Promise<void> {
    const { tasks, signal, waitMs, timer = systemTimer } = this.#options;
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

/** The facts that cancel a planner's work. A planner that writes drafts is stopped by the status. */
function workCancelled(module: PlannerModule, { triggers }: Conversation, at: At): readonly ProposedFact[] {
  if (module.talks === 'agent') return [];
  const own = decideCancel({ module, at }, CALLER) ?? [];
  if (own.some(({ type }) => type === 'work_cancelled')) return own;
  const isPlanning = triggers.fired().length > 0;
  const isAtWork = isPlanning || (own.length === 0 && module.status(at) === 'working');
  return isAtWork ? [{ type: 'work_cancelled', ...CALLER }, ...own] : own;
}
