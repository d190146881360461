import { Message } from '@a2a-js/sdk';
import { TaskNotFoundError, UnsupportedOperationError } from '@a2a-js/sdk/errors';
import { contextSessionId } from '../../host/a2a/published/context-session.ts';
import {
  type ContextSession,
  contextKey,
  type PublishedContexts,
} from '../../host/a2a/published/published-contexts.ts';
import { type NewId, randomIds } from '../../journal/clock.ts';
import { sha256 } from '../../journal/integrity/sha256.ts';
import { ContextTasks, type ContextTasksOptions } from './context-tasks.ts';
import type { OpenContext, OpenSession, OpenSessions } from './open-sessions.ts';
import { OtherContext, receiveMessage } from './receive-message.ts';

/** Options for one request. */
export interface CallerContextsOptions
  extends Pick<ContextTasksOptions, 'filesUrl' | 'signal' | 'waitMs' | 'timer'> {
  readonly published: OpenSession;
  readonly sessions: Pick<OpenSessions, 'context'>;
  readonly newId?: NewId;
}

/** The maximum number of new conversations with a published session within {@link WITHIN_MS}. */
const MAX_NEW_CONTEXTS = 1000;
const WITHIN_MS = 60 * 60_000;

/**
 * The conversations of a published session, one for each context and isolated from each other: the first is the session
 * itself, every other one is a fork. The journal of the published session records which is where.
 */
export class CallerContexts {
  readonly #options: CallerContextsOptions;

  constructor(options: CallerContextsOptions) {
    this.#options = options;
  }

  /** Delivers a message to its conversation, creating it if necessary. */
  async receive(message: Message): Promise<{ readonly tasks: ContextTasks; readonly id: string }> {
    const { published } = this.#options;
    const { taskId, contextId } = message;
    const place =
      taskId !== ''
        ? await this.#placeOf(taskId)
        : this.#contexts.takes(contextId)
          ? published
          : await this.#begin(contextId);
    try {
      const { id } = await receiveMessage(place.session, place.tasks, message, this.#idsIn(place));
      return { tasks: this.#tasksIn(place), id };
    } catch (error) {
      // Another request created a conversation at the same time.
      if (error instanceof OtherContext) return await this.receive(message);
      throw error;
    }
  }

  /** The tasks of the conversation with this task. Throws a protocol error if the id is unknown. */
  async ofTask(taskId: string): Promise<ContextTasks> {
    return this.#tasksIn(await this.#placeOf(taskId));
  }

  /** The tasks of a context; empty if it does not exist. */
  async ofContext(contextId: string): Promise<ContextTasks> {
    const fork = this.#contexts.forkOf(contextId);
    return this.#tasksIn((fork && (await this.#open(fork))) ?? this.#options.published);
  }

  get #contexts(): PublishedContexts {
    return this.#options.published.tasks.now.contexts;
  }

  async #placeOf(taskId: string): Promise<OpenContext> {
    const key = /^task-([0-9a-f]+)-/.exec(taskId)?.[1] ?? '';
    const fork = this.#contexts.forkWithKey(key);
    const place = fork ? await this.#open(fork) : this.#options.published;
    if (place === undefined) throw new TaskNotFoundError(`Task not found: ${taskId}`);
    return place;
  }

  /** The session of a context, created if necessary. */
  async #begin(contextId: string): Promise<OpenContext> {
    const { published, newId = randomIds } = this.#options;
    const id = contextSessionId(published.session.journal.id, newId().replaceAll('-', '').slice(0, 12));
    await published.tasks.decide(({ tasks: { contexts } }) => {
      if (contexts.forkOf(contextId)) return [];
      checkRoom(contexts);
      return [{ type: 'a2a_context_forked', contextId, session: id }];
    });
    const fork = this.#contexts.forkOf(contextId);
    const place = fork && (await this.#open(fork));
    if (place) return place;
    throw new UnsupportedOperationError('This conversation was closed. Begin another one, in a new context.');
  }

  async #open(fork: ContextSession): Promise<OpenContext | undefined> {
    const { sessions, published } = this.#options;
    return await sessions.context(published, fork);
  }

  #tasksIn({ session, tasks }: OpenContext): ContextTasks {
    const { filesUrl, signal, waitMs, timer } = this.#options;
    const key = this.#keyOf(session.journal.id);
    return new ContextTasks({
      session,
      tasks,
      filesUrl: key === undefined ? filesUrl : `${filesUrl}/${key}`,
      signal: AbortSignal.any([signal, tasks.ended]),
      waitMs,
      ...(timer && { timer }),
    });
  }

  /** Task ids contain the id of their session, so that they can be resolved alone. */
  #idsIn({ session }: OpenContext): NewId {
    const { newId = randomIds } = this.#options;
    const key = this.#keyOf(session.journal.id);
    if (key === undefined) return newId;
    return (prefix) => newId(prefix === 'task' ? `task-${key}` : prefix);
  }

  #keyOf(session: string): string | undefined {
    return session === this.#options.published.session.journal.id ? undefined : contextKey(session);
  }
}

function checkRoom({ forks }: PublishedContexts): void {
  const first = forks.at(-MAX_NEW_CONTEXTS);
  if (first === undefined || Date.now() - Date.parse(first.since) > WITHIN_MS) return;
  throw new UnsupportedOperationError(
    `${MAX_NEW_CONTEXTS} conversations were begun with this agent within the last hour. Go on with one of yours, or try again later.`,
  );
}

/**
 * A message with a context id. If it has none, one is derived from its content, so that a redelivery gets the same one.
 */
export function withContext(message: Message): Message {
  if (message.contextId !== '' || message.taskId !== '') return message;
  const content = JSON.stringify(Message.toJSON(message));
  return { ...message, contextId: `context-${sha256(content).slice(0, 32)}` };
}
