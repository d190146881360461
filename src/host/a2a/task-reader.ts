import {
  type Artifact,
  type Message,
  type Part,
  Role,
  type StreamResponse,
  type Task,
  type TaskStatus,
} from '@a2a-js/sdk';
import type { A2aStatus } from '../../harness/facts.ts';
import type { ProposedFact } from '../../journal/fact.ts';
import { sha256 } from '../../journal/sha256.ts';
import { decideByLedger, type TalkingJournal } from './ledger-decision.ts';
import { contentId, contentOf, type MessageContent } from './message-content.ts';
import type { RemoteAgent } from './remote-agent.ts';
import { isSettled, isUnderWay } from './status-kinds.ts';
import { statusOf } from './task-state.ts';

/** Something the other agent said: its id, and the facts that record it. */
interface Heard {
  readonly messageId: string;
  readonly facts: readonly ProposedFact[];
}

/** What a reader goes by. */
export interface TaskReaderOptions {
  readonly journal: TalkingJournal;
  readonly agent: Pick<RemoteAgent, 'fetchFile'>;
  /** The task; `undefined` when the agent answers without one. */
  readonly taskId: string | undefined;
  /** Our message that it answers, as far as that is known. */
  readonly messageId?: string;
  /** Whether a status is the one from before our message: agents begin with the task as it was. */
  isOld?(status: TaskStatus): boolean;
}

const LONGEST_ID = 256;

/**
 * Turns what an agent tells of a task into facts. However often something arrives, from a stream, from a stream that was
 * taken up again or from a look at the whole task, it is recorded once.
 */
export class TaskReader {
  readonly #options: TaskReaderOptions;
  /** What has arrived of each artifact. */
  readonly #artifacts = new Map<string, Artifact>();

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
        const whole = this.#grow(artifact, append);
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
    for (const artifact of artifacts) this.#artifacts.set(artifact.artifactId, artifact);
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

  #grow(chunk: Artifact, append: boolean): Artifact {
    const before = append ? this.#artifacts.get(chunk.artifactId) : undefined;
    const whole = before ? { ...before, parts: [...before.parts, ...chunk.parts] } : chunk;
    this.#artifacts.set(chunk.artifactId, whole);
    return whole;
  }

  async #message(message: Message): Promise<Heard> {
    const content = await this.#content(message.parts, '\n\n');
    const { messageId } = message;
    if (messageId !== '' && messageId.length <= LONGEST_ID) return heard(messageId, content);
    const { taskId = '', messageId: answered = '' } = this.#options;
    return heard(derivedId('message', taskId || answered, messageId || contentId(content)), content);
  }

  /** Named by its content too: an artifact that changes later is another message. */
  async #artifact({ artifactId, name, parts }: Artifact): Promise<Heard> {
    // The chunks of a streamed text are one text.
    const content = await this.#content(
      parts.map((part) => (part.filename === '' && name !== '' ? { ...part, filename: name } : part)),
      '',
    );
    return heard(
      derivedId('artifact', this.#options.taskId ?? '', `${artifactId}\n${contentId(content)}`),
      content,
    );
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
      const turned = status !== undefined && status !== ledger.status;
      return [...alongside, ...facts, ...(turned ? [{ type: 'status_changed', a2a: status }] : [])];
    });
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

function derivedId(kind: string, scope: string, what: string): string {
  return `${kind}-${sha256(`${scope}\n${what}`).slice(0, 32)}`;
}

/** Whether nothing more comes of a task until we say something. */
export function isOver(status: A2aStatus | undefined): boolean {
  return status !== undefined && isSettled(status);
}
