import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RequestPermissionResponse } from '@agentclientprotocol/sdk';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { choosing, Editor } from './acp-editor.ts';
import { runWayfold } from './cli-process.ts';
import { eventually } from './eventually.ts';

const TEXT = 'Write the tests. Then fix the bug. Which port does it use?';
const ROAD_TRIP = '3 day road trip from LA to Flagstaff via Las Vegas';

let cwd: string;
const editors: Editor[] = [];

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'wayfold-acp-'));
});

afterEach(async () => {
  for (const editor of editors.splice(0)) await editor.process.end('SIGKILL');
  await rm(cwd, { recursive: true });
});

async function openEditor(env: Readonly<Record<string, string>> = {}): Promise<Editor> {
  const editor = await Editor.open(cwd, env);
  editors.push(editor);
  return editor;
}

async function wayfold(...args: string[]): Promise<string> {
  const { stdout } = await runWayfold(args, { cwd });
  return stdout;
}

async function factsOf(
  journal: string,
): Promise<{ type: string; text?: string; choose?: string; seq: number }[]> {
  const lines = await wayfold('journal', 'show', journal, '--json');
  return lines
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

const typesOf = async (journal: string) => (await factsOf(journal)).map(({ type }) => type);

/** Moves a stop off the globe, as a person could by hand elsewhere. */
async function breakLasVegas(sessionId: string): Promise<void> {
  const mutation = { op: 'UPDATE_ANCHOR', payload: { anchorId: 'las-vegas', set: { lat: 95 } } };
  const fact = JSON.stringify({ type: 'itinerary_mutated', mutation, by: 'person' });
  await wayfold('journal', 'append', `trip:${sessionId}`, fact);
}

describe('the modes of a session', () => {
  it('are offered, and an unknown one is refused', async () => {
    const { agent } = await openEditor();
    const { sessionId, modes } = await agent.request('session/new', { cwd, mcpServers: [] });
    expect(modes).toMatchObject({
      currentModeId: 'plan',
      availableModes: ['plan', 'drafter', 'scenario', 'tasks', 'commits', 'trip'].map((id) => ({ id })),
    });
    await expect(agent.request('session/set_mode', { sessionId, modeId: 'chess' })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('plan, drafter, scenario, tasks, commits, trip'),
    });
    await expect(
      agent.request('session/set_mode', { sessionId: 'nobody', modeId: 'tasks' }),
    ).rejects.toMatchObject({ code: -32002, data: { sessionId: 'nobody' } });
  });

  it('are independent of each other, and are shown again', async () => {
    const editor = await openEditor();
    const sessionId = await editor.newSession();
    await editor.prompt(sessionId, '/plan set Ship 1.0\nTag it');
    await editor.agent.request('session/set_mode', { sessionId, modeId: 'trip' });
    expect(editor.plan()).toEqual([]);
    await editor.prompt(sessionId, ROAD_TRIP);
    expect(editor.plan()?.[0]).toMatch(/^pending: Day 1: Los Angeles to /);
    await editor.agent.request('session/set_mode', { sessionId, modeId: 'plan' });
    await eventually(() => editor.plan()).toEqual(['pending: Tag it']);
    expect(await typesOf(`plan:${sessionId}`)).toEqual(['user_input', 'ToolInvoked']);
  });

  it('keep the session usable if a planner is unavailable', async () => {
    const editor = await openEditor({ WAYFOLD_MODEL: 'nobody/knows-this' });
    const sessionId = await editor.newSession();
    await expect(
      editor.agent.request('session/set_mode', { sessionId, modeId: 'tasks' }),
    ).rejects.toMatchObject({ message: expect.stringContaining('nobody') });
    await editor.prompt(sessionId, '/plan set Ship 1.0\nTag it');
    expect(editor.plan()).toEqual(['pending: Tag it']);
  });

  it('cannot be changed while a prompt is answered', async () => {
    const editor = await openEditor();
    const sessionId = await editor.newSessionIn('tasks');
    const { promise, resolve } = Promise.withResolvers<RequestPermissionResponse>();
    editor.permission = () => promise;
    const turn = editor.prompt(sessionId, TEXT);
    await eventually(() => editor.asked.length).toBe(1);
    await expect(
      editor.agent.request('session/set_mode', { sessionId, modeId: 'trip' }),
    ).rejects.toMatchObject({ code: -32600 });
    resolve({ outcome: { outcome: 'cancelled' } });
    expect(await turn).toBe('end_turn');
  });
});

describe('a session with the task planner', () => {
  it('goes through the tasks with the person, to the end', async () => {
    const editor = await openEditor();
    const sessionId = await editor.newSessionIn('tasks');
    editor.permission = choosing('Mark done', 'Mark failed');
    expect(await editor.prompt(sessionId, TEXT)).toBe('end_turn');
    expect(editor.asked.map(({ toolCall }) => toolCall.title)).toEqual([
      'Task 1 needs you: Write the tests',
      'Task 2 needs you: Fix the bug',
    ]);
    expect(editor.plan()).toEqual([
      'completed: Write the tests',
      'completed: Fix the bug (failed)',
      'in_progress: Which port does it use? (waiting: Asks: Which port does it use?)',
    ]);
    expect(editor.said().at(-1)).toContain('Task 3 asks: Which port does it use?');
    await editor.prompt(sessionId, '8080');
    expect(editor.plan()?.[2]).toBe('completed: Which port does it use?');
    expect(await typesOf(`tasks:${sessionId}`)).toEqual(
      expect.arrayContaining([
        'session_created',
        'planner_configured',
        'user_input',
        'TasksPlanned',
        'PlanningCompleted',
      ]),
    );
    editor.permission = choosing('Mark done');
    await editor.prompt(sessionId, 'Write the docs.');
    expect(editor.plan()?.[3]).toBe('completed: Write the docs');
    const shown = await wayfold('tasks', 'show', sessionId, '--json');
    expect(JSON.parse(shown)).toMatchObject({
      completed: true,
      tasks: [{ result: 'Done.' }, {}, { result: '8080' }, { result: 'Done.' }],
    });
  });

  it('accepts the outcome of a task as text, and cancels the rest', async () => {
    const editor = await openEditor();
    const sessionId = await editor.newSessionIn('tasks');
    await eventually(() => editor.updates.map(({ update }) => update)).toContainEqual(
      expect.objectContaining({
        sessionUpdate: 'available_commands_update',
        availableCommands: expect.arrayContaining(
          ['done', 'fail', 'add', 'cancel'].map((name) => expect.objectContaining({ name })),
        ),
      }),
    );
    await editor.prompt(sessionId, TEXT);
    expect(editor.plan()?.[0]).toBe('in_progress: Write the tests (waiting)');
    await editor.prompt(sessionId, '/done 3 tests, all green');
    expect(editor.said().join('')).toContain('3 tests, all green');
    await editor.prompt(sessionId, '/cancel Not today');
    expect(editor.plan()?.slice(1)).toEqual([
      'completed: Fix the bug (cancelled)',
      'completed: Which port does it use? (cancelled)',
    ]);
    await editor.prompt(sessionId, '/done again');
    expect(editor.said().at(-1)).toContain('[refused]');
  });

  it('treats the next prompt as the outcome of a postponed task', async () => {
    const editor = await openEditor();
    const sessionId = await editor.newSessionIn('tasks');
    editor.permission = choosing('Decide later');
    await editor.prompt(sessionId, 'Sweep the floor');
    expect(editor.plan()).toEqual(['in_progress: Sweep the floor (waiting)']);
    await editor.prompt(sessionId, 'It is clean now');
    expect(editor.plan()).toEqual(['completed: Sweep the floor']);
    expect(editor.asked).toHaveLength(1);
  });

  it('has a model do what needs no tool, if there is one', async () => {
    const editor = await openEditor({ WAYFOLD_MODEL: 'offline' });
    const sessionId = await editor.newSessionIn('tasks');
    expect(await editor.prompt(sessionId, 'Say hello. Then run `npm test`.')).toBe('end_turn');
    expect(editor.asked.map(({ toolCall }) => toolCall.title)).toEqual(['Task 2 needs you: Run `npm test`']);
    expect(editor.plan()?.[0]).toMatch(/^completed: Say hello/);
  });

  it('stops when the turn is cancelled, and continues with the next prompt', async () => {
    const editor = await openEditor();
    const sessionId = await editor.newSessionIn('tasks');
    const { promise: never } = Promise.withResolvers<RequestPermissionResponse>();
    editor.permission = () => never;
    const turn = editor.prompt(sessionId, TEXT);
    await eventually(() => editor.asked.length).toBe(1);
    await editor.agent.notify('session/cancel', { sessionId });
    expect(await turn).toBe('cancelled');
    editor.permission = choosing('Mark done');
    await editor.prompt(sessionId, 'Go on');
    expect(editor.plan()?.[0]).toBe('completed: Write the tests');
  });

  it('shows changes of its tasks by another process', async () => {
    const editor = await openEditor();
    const sessionId = await editor.newSessionIn('tasks');
    await editor.prompt(sessionId, TEXT);
    await wayfold('tasks', 'cancel', sessionId, '2');
    await eventually(() => editor.plan()?.[1]).toBe('completed: Fix the bug (cancelled)');
  });

  it('is loaded with its conversation and its tasks after the agent was killed', async () => {
    const first = await openEditor();
    const sessionId = await first.newSessionIn('tasks');
    first.permission = choosing('Mark done');
    await first.prompt(sessionId, TEXT);
    await first.process.end('SIGKILL');

    const second = await openEditor();
    const { modes } = await second.agent.request('session/load', { sessionId, cwd, mcpServers: [] });
    expect(modes?.currentModeId).toBe('tasks');
    expect(second.heard()).toEqual([TEXT]);
    expect(second.said().join('')).toContain('1. Write the tests: done');
    expect(second.plan()?.slice(0, 2)).toEqual([
      'completed: Write the tests',
      'in_progress: Fix the bug (waiting)',
    ]);
    second.permission = choosing('Mark done');
    await second.prompt(sessionId, 'Go on');
    expect(second.plan()?.[1]).toBe('completed: Fix the bug');
  });

  it('continues a plan that the command line started', async () => {
    await wayfold('tasks', 'run', 'Sweep the floor', '--yes', '--json');
    const [plan] = (await wayfold('tasks', 'list', '--json')).trim().split('\n');
    const { id } = JSON.parse(plan ?? '{}');
    const editor = await openEditor();
    const { sessions } = await editor.agent.request('session/list', { cwd });
    expect(sessions).toMatchObject([{ sessionId: id, title: 'Sweep the floor' }]);
    await editor.agent.request('session/resume', { sessionId: id, cwd });
    expect(editor.plan()).toEqual(['in_progress: Sweep the floor (waiting)']);
    await editor.prompt(id, '/done Clean');
    expect(editor.plan()).toEqual(['completed: Sweep the floor']);
  });

  it('starts over after its data directory was deleted', async () => {
    const editor = await openEditor();
    const sessionId = await editor.newSessionIn('tasks');
    await editor.prompt(sessionId, TEXT);
    await rm(join(cwd, '.wayfold'), { recursive: true });
    await eventually(() => editor.plan()).toEqual([]);
    await editor.prompt(sessionId, 'Sweep the floor');
    expect(editor.plan()).toEqual(['in_progress: Sweep the floor (waiting)']);
  });

  it('reports a prompt without text', async () => {
    const editor = await openEditor();
    const sessionId = await editor.newSessionIn('tasks');
    await editor.prompt(sessionId, '  ');
    expect(editor.said()).toEqual([expect.stringContaining('no text')]);
  });
});

describe('a session with the trip planner', () => {
  it('asks, plans and changes a trip', async () => {
    const editor = await openEditor();
    const sessionId = await editor.newSessionIn('trip');
    await editor.prompt(sessionId, 'A trip to Flagstaff');
    expect(editor.said().at(-1)).toMatch(/\?/);
    expect(editor.plan()).toEqual([]);
    await editor.prompt(sessionId, '3 days by car from LA via Las Vegas');
    expect(editor.plan()).toHaveLength(3);
    expect(editor.said().at(-1)).toContain('# Los Angeles to Flagstaff');
    await editor.prompt(sessionId, 'make it 5 days');
    expect(editor.plan()).toHaveLength(5);
    await editor.prompt(sessionId, 'undo');
    expect(editor.plan()).toHaveLength(3);
    expect((await factsOf(`trip:${sessionId}`)).filter(({ type }) => type === 'user_input')).toHaveLength(4);
  });

  it('offers repairs as a permission request, and applies the chosen one', async () => {
    const editor = await openEditor();
    const sessionId = await editor.newSessionIn('trip');
    await editor.prompt(sessionId, ROAD_TRIP);
    await breakLasVegas(sessionId);
    editor.permission = choosing('Decide later');
    await editor.prompt(sessionId, 'check it');
    expect(editor.asked[0]?.options).toMatchObject([
      { name: 'Replace it by Las Vegas, NV', kind: 'allow_once' },
      { name: 'Remove Las Vegas from the trip', kind: 'allow_once' },
      { name: 'Keep Las Vegas as it is', kind: 'allow_once' },
      { name: 'Decide later', kind: 'reject_once' },
    ]);
    expect((await factsOf(`trip:${sessionId}`)).some(({ choose }) => choose !== undefined)).toBe(false);
    editor.permission = choosing('Las Vegas, NV');
    await editor.prompt(sessionId, 'check it again');
    const choice = (await factsOf(`trip:${sessionId}`)).find(({ choose }) => choose !== undefined);
    expect(choice?.type).toBe('user_input');
    expect(editor.plan()).toHaveLength(3);

    const second = await openEditor();
    await second.agent.request('session/load', { sessionId, cwd, mcpServers: [] });
    expect(second.heard().at(-1)).toBe('Replace it by Las Vegas, NV');
  });

  it('accepts the number of a postponed repair', async () => {
    const editor = await openEditor();
    const sessionId = await editor.newSessionIn('trip');
    await editor.prompt(sessionId, ROAD_TRIP);
    await breakLasVegas(sessionId);
    await editor.prompt(sessionId, 'check it');
    expect(editor.said().at(-1)).toContain('1. Replace it by Las Vegas, NV');
    await editor.prompt(sessionId, '1');
    expect(editor.asked).toHaveLength(1);
    expect((await factsOf(`trip:${sessionId}`)).find(({ choose }) => choose !== undefined)).toMatchObject({
      type: 'user_input',
      choose: expect.stringContaining('replace:36.17'),
    });
  });

  it('answers although another process that planned for it was killed', async () => {
    const editor = await openEditor();
    const sessionId = await editor.newSessionIn('trip');
    await editor.prompt(sessionId, ROAD_TRIP);
    const head = (await factsOf(`trip:${sessionId}`)).at(-1)?.seq ?? 0;
    const until = new Date(Date.now() + 2000).toISOString();
    await wayfold('journal', 'append', `trip:${sessionId}`, '{"type":"user_input","text":"make it 5 days"}');
    const claim = { type: 'claimed', work: 'plan', target: head + 1, worker: 'gone', until };
    await wayfold('journal', 'append', `trip:${sessionId}`, JSON.stringify(claim));
    expect(await editor.prompt(sessionId, 'I like museums')).toBe('end_turn');
    expect(editor.plan()).toHaveLength(5);
  });
});
