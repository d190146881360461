import {
  type Message,
  type Part,
  Role,
  type StreamResponse,
  type Task,
  TaskState,
  type TaskStatus,
} from '@a2a-js/sdk';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textPart, transcript } from '../../../../test/a2a-fixture.ts';
import { memoryStore, openJournal } from '../../../journal/index.ts';
import { TaskReader } from './task-reader.ts';

const agent = { fetchFile: async () => undefined };
const journalOf = () => openJournal(memoryStore(), 'j');

function agentMessage(text: string, more: Partial<Message> = {}): Message {
  return {
    messageId: `m-${text}`,
    contextId: '',
    taskId: 't',
    role: Role.ROLE_AGENT,
    parts: [textPart(text)],
    metadata: undefined,
    extensions: [],
    referenceTaskIds: [],
    ...more,
  };
}

const status = (state: TaskState, message?: Message): TaskStatus => ({
  state,
  message,
  timestamp: undefined,
});

function update(state: TaskState, message?: Message, taskId = 't'): StreamResponse {
  const value = { taskId, contextId: '', status: status(state, message), metadata: undefined };
  return { payload: { $case: 'statusUpdate', value } };
}

function snapshot(task: Partial<Task>): StreamResponse {
  const value = {
    id: 't',
    contextId: '',
    status: undefined,
    artifacts: [],
    history: [],
    metadata: undefined,
    ...task,
  };
  return { payload: { $case: 'task', value } };
}

function chunk(text: string, { append = true, lastChunk = false } = {}): StreamResponse {
  const artifact = {
    artifactId: 'a',
    name: '',
    description: '',
    parts: [textPart(text)],
    metadata: undefined,
    extensions: [],
  };
  const value = { taskId: 't', contextId: '', artifact, append, lastChunk, metadata: undefined };
  return { payload: { $case: 'artifactUpdate', value } };
}

const { TASK_STATE_WORKING: WORKING, TASK_STATE_COMPLETED: COMPLETED } = TaskState;

describe('what an agent tells of a task', () => {
  it('is recorded once and in order, wherever streams are cut and taken up again', async () => {
    const cuts = fc.array(fc.record({ to: fc.nat(8), back: fc.nat(8) }), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 8 }), cuts, async (count, streams) => {
        const messages = Array.from({ length: count }, (_, i) => agentMessage(String(i)));
        const events = messages.map((message) => update(WORKING, message));
        const journal = journalOf();
        let position = 0;
        for (const { to, back } of streams) {
          // Each stream is another reader: another process may have taken over.
          const reader = new TaskReader({ journal, agent, taskId: 't' });
          const from = Math.max(0, Math.min(position, count) - back);
          await reader.take(snapshot({ history: messages.slice(0, position), status: status(WORKING) }));
          for (const event of events.slice(from, to)) await reader.take(event);
          position = Math.max(position, Math.min(to, count));
        }
        const last = new TaskReader({ journal, agent, taskId: 't' });
        await last.take(snapshot({ history: messages, status: status(COMPLETED) }));
        const received = (await transcript(journal)).filter((line) => line.startsWith('<'));
        expect(received).toEqual(messages.map((_, i) => `<${i}`));
        expect((await transcript(journal)).at(-1)).toBe('=completed');
      }),
    );
  });

  it('is an artifact when it is whole, however it came in pieces', async () => {
    const journal = journalOf();
    const reader = new TaskReader({ journal, agent, taskId: 't' });
    await reader.take(chunk('Hel', { append: false }));
    await reader.take(update(WORKING));
    expect(await transcript(journal)).toEqual(['=working']);
    await reader.take(chunk('lo'));
    await reader.take(update(COMPLETED));
    const again = new TaskReader({ journal, agent, taskId: 't' });
    const parts = [textPart('Hel'), textPart('lo')];
    const artifact = {
      artifactId: 'a',
      name: '',
      description: '',
      parts,
      metadata: undefined,
      extensions: [],
    };
    await again.take(snapshot({ artifacts: [artifact], status: status(COMPLETED) }));
    expect(await transcript(journal)).toEqual(['=working', '<Hello', '=completed']);
  });

  it('is left out where its data nests deeper than anybody can read', async () => {
    const journal = journalOf();
    const reader = new TaskReader({ journal, agent, taskId: 't' });
    const value = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
    const parts: Part[] = [textPart('Hello'), { ...textPart(''), content: { $case: 'data', value } }];
    const artifact = {
      artifactId: 'a',
      name: '',
      description: '',
      parts,
      metadata: undefined,
      extensions: [],
    };
    const update = {
      taskId: 't',
      contextId: '',
      artifact,
      append: false,
      lastChunk: true,
      metadata: undefined,
    };
    await reader.take({ payload: { $case: 'artifactUpdate', value: update } });
    await reader.take(snapshot({ artifacts: [artifact], status: status(COMPLETED) }));
    expect(await transcript(journal)).toEqual(['<Hello', '=completed']);
  });

  it('is cut when an artifact grows without an end', async () => {
    const journal = journalOf();
    const reader = new TaskReader({ journal, agent, taskId: 't' });
    await reader.take(chunk('begin', { append: false }));
    const large = 'x'.repeat(16 * 1024 * 1024);
    for (let i = 0; i < 8; i++) await reader.take(chunk(large));
    await reader.take(chunk('', { lastChunk: true }));
    const added = (await journal.facts()).find(({ type }) => type === 'attachment_added');
    expect(added).toMatchObject({ name: 'message.txt', size: 'begin'.length + 3 * large.length });
  });

  it('has its files fetched once, however often the task is looked at', async () => {
    const fetched: string[] = [];
    const fetchFile = async (url: string) => {
      fetched.push(url);
      return new Uint8Array([1]);
    };
    const reader = new TaskReader({ journal: journalOf(), agent: { fetchFile }, taskId: 't' });
    const link = (value: string): Part => ({ ...textPart(''), content: { $case: 'url', value } });
    const artifact = (value: string) => ({
      artifactId: 'a',
      name: '',
      description: '',
      parts: [link(value)],
      metadata: undefined,
      extensions: [],
    });
    const history = [agentMessage('a', { parts: [link('https://a.example/m')] })];
    for (const version of ['1', '1', '2', '2']) {
      await reader.take(
        snapshot({
          history,
          artifacts: [artifact(`https://a.example/${version}`)],
          status: status(TaskState.TASK_STATE_AUTH_REQUIRED),
        }),
      );
    }
    expect(fetched).toEqual(['https://a.example/m', 'https://a.example/1', 'https://a.example/2']);
  });

  it('has an id even where the agent gives none, or one that is too long', async () => {
    const journal = journalOf();
    for (let i = 0; i < 2; i++) {
      const reader = new TaskReader({ journal, agent, taskId: 't' });
      await reader.take(update(WORKING, agentMessage('a', { messageId: '' })));
      await reader.take(update(WORKING, agentMessage('b', { messageId: '' })));
      await reader.take(update(WORKING, agentMessage('c', { messageId: 'x'.repeat(300) })));
    }
    expect(await transcript(journal)).toEqual(['<a', '=working', '<b', '<c']);
  });

  it('is left out when it is of another task, says nothing, or repeats what we said', async () => {
    const journal = journalOf();
    const reader = new TaskReader({ journal, agent, taskId: 't' });
    await reader.take(update(COMPLETED, agentMessage('stray'), 'other'));
    await reader.take(snapshot({ id: 'other', status: status(COMPLETED, agentMessage('stray')) }));
    await reader.take(update(WORKING, agentMessage('', { parts: [] })));
    await reader.take(snapshot({ history: [agentMessage('ours', { role: Role.ROLE_USER })] }));
    await reader.take({});
    expect(await transcript(journal)).toEqual(['=working']);
  });
});
