import {
  Artifact,
  type Message,
  type Part,
  Role,
  type StreamResponse,
  type Task,
  type TaskStatus,
} from '@a2a-js/sdk';
import { decideByLedger, ledgerOf } from '../../harness/conversation/ledger.ts';
import { isSettled, isUnderWay } from '../../harness/conversation/task-status.ts';
import type { A2aStatus } from '../../harness/facts.ts';
import type { ProposedFact } from '../../journal/fact.ts';
import { sha256 } from '../../journal/integrity/sha256.ts';
import type { ConversationJournal } from './facts.ts';
import { contentId, contentOf, type MessageContent } from './message-content.ts';
import { nestsTooDeep } from './nesting.ts';
import type { RemoteAgent } from './remote-agent.ts';
import { statusOf } from './task-state.ts';

/** Something the other agent said: its id, and the facts that record it. */
interface Heard {
  readonly messageId: string;
  readonly facts: readonly ProposedFact[];
}

/** What a reader goes by. */
export interface TaskReaderOptions {
  readonly journal: ConversationJournal;
  readonly agent: Pick<RemoteAgent, 'fetchFile'>;
  /** The task; `undefined` when the agent answers without one. */
  readonly taskId: string | undefined;
  /** Our message that it answers, as far as that is known. */
  readonly messageId?: string;
  /** Whether a status is the one from before our message: agents begin with the task as it was. */
  isOld?(status: TaskStatus): boolean;
}

const LONGEST_ID = 256;
const LARGEST_ARTIFACT = 64 * 1024 * 1024;
/** What a part takes besides what is in it. */
const PART_BYTES = 100;

/**
 * Turns what an agent tells of a task into facts. However often something arrives, from a stream, from a stream that was
 * taken up again or from a look at the whole task, it is recorded once.
 */
export class TaskReader {
  readonly #options: TaskReaderOptions;
  /** What has arrived of each artifact. */
  readonly #artifacts = new Map<string, Artifact>();
  /** How much of each artifact has arrived in chunks, in about bytes. */
  readonly #sizes = new Map<string, number>();
  /** The version of each artifact that was read last, and of each that is recorded. */
  readonly #read = new Map<string, { readonly version: string; readonly messageId: string }>();
  #recorded: ReadonlyMap<string, { readonly version: string; readonly messageId: string }> = new Map();
  /** The conversation is over: what the agent still says is recorded, and how its task stands is not. */
  #hasEnded = false;

  constructor(options: TaskReaderOptions) {
    this.#options = options;
  }

  /** Records an event. Resolves to the state the task is in by it, `undefined` when it says nothing of that. */
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
        // The agent has answered and keeps no task: it is our turn.
        await this.#record([await this.#message(payload.value)], 'input-required', alongside);
        return 'input-required';
      case undefined:
        return undefined;
    }
  }

  async #task({ history, artifacts, status }: Task): Promise<A2aStatus | undefined> {
    const heard: Heard[] = [];
    for (const message of history)
      if (message.role === Role.ROLE_AGENT) heard.push(await this.#message(message));
    this.#artifacts.clear();
    for (const artifact of artifacts) this.#artifacts.set(artifact.artifactId, readable(artifact));
    await this.#record(heard);
    return await this.#status(status);
  }

  /** An artifact of a task that is at work may still grow; when the task rests it is whole. */
  async #status(status: TaskStatus | undefined): Promise<A2aStatus | undefined> {
    if (status === undefined) return undefined;
    const state = statusOf(status.state);
    if (state === 'input-required' && this.#options.isOld?.(status)) return undefined;
    const heard: Heard[] = [];
    if (!isUnderWay(state)) {
      for (const artifact of this.#artifacts.values()) heard.push(await this.#artifact(artifact));
    }
    if (status.message) heard.push(await this.#message(status.message));
    await this.#record(heard, state);
    return state;
  }

  /** Chunks beyond what a message can hold are left out: an agent may send them without an end. */
  #grow(chunk: Artifact, append: boolean): Artifact {
    const before = append ? this.#artifacts.get(chunk.artifactId) : undefined;
    if (!append) this.#sizes.delete(chunk.artifactId);
    const size = (this.#sizes.get(chunk.artifactId) ?? 0) + sizeOf(chunk.parts);
    this.#sizes.set(chunk.artifactId, size);
    const parts = size > LARGEST_ARTIFACT ? [] : chunk.parts;
    // In place: a copy for each of many chunks would cost their number squared.
    if (before) before.parts.push(...parts);
    const whole = before ?? { ...chunk, parts: [...parts] };
    this.#artifacts.set(chunk.artifactId, whole);
    return whole;
  }

  async #message(message: Message): Promise<Heard> {
    // A task is looked at again and again, and tells everything each time: files are fetched once.
    const isKnown = (await ledgerOf(this.#options.journal)).hasMessage(message.messageId);
    if (isKnown) return { messageId: message.messageId, facts: [] };
    const content = await this.#content(message.parts, '\n\n');
    const { messageId } = message;
    if (messageId !== '' && messageId.length <= LONGEST_ID) return heard(messageId, content);
    const { taskId = '', messageId: answered = '' } = this.#options;
    return heard(derivedId('message', taskId || answered, messageId || contentId(content)), content);
  }

  /** Named by its content too: an artifact that changes later is another message. */
  async #artifact(artifact: Artifact): Promise<Heard> {
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
    return heard(messageId, content);
  }

  #content(parts: readonly Part[], between: string): Promise<MessageContent> {
    const { journal, agent } = this.#options;
    return contentOf(parts, journal, { between, fetchFile: (url) => agent.fetchFile(url) });
  }

  async #record(
    heard: readonly Heard[],
    status?: A2aStatus,
    alongside: readonly ProposedFact[] = [],
  ): Promise<void> {
    await decideByLedger(this.#options.journal, (ledger) => {
      const known = new Set<string>();
      const fresh = heard.filter(({ messageId, facts }) => {
        const isNew = facts.length > 0 && !known.has(messageId) && !ledger.hasMessage(messageId);
        known.add(messageId);
        return isNew;
      });
      const facts = fresh.flatMap((each) => each.facts);
      // A turn that is given back without a word is given back all the same.
      this.#hasEnded ||= ledger.hasEnded;
      const turned = status !== undefined && status !== ledger.status && !this.#hasEnded;
      return [...alongside, ...facts, ...(turned ? [{ type: 'status_changed', a2a: status }] : [])];
    });
    this.#recorded = new Map(this.#read);
  }
}

function heard(messageId: string, { text, attachments, added }: MessageContent): Heard {
  if (text === '' && attachments.length === 0) return { messageId, facts: [] };
  const received = {
    type: 'remote_received',
    messageId,
    text,
    ...(attachments.length > 0 && { attachments }),
  };
  return { messageId, facts: [...added, received] };
}

/** Without data that nests too deep to be written down. */
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

/** Whether nothing more comes of a task until we say something. */
export function isOver(status: A2aStatus | undefined): boolean {
  return status !== undefined && isSettled(status);
}
