import { afterEach, describe, expect, it } from 'vitest';
import { storeWith } from '../../../../test/store-with.ts';
import { type RunningReactors, runReactors } from '../../../host/run-reactors.ts';
import { type FactStore, memoryStore, openJournal } from '../../../journal/index.ts';
import { kernelFacts, runHandler } from '../../../kernel/index.ts';
import { modelCompactor } from '../../../model/compaction/model-compactor.ts';
import { scriptedModel } from '../../../testing/scripted-model.ts';
import { SimulatedClock } from '../../../testing/simulated-clock.ts';
import type { GivenTask } from '../commands/command.ts';
import { echoExecutor } from '../executors/echo.ts';
import { type ExecutionOutcome, type Executor, NoPersonAvailable } from '../executors/executor.ts';
import { outcomeFromText } from '../executors/human.ts';
import { type TaskPolicy, taskFacts } from '../facts.ts';
import { loadTaskPlan, taskPlan } from '../plan/task-plan.ts';
import { TaskRunner, type TaskRunnerOptions } from './task-runner.ts';

const running: RunningReactors[] = [];
afterEach(async () => {
  for (const each of running.splice(0)) await each.close();
});

const facts = { ...kernelFacts, ...taskFacts };

interface Setting {
  readonly tasks?: readonly GivenTask[];
  readonly policy?: TaskPolicy;
  readonly store?: FactStore;
}

const letters: readonly GivenTask[] = ['a', 'b', 'c'].map((description) => ({ description }));

async function planned({ tasks = letters, policy = {}, store = memoryStore() }: Setting = {}) {
  const clock = new SimulatedClock();
  const journal = openJournal(store, 'tasks', { facts, clock });
  await runHandler(journal, {
    ...taskPlan,
    command: { type: 'Initialize', userInput: '', attachments: [], tasks: [...tasks], policy },
  });
  const start = async (options: TaskRunnerOptions, worker = 'a') => {
    const loop = await runReactors(journal, [new TaskRunner({ timer: clock, ...options })], {
      worker,
      clock,
      timer: clock,
    });
    running.push(loop);
    return loop;
  };
  const state = async () => (await loadTaskPlan(journal)).planner.state;
  return { clock, journal, start, state };
}

const executing = (execute: Executor['execute']): Pick<TaskRunnerOptions, 'executors'> => ({
  executors: { Processing: { name: 'test', execute }, ToolCall: { name: 'test', execute } },
});

const does = (outcome: (id: number) => ExecutionOutcome) => executing(async ({ id }) => outcome(id));

describe('a runner', () => {
  it('carries out a plan to its end', async () => {
    const { start, state } = await planned();
    await (await start({ executors: { Processing: echoExecutor } })).idle();
    const { tasks, completed } = await state();
    expect(completed).toBe(true);
    expect(tasks.map(({ status, result }) => [status, result])).toEqual([
      ['Completed', 'Echo, nothing was done: a'],
      ['Completed', 'Echo, nothing was done: b'],
      ['Completed', 'Echo, nothing was done: c'],
    ]);
  });

  it('continues after a failure, and records an executor that throws as one', async () => {
    const { start, state } = await planned();
    await (
      await start(
        executing(async ({ id }) => {
          if (id === 2) throw new TypeError('x is not a function');
          return { type: 'completed', result: 'ok' };
        }),
      )
    ).idle();
    const { tasks } = await state();
    expect(tasks).toMatchObject([
      { status: 'Completed' },
      { status: 'Failed', result: expect.stringContaining('TypeError: x is not a function') },
      { status: 'Completed' },
    ]);
  });

  it('gives a task only the work before it, and itself', async () => {
    const { start } = await planned();
    const seen: string[] = [];
    await (
      await start(
        executing(async ({ id, context, parameters }) => {
          seen.push(`${context} | ${parameters}`);
          return { type: 'completed', result: `r${id}` };
        }),
      )
    ).idle();
    expect(seen).toEqual([' | a', '#1 a: r1 | b', '#1 a: r1\n#2 b: r2 | c']);
  });

  it('leaves tasks without an executor here to others', async () => {
    const { start, state } = await planned({
      tasks: [{ description: 'a' }, { description: 'b', kind: 'ToolCall' }],
    });
    await (await start({ executors: { Processing: echoExecutor } })).idle();
    expect((await state()).tasks).toMatchObject([{ status: 'Completed' }, { status: 'Running' }]);
    await (await start({ executors: { ToolCall: echoExecutor } }, 'b')).idle();
    expect((await state()).completed).toBe(true);
  });

  it('asks, waits for the answer and tries the task again with it', async () => {
    const { start, state } = await planned();
    const asked: string[] = [];
    await (
      await start({
        ...executing(async ({ id, parameters }) =>
          id === 2 && !parameters.includes('Answer:')
            ? { type: 'needs-clarification', question: 'Which one?' }
            : { type: 'completed', result: parameters },
        ),
        ask: async (question) => {
          asked.push(question);
          return 'the second';
        },
      })
    ).idle();
    expect(asked).toEqual(['Which one?']);
    expect((await state()).tasks[1]?.result).toBe('b\n\nQuestion: Which one?\nAnswer: the second');
  });

  it('stops asking when somebody else has answered', async () => {
    const { journal, start, state } = await planned({
      tasks: [{ description: 'Which?', kind: 'Clarification' }],
    });
    const asking = Promise.withResolvers<void>();
    const loop = await start({
      executors: {},
      ask: (_, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
          asking.resolve();
        }),
    });
    await asking.promise;
    const event = { type: 'ClarificationProvided', nodeId: 1, answer: 'this' } as const;
    await runHandler(journal, { ...taskPlan, command: { type: 'HandleExecutorEvent', event } });
    await loop.idle();
    expect(await state()).toMatchObject({ completed: true, tasks: [{ result: 'this' }] });
  });

  it('stops a cancelled task, and drops its later outcome', async () => {
    const { journal, start, state } = await planned({ tasks: [{ description: 'a' }, { description: 'b' }] });
    const began = Promise.withResolvers<void>();
    let aborted = false;
    const loop = await start(
      executing(({ id }, { signal }) => {
        if (id !== 1) return Promise.resolve({ type: 'completed', result: 'ok' });
        began.resolve();
        return new Promise((resolve) => {
          signal.addEventListener('abort', () => {
            aborted = true;
            resolve({ type: 'completed', result: 'too late' });
          });
        });
      }),
    );
    await began.promise;
    await runHandler(journal, { ...taskPlan, command: { type: 'CancelTask', taskId: 1 } });
    await loop.idle();
    expect(aborted).toBe(true);
    expect((await state()).tasks).toMatchObject([
      { status: 'Cancelled', result: 'Cancelled.' },
      { status: 'Completed' },
    ]);
  });

  it('gives an executor that does not stop a few seconds, and continues without it', async () => {
    const { clock, journal, start, state } = await planned({ tasks: letters.slice(0, 2) });
    const began = Promise.withResolvers<void>();
    const loop = await start(
      executing(({ id }) => {
        began.resolve();
        return id === 1 ? new Promise(() => {}) : Promise.resolve({ type: 'completed', result: 'ok' });
      }),
    );
    await began.promise;
    await runHandler(journal, { ...taskPlan, command: { type: 'CancelTask', taskId: 1 } });
    await expect.poll(async () => (await state()).completed).toBe(true);
    let isIdle = false;
    const idle = loop.idle().then(() => {
      isIdle = true;
    });
    await expect.poll(() => clock.advance(1000) === undefined && isIdle).toBe(true);
    await idle;
    expect((await state()).tasks.map(({ status }) => status)).toEqual(['Cancelled', 'Completed']);
  });

  it('waits before another attempt, according to the policy', async () => {
    const retry = { maxAttempts: 2, baseDelayMs: 1000, maxDelayMs: 1000, retryOn: ['timeout'] };
    const { clock, start, state } = await planned({ tasks: [{ description: 'a' }], policy: { retry } });
    let attempts = 0;
    const loop = await start(
      does(() =>
        ++attempts === 1
          ? { type: 'failed', error: 'slow', failureClass: 'timeout' }
          : { type: 'completed', result: 'ok' },
      ),
    );
    await expect.poll(async () => (await state()).tasks[0]?.retry?.attempt).toBe(2);
    clock.advance(999);
    expect(attempts).toBe(1);
    await expect.poll(() => clock.advance(1) === undefined && attempts).toBe(2);
    await loop.idle();
    expect((await state()).completed).toBe(true);
  });

  it('runs as many tasks at once as the policy allows', async () => {
    const tasks = Array.from({ length: 6 }, (_, at) => ({ description: `t${at}` }));
    const { start, state } = await planned({ tasks, policy: { parallel: 3 } });
    let [now, most] = [0, 0];
    const three = Promise.withResolvers<void>();
    await (
      await start(
        executing(async () => {
          most = Math.max(most, ++now);
          if (now === 3) three.resolve();
          await three.promise;
          now -= 1;
          return { type: 'completed', result: 'ok' };
        }),
      )
    ).idle();
    expect(most).toBe(3);
    expect((await state()).completed).toBe(true);
  });

  it('compacts finished work that exceeds the budget, and shortens errors', async () => {
    const { start, state } = await planned({
      tasks: Array.from({ length: 8 }, (_, at) => ({ description: `t${at}` })),
    });
    await (
      await start({
        ...does((id) =>
          id === 8
            ? { type: 'failed', error: `Error: broken\n${'    at somewhere (file.js:1:1)\n'.repeat(200)}` }
            : { type: 'completed', result: 'many words about nothing in particular '.repeat(5) },
        ),
        config: { tokenBudget: 60, errorCharLimit: 80 },
      })
    ).idle();
    const { tasks, contextSummary, completed } = await state();
    expect(completed).toBe(true);
    expect(tasks.length).toBeLessThan(8);
    expect(contextSummary).toMatch(/left out\]/);
    const failure = tasks.find(({ status }) => status === 'Failed')?.result ?? contextSummary;
    expect(failure).toContain('broken');
    expect(failure.length).toBeLessThanOrEqual(400);
  });

  it("uses a model's summary if there is one", async () => {
    const { start, state } = await planned();
    await (
      await start({
        ...does((id) => ({ type: 'completed', result: `words and words and words ${id}` })),
        config: { tokenBudget: 12 },
        compactor: {
          compactErrorMessage: async (message) => message,
          compactThread: async () => [{ role: 'user', text: 'All went well.' }],
        },
      })
    ).idle();
    expect((await state()).contextSummary).toBe('All went well.');
  });

  it('has a model summarize', async () => {
    const { start, state } = await planned();
    const llm = scriptedModel(['Two went well.', 'All went well.', 'All is well.']);
    await (
      await start({
        ...does((id) => ({ type: 'completed', result: `words and words and words ${id} `.repeat(6) })),
        config: { tokenBudget: 60 },
        compactor: modelCompactor(llm),
      })
    ).idle();
    expect(llm.requests.length).toBeGreaterThan(0);
    expect((await state()).contextSummary).toContain('went well.');
  });

  it('asks about an unusable attachment once', async () => {
    const attachments = [{ kind: { type: 'Link', value: 'ftp://example.com/spec' } } as const];
    const { start, state } = await planned({ tasks: [{ description: 'Read the spec', attachments }] });
    const asked: string[] = [];
    await (
      await start({
        executors: { Processing: echoExecutor },
        ask: async (question) => {
          asked.push(question);
          return 'Go on without it.';
        },
      })
    ).idle();
    expect(asked).toEqual([
      'ftp://example.com/spec cannot be used: ftp: addresses are not fetched. Give another one, or say how to continue without it.',
    ]);
    expect((await state()).completed).toBe(true);
  });

  it('bounds long output', async () => {
    const { start, state } = await planned({ tasks: [{ description: 'a' }] });
    await (await start(does(() => ({ type: 'completed', result: '\0'.repeat(5_000_000) })))).idle();
    expect((await state()).tasks[0]).toMatchObject({
      status: 'Completed',
      result: expect.stringMatching(/\[\d+ more characters left out\]$/),
    });
  });

  it('reads a fact no more often in a long plan than in a short one', async () => {
    const readsPerTask = async (count: number): Promise<number> => {
      let read = 0;
      const memory = memoryStore();
      const store = storeWith(memory, {
        read: async (...args) => {
          const facts = await memory.read(...args);
          read += facts.length;
          return facts;
        },
      });
      const tasks = Array.from({ length: count }, (_, at) => ({ description: `t${at}` }));
      const { start, state } = await planned({ tasks, store });
      await (await start({ executors: { Processing: echoExecutor } })).idle();
      expect((await state()).completed).toBe(true);
      return read / count;
    };
    expect(await readsPerTask(400)).toBeLessThan(1.5 * (await readsPerTask(40)));
  });

  it.each([
    ['nothing', undefined],
    ['a blank question', { type: 'needs-clarification', question: ' ' }],
    ['a result that is no text', { type: 'completed', result: 42 }],
    ['an unknown outcome', { type: 'perhaps' }],
  ])('records an executor that returns %s as failed', async (_, returned) => {
    const { start, state } = await planned();
    let runs = 0;
    await (
      await start(
        // What a program without types may return.
        executing(async () => {
          runs += 1;
          return returned as unknown as ExecutionOutcome;
        }),
      )
    ).idle();
    const { tasks, completed } = await state();
    expect([completed, runs]).toEqual([true, 3]);
    expect(tasks[0]).toMatchObject({
      status: 'Failed',
      result: expect.stringContaining('test returned no outcome'),
    });
  });

  it('records nothing if nobody is there to do it', async () => {
    const { start, state } = await planned();
    const loop = await start(
      executing(async () => {
        throw new NoPersonAvailable('gone home');
      }),
    );
    await loop.idle();
    expect((await state()).tasks[0]?.status).toBe('Running');
  });

  it('records text with unpaired surrogates', async () => {
    const { start, state } = await planned({ tasks: letters.slice(0, 2) });
    await (
      await start(
        does((id) =>
          id === 1
            ? { type: 'completed', result: 'half \uD83D' }
            : { type: 'failed', error: '\uDE00 is half' },
        ),
      )
    ).idle();
    expect((await state()).tasks.map(({ result }) => result)).toEqual(['half \uFFFD', '\uFFFD is half']);
  });

  it('has room for many long questions and answers', async () => {
    const { start, state } = await planned({ tasks: [{ description: 'a' }] });
    let asked = 0;
    await (
      await start({
        ...executing(async () =>
          asked === 8
            ? { type: 'completed', result: 'ok' }
            : { type: 'needs-clarification', question: `${asked} ${'why '.repeat(100_000)}` },
        ),
        ask: async () => {
          asked += 1;
          return 'because '.repeat(100_000);
        },
      })
    ).idle();
    expect(await state()).toMatchObject({ completed: true, tasks: [{ status: 'Completed' }] });
  });

  it('does not start on an outdated fact about the task', async () => {
    const { journal, start, state } = await planned({ tasks: [{ description: 'a' }] });
    const history = [
      { type: 'NeedsClarification', nodeId: 1, question: 'Which?' },
      { type: 'ClarificationProvided', nodeId: 1, answer: 'this' },
    ] as const;
    for (const event of history) {
      await runHandler(journal, { ...taskPlan, command: { type: 'HandleExecutorEvent', event } });
    }
    const begun: string[] = [];
    await (
      await start(
        executing(async ({ parameters }) => {
          begun.push(parameters);
          return { type: 'completed', result: 'ok' };
        }),
      )
    ).idle();
    expect(begun).toEqual(['a\n\nQuestion: Which?\nAnswer: this']);
    expect((await state()).completed).toBe(true);
  });

  it('forgets redacted text', async () => {
    const { journal, start } = await planned({ tasks: letters.slice(0, 2) });
    const secret = Promise.withResolvers<void>();
    const reported: string[] = [];
    const loop = await start(
      executing(async ({ id, context }) => {
        if (id === 2) await secret.promise;
        reported.push(context);
        return id === 2
          ? { type: 'needs-clarification', question: 'And?' }
          : { type: 'completed', result: 'password' };
      }),
    );
    await expect
      .poll(async () => (await journal.facts()).filter(({ type }) => type === 'claimed').length)
      .toBe(2);
    const result = (await journal.facts()).find(({ type }) => type === 'TaskStatusUpdated');
    await journal.redact(result?.seq ?? 0);
    secret.resolve();
    await loop.idle();
    const event = { type: 'ClarificationProvided', nodeId: 2, answer: 'go on' } as const;
    await runHandler(journal, { ...taskPlan, command: { type: 'HandleExecutorEvent', event } });
    await expect.poll(() => reported.length).toBe(3);
    expect(reported.at(-1)).not.toContain('password');
  });

  it('has a person do a task, fail it or ask back', async () => {
    const { start, state } = await planned();
    const answers = ['Done by hand', 'ask Which branch?', 'main', 'merged', 'fail no time'];
    const ask = async () => answers.shift() ?? '';
    const person = { name: 'person', execute: async () => outcomeFromText(await ask()) };
    await (await start({ executors: { Processing: person }, ask })).idle();
    expect((await state()).tasks).toMatchObject([
      { status: 'Completed', result: 'Done by hand' },
      {
        status: 'Completed',
        result: 'merged',
        clarifications: [{ question: 'Which branch?', answer: 'main' }],
      },
      { status: 'Failed', result: 'no time' },
    ]);
  });
});

describe('a runner that dies at any point', () => {
  /** A store whose process is gone after so many appends: nothing returns any more. */
  function dyingStore(store: FactStore, appends: number): FactStore {
    let left = appends;
    return storeWith(store, {
      append: (...args) => (left-- > 0 ? store.append(...args) : new Promise(() => {})),
    });
  }

  it('is followed by one that does the remaining tasks, and repeats no finished one', async () => {
    for (let appends = 0; appends < 12; appends++) {
      const store = memoryStore();
      const { clock, journal, state } = await planned({ store });
      const done: number[] = [];
      const executors = executing(async ({ id }) => {
        done.push(id);
        return { type: 'completed', result: `${id}` };
      });
      const dying = openJournal(dyingStore(store, appends), 'tasks', { clock });
      await runReactors(dying, [new TaskRunner(executors)], { worker: 'dead', clock, timer: clock });
      // It has come as far as it will when everything that it can append is there.
      await expect
        .poll(async () => (await state()).completed || (await journal.head()) === 2 + countOf(appends))
        .toBe(true);
      const finishedBefore = (await state()).tasks
        .filter(({ status }) => status === 'Completed')
        .map(({ id }) => id);
      const before = done.length;
      const heir = await runReactors(journal, [new TaskRunner(executors)], {
        worker: 'heir',
        clock,
        timer: clock,
        isGone: (worker) => worker === 'dead',
      });
      running.push(heir);
      await heir.idle();
      expect((await state()).completed).toBe(true);
      const outcomes = (await journal.facts()).filter(({ type }) => type === 'TaskStatusUpdated');
      expect(outcomes).toHaveLength(3);
      for (const id of finishedBefore) expect(done.slice(before)).not.toContain(id);
    }
  });

  /** Claim, then outcome with the next dispatch and the settlement: one fact, then three. */
  function countOf(appends: number): number {
    return Math.floor(appends / 2) * 3 + Math.ceil(appends / 2);
  }
});
