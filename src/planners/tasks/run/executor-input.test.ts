import { describe, expect, it } from 'vitest';
import { openJournal } from '../../../journal/journal.ts';
import { memoryStore } from '../../../journal/memory-store.ts';
import { react } from '../../../kernel/work/reactor.ts';
import type { ExecutableTask } from '../executors/executor.ts';
import { taskSessionFacts } from '../facts.ts';
import { Planner } from '../handler.ts';
import { TaskRunner } from './task-runner.ts';

const SECRET = 'Quetzalbrook';

/** Two tasks, of which the second repeats what it is told of the first; `during` happens while it runs. */
async function carriedOut(
  during: (journal: ReturnType<typeof planJournal>) => Promise<unknown>,
  second?: string,
) {
  const journal = planJournal();
  const planner = new Planner();
  planner.process({ type: 'Initialize', tasks: [{ description: 'find' }, { description: 'write' }] });
  await journal.append(planner.eventLog);
  const runner = new TaskRunner({
    executors: {
      Processing: {
        name: 'test',
        async execute({ id, context }: ExecutableTask) {
          if (id === 2) await during(journal);
          return { type: 'completed', result: id === 1 ? SECRET : (second ?? `Dear ${context}`) };
        },
      },
    },
  });
  for (const id of [1, 2]) {
    const dispatched = (await journal.facts()).findLast(({ type }) => type === 'TaskDispatched');
    if (dispatched === undefined) throw new TypeError(`task ${id} was not dispatched`);
    await react(journal as never, runner as never, dispatched as never, { worker: 'test' });
  }
  return await journal.facts();
}

function planJournal() {
  return openJournal(memoryStore(), 'plan', { facts: taskSessionFacts });
}

describe('the input of a task', () => {
  it('does not reappear in its outcome when it was erased meanwhile', async () => {
    const facts = await carriedOut(async (journal) => {
      const result = (await journal.facts()).find(({ type }) => type === 'TaskStatusUpdated');
      await journal.redact(result?.seq ?? 0);
    });
    expect(JSON.stringify(facts)).not.toContain(SECRET);
    expect(facts.findLast(({ type }) => type === 'TaskStatusUpdated')).toMatchObject({
      taskId: 2,
      status: 'Completed',
    });
  });

  it('keeps an outcome that repeats none of it', async () => {
    const facts = await carriedOut(async (journal) => {
      const result = (await journal.facts()).find(({ type }) => type === 'TaskStatusUpdated');
      await journal.redact(result?.seq ?? 0);
    }, 'All is written.');
    expect(facts.findLast(({ type }) => type === 'TaskStatusUpdated')).toMatchObject({
      result: 'All is written.',
    });
  });

  it('stays in its outcome when something else was erased meanwhile', async () => {
    const facts = await carriedOut(async (journal) => {
      const added = await journal.append([{ type: 'session_renamed', title: 'Mine' }]);
      await journal.redact(added.head);
    });
    expect(JSON.stringify(facts.findLast(({ type }) => type === 'TaskStatusUpdated'))).toContain(SECRET);
  });
});
