import {
  Artifact,
  type Message,
  type Part,
  Role,
  type StreamResponse,
  type Task,
  type TaskStatus,
} from '@a2a-js/sdk';
import { decideByLedger, ledgerOf } from '../../../harness/conversation/ledger.ts';
import { isSettled, isUnderWay } from '../../../harness/conversation/task-status.ts';
import type { A2aStatus } from '../../../harness/facts.ts';
import type { ProposedFact } from '../../../journal/fact.ts';
import { sha256 } from '../../../journal/integrity/sha256.ts';
import type { ConversationJournal } from '../facts.ts';
import { contentId, contentOf, type MessageContent } from '../message-content.ts';
import { nestsTooDeep } from '../nesting.ts';
import { statusOf } from '../task-state.ts';
import type { RemoteAgent } from './remote-agent.ts';

/** Something the other agent said: its id, and its facts. */
interface ReceivedMessage {
  readonly messageId: string;
  readonly facts: readonly ProposedFact[];
}

/** Options for a reader. */
export interface TaskReaderOptions {
  readonly journal: ConversationJournal;
  readonly agent: Pick<RemoteAgent, 'fetchFile'>;
  /** The task; `undefined` if the agent replies without one. */
  readonly taskId: string | undefined;
  /** Our message that it replies to, if known. */
  readonly messageId?: string;
  /** Whether a status is the one from before our message: agents start with the old task. */
  isOld?(status: TaskStatus): boolean;
}

const MAX_ID_LENGTH = 256;
const MAX_ARTIFACT = 64 * 1024 * 1024;
/** The overhead of a part. */
const PART_BYTES = 100;

/**
 * Turns an agent's events about a task into facts. However often something arrives, from a stream, a reopened
 * stream or a read of the whole task, it is recorded once.
 */
export class TaskReader {
  readonly #options: TaskReaderOptions;
  /** The parts of each artifact so far. */
  readonly #artifacts = new Map<string, Artifact>();
  /** The approximate size of each artifact's chunks so far, in bytes. */
  readonly #sizes = new Map<string, number>();
  /** The last read version of each artifact, and those that are recorded. */
  readonly #read = new Map<string, { readonly version: string; readonly messageId: string }>();
  #recorded: ReadonlyMap<string, { readonly version: string; readonly messageId: string }> = new Map();
  /** The conversation is over: the agent's messages are still recorded, its task's status is not. */
  #hasEnded = false;

  constructor(options: TaskReaderOptions) {
    this.#options = options;
  }

  /** Records an event. Resolves to the new state of the task; `undefined` if it does not change. */
  async take(event: StreamResponse, alongside: readonly ProposedFact[] = []): Promise<A2aStatus | undefined> {
    const { payload } = event;
    switch (payload?.$case) {
      case 'task':
        return payload.value.id === this.#options.taskId ? await this.#task(payload.value) : undefined;
      case 'statusUpdate':
        if (payload.value.taskId !== this.#options.taskId) return undefined;
        return await this.#status(payload.value.status);
      case 'artifactUpdate': {
        const { taskId, artifact, append, lastChunk } = payload.value;
        if (taskId !== this.#options.taskId || artifact === undefined) return undefined;
        const whole = this.#grow(readable(artifact), append);
        if (lastChunk) await this.#record([await this.#artifact(whole)]);
        return undefined;
      }
      case 'message':
        // The agent has replied without a task: it is our turn.
        await this.#record([await this.#message(payload.value)], 'input-required', alongside);
        return 'input-required';
      case undefined:
        return undefined;
    }
  }

  async #task({ history, artifacts, status }: Task): Promise<A2aStatus | undefined> {
    const received: ReceivedMessage[] = [];
    for (const message of history)
      if (message.role === Role.ROLE_AGENT) received.push(await this.#message(message));
    this.#artifacts.clear();
    for (const artifact of artifacts) this.#artifacts.set(artifact.artifactId, readable(artifact));
    await this.#record(received);
    return await this.#status(status);
  }

  /** An artifact of a working task may still grow; once the task is idle it is complete. */
  async #status(status: TaskStatus | undefined): Promise<A2aStatus | undefined> {
    if (status === undefined) return undefined;
    const state = statusOf(status.state);
    if (state === 'input-required' && this.#options.isOld?.(status)) return undefined;
    const received: ReceivedMessage[] = [];
    if (!isUnderWay(state)) {
      for (const artifact of this.#artifacts.values()) received.push(await this.#artifact(artifact));
    }
    if (status.message) received.push(await this.#message(status.message));
    await this.#record(received, state);
    return state;
  }

  /** Chunks beyond the size of a message are dropped: an agent may send them endlessly. */
  #grow(chunk: Artifact, append: boolean): Artifact {
    const before = append ? this.#artifacts.get(chunk.artifactId) : undefined;
    if (!append) this.#sizes.delete(chunk.artifactId);
    const size = (this.#sizes.get(chunk.artifactId) ?? 0) + sizeOf(chunk.parts);
    this.#sizes.set(chunk.artifactId, size);
    const parts = size > MAX_ARTIFACT ? [] : chunk.parts;
    // In place: a copy for each of many chunks would be quadratic.
    if (before) before.parts.push(...parts);
    const whole = before ?? { ...chunk, parts: [...parts] };
    this.#artifacts.set(chunk.artifactId, whole);
    return whole;
  }

  async #message(message: Message): Promise<ReceivedMessage> {
    // A task is read repeatedly, each time with everything: files are fetched once.
    const isKnown = (await ledgerOf(this.#options.journal)).hasMessage(message.messageId);
    if (isKnown) return { messageId: message.messageId, facts: [] };
    const content = await this.#content(message.parts, '\n\n');
    const { messageId } = message;
    if (messageId !== '' && messageId.length <= MAX_ID_LENGTH) return receivedMessage(messageId, content);
    const { taskId = '', messageId: answered = '' } = this.#options;
    return receivedMessage(
      derivedId('message', taskId || answered, messageId || contentId(content)),
      content,
    );
  }

  /** Identified by content too: an artifact that changes later is another message. */
  async #artifact(artifact: Artifact): Promise<ReceivedMessage> {
    const { artifactId, name, parts } = artifact;
    const version = sha256(JSON.stringify(Artifact.toJSON(artifact)));
    const before = this.#recorded.get(artifactId);
    if (before?.version === version) return { messageId: before.messageId, facts: [] };
    // The chunks of a streamed text are one text.
    const content = await this.#content(
      parts.map((part) => (part.filename === '' && name !== '' ? { ...part, filename: name } : part)),
      '',
    );
    const messageId = derivedId(
      'artifact',
      this.#options.taskId ?? '',
      `${artifactId}\n${contentId(content)}`,
    );
    this.#read.set(artifactId, { version, messageId });
    return receivedMessage(messageId, content);
  }

  #content(parts: readonly Part[], between: string): Promise<MessageContent> {
    const { journal, agent } = this.#options;
    return contentOf(parts, journal, { between, fetchFile: (url) => agent.fetchFile(url) });
  }

  async #record(
    received: readonly ReceivedMessage[],
    status?: A2aStatus,
    alongside: readonly ProposedFact[] = [],
  ): Promise<void> {
    await decideByLedger(this.#options.journal, (ledger) => {
      const known = new Set<string>();
      const fresh = received.filter(({ messageId, facts }) => {
        const isNew = facts.length > 0 && !known.has(messageId) && !ledger.hasMessage(messageId);
        known.add(messageId);
        return isNew;
      });
      const facts = fresh.flatMap((each) => each.facts);
      // A turn that is returned without a message is still returned.
      this.#hasEnded ||= ledger.hasEnded;
      const turned = status !== undefined && status !== ledger.status && !this.#hasEnded;
      return [...alongside, ...facts, ...(turned ? [{ type: 'status_changed', a2a: status }] : [])];
    });
    this.#recorded = new Map(this.#read);
  }
}

function receivedMessage(messageId: string, { text, attachments, added }: MessageContent): ReceivedMessage {
  if (text === '' && attachments.length === 0) return { messageId, facts: [] };
  const received = {
    type: 'remote_received',
    messageId,
    text,
    ...(attachments.length > 0 && { attachments }),
  };
  return { messageId, facts: [...added, received] };
}

/** Without data that is nested too deeply to be written. */
function readable(artifact: Artifact): Artifact {
  const isReadable = ({ content }: Part) => content?.$case !== 'data' || !nestsTooDeep(content.value);
  return { ...artifact, parts: artifact.parts.filter(isReadable) };
}

function sizeOf(parts: readonly Part[]): number {
  return parts.reduce((sum, { content }) => {
    const value = content?.$case === 'data' ? JSON.stringify(content.value) : content?.value;
    return sum + PART_BYTES + (value?.length ?? 0);
  }, 0);
}

function derivedId(kind: string, scope: string, what: string): string {
  return `${kind}-${sha256(`${scope}\n${what}`).slice(0, 32)}`;
}

/** Whether nothing more comes from a task until we send something. */
export function isOver(status: A2aStatus | undefined): boolean {
  return status !== undefined && isSettled(status);
}
