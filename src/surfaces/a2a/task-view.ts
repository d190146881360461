import {
  type Artifact,
  type Message,
  type Part,
  Role,
  type StreamResponse,
  type Task,
  type TaskStatus,
} from '@a2a-js/sdk';
import type { PublicMessage } from '../../harness/conversation/ledger.ts';
import type { MessageAttachment } from '../../harness/facts.ts';
import type { ArtifactContent } from '../../host/a2a/artifact.ts';
import { partsOf, REPEATS_THE_TEXT } from '../../host/a2a/message-content.ts';
import type { A2aTask } from '../../host/a2a/published/published-tasks.ts';
import { taskStateOf } from '../../host/a2a/task-state.ts';
import type { Attachments } from '../../journal/attachments.ts';
import type { LiveTasks } from './live-tasks.ts';

/** The location of a session's tasks and files. */
export interface TaskPlace {
  readonly tasks: Pick<LiveTasks, 'now' | 'artifactsOf' | 'waitingAt' | 'watch'>;
  readonly attachments: Pick<Attachments, 'get'>;
  /** The base address for files that are too large for a message. */
  readonly url: string;
}

/** The maximum size of inlined files in a response, which clients limit to a few megabytes; other files are linked. */
const INLINE_BYTES = 1024 * 1024;

/** How much of a task to include. */
export interface TaskViewOptions {
  readonly historyLength?: number | undefined;
  readonly withArtifacts?: boolean | undefined;
}

/** A task in the protocol's format. Our last message is in its status, all others in its history. */
export async function taskView(
  task: A2aTask,
  place: TaskPlace,
  { historyLength, withArtifacts = true }: TaskViewOptions = {},
): Promise<Task> {
  const budget = new InlineBudget(place);
  // The task may receive messages while its files are read.
  const messages = [...task.messages];
  const latest = messages.at(-1);
  const answer = task.status !== 'working' && latest?.type === 'remote_sent' ? latest : undefined;
  const status = await statusView(task, answer, budget);
  const past = answer ? messages.slice(0, -1) : messages;
  const history: Message[] = [];
  for (const message of historyLength === undefined
    ? past
    : past.slice(past.length - Math.min(historyLength, past.length))) {
    history.push(await messageView(message, task, budget));
  }
  const artifacts: Artifact[] = [];
  if (withArtifacts) {
    for (const content of await place.tasks.artifactsOf(task)) artifacts.push(artifactView(content, budget));
  }
  return { id: task.id, contextId: task.contextId, status, artifacts, history, metadata: undefined };
}

/** An artifact of a task, as a stream event. */
export function artifactUpdateView(
  { id: taskId, contextId }: A2aTask,
  content: ArtifactContent,
  place: TaskPlace,
): StreamResponse {
  const artifact = artifactView(content, new InlineBudget(place));
  const value = { taskId, contextId, artifact, append: false, lastChunk: true, metadata: undefined };
  return { payload: { $case: 'artifactUpdate', value } };
}

function artifactView({ version, text }: ArtifactContent, budget: InlineBudget): Artifact {
  const { artifactId, name, description, sha256, size, mediaType = 'application/json' } = version;
  const url = budget.link({ name, sha256, size });
  const content = url === undefined ? contentOf(text, mediaType) : ({ $case: 'url', value: url } as const);
  const part = { content, filename: name, mediaType, metadata: undefined };
  return { artifactId, name, description, parts: [part], metadata: undefined, extensions: [] };
}

function contentOf(text: string, mediaType: string): Part['content'] {
  return mediaType === 'application/json'
    ? { $case: 'data', value: JSON.parse(text) }
    : { $case: 'text', value: text };
}

/** A change of a task, as a stream event. `message` is the message that came with it. */
export async function updateView(
  task: A2aTask,
  message: PublicMessage | undefined,
  place: TaskPlace,
): Promise<StreamResponse> {
  const status = await statusView(task, message, new InlineBudget(place));
  const { id: taskId, contextId } = task;
  return { payload: { $case: 'statusUpdate', value: { taskId, contextId, status, metadata: undefined } } };
}

async function statusView(
  task: A2aTask,
  message: PublicMessage | undefined,
  budget: InlineBudget,
): Promise<TaskStatus> {
  return {
    state: taskStateOf(task.status),
    message: message && (await messageView(message, task, budget)),
    timestamp: task.since,
  };
}

async function messageView(
  { type, messageId, text, attachments }: PublicMessage,
  { id: taskId, contextId }: A2aTask,
  budget: InlineBudget,
): Promise<Message> {
  return {
    messageId,
    taskId,
    contextId,
    role: type === 'remote_sent' ? Role.ROLE_AGENT : Role.ROLE_USER,
    parts: [...(await partsOf({ text, attachments }, budget)), ...(await budget.waitingPart(messageId))],
    metadata: undefined,
    extensions: [],
    referenceTaskIds: [],
  };
}

/** Inlines files until the response is large enough. */
class InlineBudget {
  readonly #place: TaskPlace;
  #left = INLINE_BYTES;

  constructor(place: TaskPlace) {
    this.#place = place;
  }

  readonly readAttachment = (sha256: string): Promise<Uint8Array> => this.#place.attachments.get(sha256);

  /** The waiting items since a message, for programs. */
  async waitingPart(messageId: string): Promise<readonly Part[]> {
    const waiting = await this.#place.tasks.waitingAt(messageId);
    if (waiting.length === 0) return [];
    const content = { $case: 'data', value: { waiting } } as const;
    const metadata = { [REPEATS_THE_TEXT]: true };
    return [{ content, filename: '', mediaType: 'application/json', metadata }];
  }

  readonly link = ({ sha256 = '', size }: MessageAttachment): string | undefined => {
    const bytes = size ?? this.#place.tasks.now.sizeOf(sha256) ?? Number.POSITIVE_INFINITY;
    if (bytes > this.#left) return `${this.#place.url}/${sha256}`;
    this.#left -= bytes;
    return undefined;
  };
}
