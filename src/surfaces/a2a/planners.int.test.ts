import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type StreamResponse, TaskState } from '@a2a-js/sdk';
import { describe, expect, it, onTestFinished } from 'vitest';
import { all, message, parrotSession, sdkClient, textOf } from '../../../test/a2a-fixture.ts';
import {
  agent,
  dataPart,
  madeIn,
  published,
  serving,
  taskOf,
  waitingIn,
} from '../../../test/a2a-planners.ts';
import { opened } from '../../../test/a2a-talk.ts';
import { GitRepository } from '../../../test/cli-stand-ins/git-repository.ts';
import { PLAN } from '../../../test/cli-stand-ins/stand-in.mjs';
import { eventually } from '../../../test/eventually.ts';
import { ledgerOf } from '../../harness/conversation/ledger.ts';
import { digestOf } from '../../harness/drafts/digest.ts';
import { createSender } from '../../harness/drafts/sender.ts';
import { conversationFact } from '../../harness/facts.ts';
import { connectA2a } from '../../host/a2a/connected/connect.ts';
import { createRegistry } from '../../host/registry.ts';
import { runReactors } from '../../host/run-reactors.ts';
import { memoryStore, sqliteStore } from '../../journal/index.ts';
import type { Reactor } from '../../kernel/work/reactor.ts';
import type { StructuredAgentTask } from '../../machine/agents/agent-backend.ts';
import { type BuiltInOptions, builtInModules } from '../../planners/built-in.ts';
import { CommitsConfig } from '../../planners/commits/config.ts';
import { settingsFromEnv } from '../../planners/commits/settings.ts';
import { DEFAULT_TASKS_CONFIG } from '../../planners/tasks/config.ts';
import { tasksModule } from '../../planners/tasks/module.ts';
import { DEFAULT_TRIP_CONFIG } from '../../planners/trip/config.ts';

const { TASK_STATE_COMPLETED, TASK_STATE_INPUT_REQUIRED, TASK_STATE_WORKING } = TaskState;

const ROAD_TRIP = 'A road trip from Los Angeles to Chicago in 8 days';

describe('a published task planner', () => {
  it('carries out tasks, asks in between, and ends with the results', async () => {
    const { say, facts, server } = await agent('tasks', DEFAULT_TASKS_CONFIG);
    const asked = await say('Ask which database to use. Then write the schema.');
    expect(asked.status?.state).toBe(TASK_STATE_INPUT_REQUIRED);
    expect(textOf(asked.status?.message)).toContain('which database to use');
    expect(waitingIn(asked)).toMatchObject([{ type: 'task-question', taskId: 1 }]);
    expect(madeIn(asked)).toMatchObject({
      tasks: { completed: false, tasks: [{ id: 1, status: 'NeedsClarification' }, { status: 'Planned' }] },
    });

    const { id: taskId } = asked;
    const done = await say('SQLite', { taskId });
    expect(done).toMatchObject({ id: taskId, status: { state: TASK_STATE_COMPLETED } });
    expect(textOf(done.status?.message)).toContain('1 simulated.');
    expect(madeIn(done)).toMatchObject({ tasks: { completed: true, tasks: [{}, { status: 'Simulated' }] } });
    expect(done.history.map(textOf)).toEqual([
      'Ask which database to use. Then write the schema.',
      textOf(asked.status?.message),
      'SQLite',
    ]);
    expect((await facts('user_input')).map((fact) => 'text' in fact && fact.text)).toEqual([
      'Ask which database to use. Then write the schema.',
      'SQLite',
    ]);
    expect([...server.failures, ...server.troubles]).toEqual([]);
  });

  it('leaves tool tasks to the caller, and continues with the reported result', async () => {
    const { say } = await agent('tasks', DEFAULT_TASKS_CONFIG);
    const first = await say('Run the tests with npm. Run the build with npm. Then summarise the results.');
    const { id: taskId } = first;
    expect(waitingIn(first)).toMatchObject([{ type: 'task-outcome', taskId: 1 }]);
    const second = await say('all 12 pass', { taskId });
    expect(waitingIn(second)).toMatchObject([{ type: 'task-outcome', taskId: 2 }]);
    const done = await say('', { taskId, parts: [dataPart({ taskId: 2, error: 'no disk space' })] });
    expect(done.status?.state).toBe(TaskState.TASK_STATE_FAILED);
    expect(madeIn(done)).toMatchObject({
      tasks: {
        tasks: [
          { status: 'Completed', result: 'all 12 pass' },
          { status: 'Failed', result: 'no disk space' },
          {},
        ],
      },
    });
  });

  it('adds another task to its plan when that has ended, and refuses what no task waits for', async () => {
    const { say } = await agent('tasks', DEFAULT_TASKS_CONFIG);
    const asked = await say('Ask which database to use.');
    const { id: taskId, contextId } = asked;
    await expect(say('', { taskId, parts: [dataPart({ taskId: 7, result: 'x' })] })).rejects.toThrow(
      /Task 7/,
    );
    expect((await say('SQLite', { taskId })).status?.state).toBe(TASK_STATE_COMPLETED);
    const second = await say('Now write a poem', { contextId });
    expect(second.id).not.toBe(taskId);
    expect(second.status?.state).toBe(TASK_STATE_COMPLETED);
    expect(madeIn(second)).toMatchObject({ tasks: { tasks: [{ id: 1 }, { id: 2, status: 'Simulated' }] } });
  });

  it('is canceled with its tasks', async () => {
    const { client, say, facts } = await agent('tasks', DEFAULT_TASKS_CONFIG);
    const { id } = await say('Ask which database to use. Then write the schema.');
    const canceled = await client.cancelTask({ id, tenant: '', metadata: undefined });
    expect(canceled.status?.state).toBe(TaskState.TASK_STATE_CANCELED);
    expect(await facts('TasksCancelled')).toMatchObject([{ taskIds: [1, 2] }]);
    expect(await facts('remote_sent')).toHaveLength(1);
  });
});

describe('a published trip planner', () => {
  it('asks for what is missing, plans the trip, and gives it as data', async () => {
    const { say } = await agent('trip', DEFAULT_TRIP_CONFIG);
    const asked = await say('A road trip from Los Angeles to Chicago');
    expect(asked.status?.state).toBe(TASK_STATE_INPUT_REQUIRED);
    expect(waitingIn(asked)).toMatchObject([{ type: 'trip-question' }]);
    const done = await say('8 days', { taskId: asked.id });
    expect(done.status?.state).toBe(TASK_STATE_COMPLETED);
    expect(textOf(done.status?.message)).toContain('Day 8');
    const { itinerary } = madeIn(done) as { itinerary: { days: unknown[] } };
    expect(itinerary.days).toHaveLength(8);

    const revised = await say('make it 9 days', { contextId: done.contextId });
    expect(revised.id).not.toBe(done.id);
    expect((madeIn(revised) as { itinerary: { days: unknown[] } }).itinerary.days).toHaveLength(9);
  });

  it('offers repairs, of which the caller chooses one by its number or its id', async () => {
    const { say, session } = await agent('trip', DEFAULT_TRIP_CONFIG);
    const { contextId, ...planned } = await say(ROAD_TRIP);
    const { itinerary } = madeIn({ contextId, ...planned }) as { itinerary: { anchors: { id: string }[] } };
    const broken = async () =>
      session.journal.append([
        {
          type: 'itinerary_mutated',
          by: 'person',
          mutation: {
            op: 'UPDATE_ANCHOR',
            payload: { anchorId: itinerary.anchors[3]?.id, set: { lat: 0, lng: 0, name: 'Nowhereville' } },
          },
        },
      ]);
    await broken();
    const offered = await say('Is anything wrong with it?', { contextId });
    expect(offered.status?.state).toBe(TASK_STATE_INPUT_REQUIRED);
    const [wait] = waitingIn(offered) as [{ options: { id: string; label: string }[] }];
    expect(textOf(offered.status?.message)).toContain(`1. ${wait.options[0]?.label}`);
    const { id: taskId } = offered;
    await expect(say('', { taskId, parts: [dataPart({ choose: 'other' })] })).rejects.toMatchObject({
      reason: 'INVALID_PARAMS',
    });
    const parts = [dataPart({ choose: wait.options[0]?.id })];
    const repaired = await say('', { taskId, parts });
    expect(JSON.stringify(madeIn(repaired))).not.toContain('Nowhereville');
    expect((await session.journal.facts()).some((fact) => 'choose' in fact)).toBe(true);
  });

  it('streams what was made before what is said, in both transports', async () => {
    for (const transport of ['JSONRPC', 'HTTP+JSON'] as const) {
      const { server } = await agent('trip', DEFAULT_TRIP_CONFIG);
      const client = await sdkClient(server.card(), transport);
      const events = await all(client.sendMessageStream(message(ROAD_TRIP)));
      expect(events.map(({ payload }) => payload?.$case)).toEqual(['task', 'artifactUpdate', 'statusUpdate']);
      expect(lastStatus(events)).toBe(TASK_STATE_COMPLETED);
    }
  });
});

describe('a published commit planner', () => {
  async function planning(answers: readonly (string | Error)[]) {
    const repository = new GitRepository();
    onTestFinished(() => repository.remove());
    repository.commit('Add the parser', { 'parse.js': 'export {};\n' });
    const tasks: StructuredAgentTask[] = [];
    const held = Promise.withResolvers<void>();
    const commits: BuiltInOptions['commits'] = {
      settings: settingsFromEnv({ LOGS_BASE_DIR: repository.directory, WORKER_PLANNING_MAX_ATTEMPTS: '1' }),
      roots: [repository.directory],
      progress: () => {},
      backend: {
        run: async (task, { signal }) => {
          const answer = answers[Math.min(tasks.push(task), answers.length) - 1] ?? '';
          if (answer === 'wait') await Promise.race([held.promise, aborted(signal)]);
          if (answer instanceof Error) throw answer;
          const stdout = answer === 'wait' ? PLAN_TEXT : answer;
          return { command: ['fake'], stdout, stderr: '', durationSeconds: 0 };
        },
      },
    };
    const config = CommitsConfig.parse({ repository: repository.directory });
    return { tasks, config, commits, goOn: () => held.resolve() };
  }

  it('proposes a plan, which the caller rejects and then accepts by its digest', async () => {
    const { config, commits, tasks } = await planning([PLAN_TEXT]);
    const { say, facts } = await agent('commits', config, { commits });
    const proposed = await say('Make parsing faster');
    expect(proposed.status?.state).toBe(TASK_STATE_INPUT_REQUIRED);
    expect(textOf(proposed.status?.message)).toContain('1. Accept');
    expect(madeIn(proposed)).toMatchObject({ plan: { plan: { steps: [{ id: 's1' }, { id: 's2' }] } } });
    const { id: taskId } = proposed;
    const rejected = await say('reject: it touches too much', { taskId });
    expect(rejected.status?.state).toBe(TASK_STATE_INPUT_REQUIRED);
    expect(await facts('plan_rejected')).toMatchObject([{ by: 'a2a', reason: 'it touches too much' }]);

    const other = await say('Make parsing faster without a cache', { taskId });
    expect(tasks).toHaveLength(2);
    const [wait] = waitingIn(other);
    await expect(say('', { taskId, parts: [dataPart({ accept: '0'.repeat(64) })] })).rejects.toThrow(
      /digest/,
    );
    const done = await say('', { taskId, parts: [dataPart({ accept: wait?.digest })] });
    expect(done.status?.state).toBe(TASK_STATE_COMPLETED);
    expect(await facts('plan_accepted')).toMatchObject([{ by: 'a2a', digest: wait?.digest }]);
  });

  it('fails when there is no plan to be had', async () => {
    const { config, commits } = await planning([new Error('the program is not there')]);
    const { say } = await agent('commits', { ...config, mode: 'strict' }, { commits });
    const failed = await say('Make parsing faster');
    expect(failed.status?.state).toBe(TaskState.TASK_STATE_FAILED);
    expect(textOf(failed.status?.message)).toContain('There is no plan.');
  });

  it('is stopped when its task is canceled, and plans the next one', async () => {
    const { config, commits, tasks } = await planning(['wait', PLAN_TEXT]);
    const { client, say, facts } = await agent('commits', config, { commits });
    const stream = client.sendMessageStream(message('Make parsing faster'));
    const { value } = await stream.next();
    const task = value?.payload?.$case === 'task' ? value.payload.value : undefined;
    await eventually(() => tasks.length).toBe(1);
    await client.cancelTask({ id: task?.id ?? '', tenant: '', metadata: undefined });
    expect(lastStatus(await all(stream))).toBe(TaskState.TASK_STATE_CANCELED);
    expect(await facts('work_cancelled')).toMatchObject([{ by: 'a2a' }]);
    const next = await say('Make parsing safer', { contextId: task?.contextId ?? '' });
    expect(next.status?.state).toBe(TASK_STATE_INPUT_REQUIRED);
    expect(textOf(next.status?.message)).not.toContain('There is no plan');
  });

  it('is taken up again by a stream that was cut, and by another server', async () => {
    const { config, commits, goOn } = await planning(['wait', PLAN_TEXT]);
    const directory = mkdtempSync(join(tmpdir(), 'wayfold-a2a-'));
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
    const file = join(directory, 'wayfold.db');
    const registry = createRegistry(builtInModules({ commits }));
    const before = sqliteStore(file);
    await published(before, registry, 'commits', config);
    const first = await serving(before, registry);
    const client = await sdkClient(first.card());
    const stream = client.sendMessageStream(message('Make parsing faster'));
    const { value } = await stream.next();
    const begun = value?.payload;
    if (begun?.$case !== 'task') throw new Error('no task');
    const { id } = begun.value;
    expect(begun.value.status?.state).toBe(TASK_STATE_WORKING);
    await stream.return(undefined);
    await eventually(() => first.streams.count).toBe(0);

    // However it ends: the server goes away in the middle.
    const taken = all(client.resubscribeTask({ id, tenant: '' })).catch(() => undefined);
    await eventually(() => first.streams.count).toBe(1);
    await first.close();
    await taken;
    await before.close();

    const after = opened(sqliteStore(file));
    const second = await serving(after, registry);
    goOn();
    const again = await sdkClient(second.card());
    const events = await all(again.resubscribeTask({ id, tenant: '' }));
    expect(lastStatus(events)).toBe(TASK_STATE_INPUT_REQUIRED);
    const task = await again.getTask({ id, tenant: '' });
    expect(task.history.map(textOf)).toEqual(['Make parsing faster']);
    expect(madeIn(task)).toMatchObject({ plan: { plan: { steps: [{ id: 's1' }, { id: 's2' }] } } });
    const { status } = taskOf(await again.sendMessage(message('accept', { taskId: id })));
    expect(status?.state).toBe(TASK_STATE_COMPLETED);
  });
});

describe('a published planner and a session that talks to it', () => {
  it('understand each other: what is asked is heard in words, and what is made is a file', async () => {
    const { server } = await agent('trip', DEFAULT_TRIP_CONFIG);
    const store = memoryStore();
    const { journal } = await parrotSession(store, 'traveller', 'approve');
    const connection = await connectA2a(journal, { cardUrl: server.card(), allowPrivate: true });
    opened(connection);
    const sender = createSender({ journal, deliver: (sent, delivery) => connection.deliver(sent, delivery) });
    const reactors = await runReactors(journal, [sender as Reactor], { worker: 'traveller' });
    opened(reactors);
    const say = async (text: string) => {
      const content = { composeId: crypto.randomUUID(), text };
      const digest = digestOf(content);
      await journal.append([
        { type: 'compose_intent', ...content, digest },
        { type: 'compose_approved', composeId: content.composeId, digest, by: 'user' },
      ]);
    };
    const received = async () =>
      (await journal.facts()).flatMap((fact) => {
        const known = conversationFact(fact);
        return known?.type === 'remote_received' ? [known] : [];
      });
    await say('A road trip from Los Angeles to Chicago');
    await eventually(async () => (await ledgerOf(journal)).status).toBe('input-required');
    await eventually(async () => (await received()).length).toBe(1);
    expect((await received())[0]?.text).not.toContain('waiting');
    await say('8 days');
    await eventually(async () => (await ledgerOf(journal)).status).toBe('completed');
    expect((await received()).map(({ attachments }) => attachments?.map(({ name }) => name))).toEqual([
      undefined,
      ['itinerary.json'],
      undefined,
    ]);
    expect((await received()).at(-1)?.text).toContain('Day 8');
  });
});

describe('a published planner that fails', () => {
  it('fails the task without revealing why', async () => {
    const store = memoryStore();
    const plan = () => {
      throw new Error('the password is 1234');
    };
    const registry = createRegistry([{ ...tasksModule(), plan }]);
    const { journal } = await published(store, registry, 'tasks', DEFAULT_TASKS_CONFIG);
    const server = await serving(store, registry);
    const client = await sdkClient(server.card());
    const failed = taskOf(await client.sendMessage(message('Write a poem')));
    expect(failed.status).toMatchObject({ state: TaskState.TASK_STATE_FAILED, message: undefined });
    expect(JSON.stringify(failed)).not.toContain('1234');
    expect((await journal.facts()).some(({ type }) => type === 'planner_error')).toBe(true);
  });
});

async function aborted(signal: AbortSignal): Promise<never> {
  if (!signal.aborted) await once(signal, 'abort');
  throw signal.reason;
}

const PLAN_TEXT = JSON.stringify(PLAN);

function lastStatus(events: readonly StreamResponse[]): TaskState | undefined {
  const last = events.at(-1)?.payload;
  return last?.$case === 'statusUpdate' || last?.$case === 'task' ? last.value.status?.state : undefined;
}
