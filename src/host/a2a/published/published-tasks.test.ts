import { describe, expect, it } from 'vitest';
import type { ProposedFact } from '../../../journal/fact.ts';
import { memoryStore, openJournal } from '../../../journal/index.ts';
import { publishedTasksOf } from './published-tasks.ts';

const opened = (taskId: string) => ({ type: 'a2a_task_opened', taskId, contextId: 'c' });
const received = (messageId: string) => ({ type: 'remote_received', messageId, text: messageId });
const sent = (messageId: string) => ({ type: 'remote_sent', messageId, text: messageId });
const status = (a2a: string) => ({ type: 'status_changed', a2a });

async function tasksAfter(...facts: ProposedFact[]) {
  const journal = openJournal(memoryStore(), 'j');
  await journal.append(facts);
  return { journal, published: await publishedTasksOf(journal) };
}

const seen = ({ status, messages }: { status: string; messages: Iterable<{ text: string }> }) => [
  status,
  ...Array.from(messages, ({ text }) => text),
];

describe('the tasks of a published session', () => {
  it('are at work until they are answered, and then wait for the caller', async () => {
    const { journal, published: tasks } = await tasksAfter(opened('t'), received('m1'));
    expect(tasks.tasks.map(seen)).toEqual([['working', 'm1']]);
    await journal.append([sent('m2'), status('working')]);
    expect((await publishedTasksOf(journal)).tasks.map(seen)).toEqual([['input-required', 'm1', 'm2']]);
    await journal.append([received('m3')]);
    expect((await publishedTasksOf(journal)).tasks.map(seen)).toEqual([['working', 'm1', 'm2', 'm3']]);
  });

  it.each(['completed', 'failed', 'canceled', 'rejected'])(
    'end as %s with the last word of the conversation',
    async (end) => {
      const { published: tasks } = await tasksAfter(opened('t'), received('m1'), sent('m2'), status(end));
      expect(tasks.tasks.map(seen)).toEqual([[end, 'm1', 'm2']]);
    },
  );

  it('show a message to nobody who has not begun them, and its end to nobody after another one', async () => {
    const { published: tasks } = await tasksAfter(
      opened('t'),
      received('m1'),
      sent('m2'),
      status('completed'),
      opened('u'),
      received('m3'),
    );
    expect(tasks.tasks.map(seen)).toEqual([
      ['completed', 'm1', 'm2'],
      ['working', 'm3'],
    ]);
  });

  it('stand as they did when what was said is erased', async () => {
    const store = memoryStore();
    const journal = openJournal(store, 'j');
    await journal.append([opened('t'), received('m1'), sent('m2'), received('m3')]);
    await journal.redact(await journal.head());
    expect((await publishedTasksOf(openJournal(store, 'j'))).tasks.map(seen)).toEqual([
      ['working', 'm1', 'm2'],
    ]);
    await journal.append([sent('m4')]);
    await journal.redact(await journal.head());
    expect((await publishedTasksOf(openJournal(store, 'j'))).tasks.map(seen)).toEqual([
      ['input-required', 'm1', 'm2'],
    ]);
    const answered = { type: 'a2a_answered', taskId: 't', status: 'completed', messageId: 'm5' };
    await journal.append([answered, sent('m5')]);
    await journal.redact(await journal.head());
    expect((await publishedTasksOf(openJournal(store, 'j'))).current?.status).toBe('completed');
  });

  it('do not end by the answer to another message when what was said is erased', async () => {
    const answered = { type: 'a2a_answered', taskId: 't1', status: 'completed', messageId: 'm2' };
    for (const erased of [[7], [4, 7]]) {
      const store = memoryStore();
      const journal = openJournal(store, 'j');
      await journal.append([opened('t1'), received('m1'), answered, sent('m2')]);
      await journal.append([opened('t2'), received('m3'), sent('m4')]);
      for (const seq of erased) await journal.redact(seq);
      const { tasks } = await publishedTasksOf(journal);
      expect(tasks.map(({ status }) => status)).toEqual(['completed', 'input-required']);
    }
  });

  it('stay as they ended, and what comes later belongs to the next one', async () => {
    const { published: tasks } = await tasksAfter(
      opened('t1'),
      received('m1'),
      status('canceled'),
      sent('late'),
      status('completed'),
      opened('t2'),
      received('m2'),
    );
    expect(tasks.tasks.map(seen)).toEqual([
      ['canceled', 'm1'],
      ['working', 'm2'],
    ]);
    expect(tasks.taskOfMessage('late')).toBeUndefined();
    expect(tasks.taskOfMessage('m2')?.id).toBe('t2');
  });

  it('are not those of the journal it was copied from, nor is it published by that', async () => {
    const { journal, published: tasks } = await tasksAfter(
      { type: 'session_published', name: 'A' },
      opened('t'),
      received('m1'),
    );
    expect(tasks.publication).toEqual({ name: 'A', description: undefined });
    const copy = await publishedTasksOf(await journal.fork(3, 'copy'));
    expect(copy.tasks).toEqual([]);
    expect(copy.publication).toBeUndefined();
  });

  it('can be reached until the session is withdrawn or archived', async () => {
    const published = { type: 'session_published' };
    expect((await tasksAfter(published)).published.publication).toBeDefined();
    expect(
      (await tasksAfter(published, { type: 'session_unpublished' })).published.publication,
    ).toBeUndefined();
    expect((await tasksAfter(published, { type: 'session_archived' })).published.publication).toBeUndefined();
  });
});
