import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROTOCOL_VERSION, type RequestPermissionResponse } from '@agentclientprotocol/sdk';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { approve, Editor, reject } from './acp-editor.ts';
import { runWayfold } from './cli-process.ts';
import { eventually } from './eventually.ts';

let cwd: string;
const editors: Editor[] = [];

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'wayfold-acp-'));
});

afterEach(async () => {
  for (const editor of editors.splice(0)) await editor.process.end('SIGKILL');
  await rm(cwd, { recursive: true });
});

async function openEditor(): Promise<Editor> {
  const editor = await Editor.open(cwd);
  editors.push(editor);
  return editor;
}

async function wayfold(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runWayfold(args, { cwd });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
}

async function factsOf(sessionId: string): Promise<{ type: string; text?: string; tool?: string }[]> {
  const lines = await wayfold('journal', 'show', `plan:${sessionId}`, '--json');
  return lines
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

describe('wayfold acp', () => {
  it('introduces itself, opens a session and offers its commands', async () => {
    const editor = await openEditor();
    const answer = await editor.agent.request('initialize', { protocolVersion: PROTOCOL_VERSION });
    expect(answer).toMatchObject({
      protocolVersion: 1,
      agentInfo: { name: 'wayfold' },
      agentCapabilities: { loadSession: true, sessionCapabilities: { list: {}, resume: {}, close: {} } },
    });
    const sessionId = await editor.newSession();
    expect(sessionId).toMatch(/^acp-\d{8}-[0-9a-f]{8}$/);
    await eventually(() => editor.updates).toMatchObject([
      {
        sessionId,
        update: {
          sessionUpdate: 'available_commands_update',
          availableCommands: [
            'plan',
            'plan-show',
            'plan-set',
            'plan-add',
            'plan-mark',
            'plan-clear',
            'plan-import',
          ].map((name) => ({ name })),
        },
      },
    ]);
    expect(existsSync(join(cwd, '.wayfold'))).toBe(false);
  });

  it.each(['relative', '', '.', '/no/such/directory', '/dev/null'])('refuses %j as a cwd', async (wrong) => {
    const { agent } = await openEditor();
    const refusal = { code: -32602, message: expect.stringContaining('absolute path of a directory') };
    const params = { cwd: wrong, mcpServers: [] };
    await expect(agent.request('session/new', params)).rejects.toMatchObject(refusal);
    await expect(agent.request('session/load', { ...params, sessionId: 'x' })).rejects.toMatchObject(refusal);
    await expect(agent.request('session/list', { cwd: wrong })).rejects.toMatchObject(refusal);
  });

  it.each([
    '{}',
    '{"outcome":null}',
    '{"outcome":{"outcome":"maybe"}}',
    '{"outcome":{"outcome":"selected"}}',
  ])('keeps the plan when the editor answers a question with %s', async (answer) => {
    const editor = await openEditor();
    editor.permission = async () => JSON.parse(answer);
    const sessionId = await editor.newSession();
    await editor.prompt(sessionId, '/plan set Ship 1.0');
    expect(await editor.prompt(sessionId, '/plan clear')).toBe('end_turn');
    expect(editor.said().join('')).toContain('not one of the options');
    expect(editor.said().at(-1)).toBe('The plan stays as it is.');
  });

  it('records messages and says that nothing else happens', async () => {
    const editor = await openEditor();
    const sessionId = await editor.newSession();
    expect(await editor.prompt(sessionId, 'Please fix the login page.')).toBe('end_turn');
    expect(editor.said()).toEqual([
      expect.stringContaining(`Recorded as fact 1 of journal \`plan:${sessionId}\`. No planner is attached`),
    ]);
    expect(await factsOf(sessionId)).toMatchObject([
      { type: 'user_input', text: 'Please fix the login page.' },
    ]);
    expect(editor.plan()).toBeUndefined();
  });

  it('creates a plan from a checklist, and shows every change of it', async () => {
    const editor = await openEditor();
    const sessionId = await editor.newSession();
    await editor.prompt(sessionId, 'Ship 1.0:\n- [x] Write the changelog\n- [ ] Tag it');
    expect(editor.plan()).toEqual(['completed: Write the changelog', 'pending: Tag it']);
    expect(editor.updates).toContainEqual({
      sessionId,
      update: { sessionUpdate: 'session_info_update', title: 'Ship 1.0' },
    });
    await editor.prompt(sessionId, '/plan mark S002 blocked No key here');
    expect(editor.plan()).toEqual([
      'completed: Write the changelog',
      'pending: Tag it (blocked: No key here)',
    ]);
    await editor.prompt(sessionId, '/plan-add Publish\nAnnounce it');
    expect(editor.plan()?.slice(2)).toEqual(['pending: Publish', 'pending: Announce it']);
    await editor.prompt(sessionId, '/plan');
    expect(editor.said().at(-1)).toContain('- [!] S002: Tag it');
    expect(editor.asked).toEqual([]);
  });

  it('imports a file that the editor embeds', async () => {
    const editor = await openEditor();
    const sessionId = await editor.newSession();
    const tasks = { master: { tasks: [{ id: 1, title: 'Tag it', status: 'in-progress' }] } };
    await editor.agent.request('session/prompt', {
      sessionId,
      prompt: [
        { type: 'text', text: '/plan import ' },
        { type: 'resource', resource: { uri: 'file:///tasks.json', text: JSON.stringify(tasks) } },
      ],
    });
    expect(editor.plan()).toEqual(['in_progress: Tag it']);
  });

  it.each([
    { answer: 'approves', permission: approve, after: ['pending: Sweep'] },
    { answer: 'rejects', permission: reject, after: ['pending: Tag it'] },
  ])('replaces an active plan only when the person $answer', async ({ permission, after }) => {
    const editor = await openEditor();
    const sessionId = await editor.newSession();
    await editor.prompt(sessionId, '/plan set Ship 1.0\nTag it');
    editor.permission = permission;
    expect(await editor.prompt(sessionId, '/plan set Clean up\nSweep')).toBe('end_turn');
    expect(editor.plan()).toEqual(after);
    expect(editor.asked).toMatchObject([
      {
        sessionId,
        toolCall: { title: 'Set up the plan: "Ship 1.0" is active, 0 of 1 steps done' },
        options: [{ kind: 'allow_once' }, { kind: 'reject_once' }],
      },
    ]);
  });

  it('abandons a plan only when the person approves', async () => {
    const editor = await openEditor();
    const sessionId = await editor.newSession();
    await editor.prompt(sessionId, '/plan set Ship 1.0\nTag it');
    editor.permission = reject;
    await editor.prompt(sessionId, '/plan clear');
    expect(editor.said().at(-1)).toBe('The plan stays as it is.');
    expect(editor.plan()).toEqual(['pending: Tag it']);
    editor.permission = approve;
    await editor.prompt(sessionId, '/plan clear');
    expect(editor.plan()).toEqual([]);
  });

  it('replaces only the plan that it asked about', async () => {
    const editor = await openEditor();
    const sessionId = await editor.newSession();
    await editor.prompt(sessionId, '/plan set Ship 1.0\nTag it');
    editor.permission = async (asked) => {
      await wayfold('plan', 'mark', 'S001', 'in_progress', '--plan', sessionId);
      return await approve(asked);
    };
    await editor.prompt(sessionId, '/plan clear');
    expect(editor.said().at(-1)).toContain('[conflict]');
    expect(editor.plan()).toEqual(['in_progress: Tag it']);
  });

  it('stops asking when the turn is cancelled, and changes nothing', async () => {
    const editor = await openEditor();
    const sessionId = await editor.newSession();
    await editor.prompt(sessionId, '/plan set Ship 1.0\nTag it');
    const { promise: never } = Promise.withResolvers<RequestPermissionResponse>();
    editor.permission = () => never;
    const turn = editor.prompt(sessionId, '/plan clear');
    await eventually(() => editor.asked.length).toBe(1);
    await editor.agent.notify('session/cancel', { sessionId });
    expect(await turn).toBe('cancelled');
    await editor.prompt(sessionId, '/plan');
    expect(editor.said().at(-1)).toContain('- [ ] S001: Tag it');
  });

  it('answers one prompt of a session at a time', async () => {
    const editor = await openEditor();
    const sessionId = await editor.newSession();
    await editor.prompt(sessionId, '/plan set Ship 1.0\nTag it');
    const { promise, resolve } = Promise.withResolvers<RequestPermissionResponse>();
    editor.permission = () => promise;
    const first = editor.prompt(sessionId, '/plan clear');
    await eventually(() => editor.asked.length).toBe(1);
    await expect(editor.prompt(sessionId, 'And another thing')).rejects.toMatchObject({ code: -32600 });
    resolve({ outcome: { outcome: 'selected', optionId: 'reject' } });
    expect(await first).toBe('end_turn');
  });

  it('reports refusals with what to do', async () => {
    const editor = await openEditor();
    const sessionId = await editor.newSession();
    const refusals = [
      ['/plan show', /There is no plan yet\. Call `\/plan set` first\. \[no-plan\]/],
      [`/plan set ${'ü'.repeat(241)}`, /Objective must be .* \[invalid-tool-input\]/],
      ['/plan dance', /There is no `\/plan dance`/],
      ['/plan import {"objective":1}', /\[import-unreadable\]/],
    ] as const;
    for (const [prompt, answer] of refusals) {
      expect(await editor.prompt(sessionId, prompt)).toBe('end_turn');
      expect(editor.said().at(-1)).toMatch(answer);
    }
    await editor.prompt(sessionId, '/plan set Ship 1.0\nTag it');
    await editor.prompt(sessionId, '/plan mark S007 done');
    expect(editor.said().at(-1)).toMatch(/S007.*\[step-not-found\]/);
    expect(editor.asked).toEqual([]);
  });

  it('shows changes by another process to the plan of an open session', async () => {
    const editor = await openEditor();
    const sessionId = await editor.newSession();
    await editor.prompt(sessionId, '/plan set Ship 1.0\nTag it');
    await wayfold('plan', 'mark', 'S001', 'done', '--plan', sessionId);
    await eventually(() => editor.plan()).toEqual(['completed: Tag it']);
  });
});

describe('persistent sessions', () => {
  it('loads a session with its conversation and its plan after the agent was killed', async () => {
    const first = await openEditor();
    const sessionId = await first.newSession();
    await first.prompt(sessionId, 'Please ship it.');
    await first.prompt(sessionId, '/plan set Ship 1.0\nTag it\nPublish');
    await first.prompt(sessionId, '/plan mark S001 done');
    await first.prompt(sessionId, '/plan mark S009 done');
    await first.process.end('SIGKILL');

    const second = await openEditor();
    await second.agent.request('session/load', { sessionId, cwd, mcpServers: [] });
    expect(second.heard()).toEqual([
      'Please ship it.',
      '/plan set Ship 1.0\nTag it\nPublish',
      '/plan mark S001 done',
      '/plan mark S009 done',
    ]);
    expect(second.said()).toEqual([
      expect.stringContaining('2 steps: Ship 1.0'),
      expect.stringContaining('S001 done'),
      expect.stringMatching(/^Refused: .*S009/),
    ]);
    expect(second.plan()).toEqual(['completed: Tag it', 'pending: Publish']);
    await second.prompt(sessionId, '/plan mark S002 in_progress');
    expect(second.plan()).toEqual(['completed: Tag it', 'in_progress: Publish']);
  });

  it('lists the plans of the project, and resumes one that another agent started', async () => {
    await wayfold('plan', 'set', 'Ship 1.0', 'Tag it', '--plan', 'release');
    const editor = await openEditor();
    expect(await editor.agent.request('session/list', { cwd })).toMatchObject({
      sessions: [{ sessionId: 'release', cwd, title: 'Ship 1.0' }],
    });
    await editor.agent.request('session/resume', { sessionId: 'release', cwd });
    expect(editor.plan()).toEqual(['pending: Tag it']);
    expect(editor.heard()).toEqual([]);
    await wayfold('plan', 'mark', 'S001', 'in_progress', '--plan', 'release');
    await eventually(() => editor.plan()).toEqual(['in_progress: Tag it']);
  });

  it('refuses unknown and closed sessions', async () => {
    const editor = await openEditor();
    const missing = { code: -32002 };
    for (const sessionId of ['nope', '../etc', '']) {
      await expect(
        editor.agent.request('session/load', { sessionId, cwd, mcpServers: [] }),
      ).rejects.toMatchObject(missing);
    }
    expect(existsSync(join(cwd, '.wayfold'))).toBe(false);
    const sessionId = await editor.newSession();
    await editor.agent.request('session/close', { sessionId });
    await expect(editor.prompt(sessionId, 'Hello?')).rejects.toMatchObject(missing);
  });

  it('exits normally when the editor disconnects, with nothing but the protocol on stdout', async () => {
    const editor = await openEditor();
    const sessionId = await editor.newSession();
    await editor.prompt(sessionId, '/plan set Ship 1.0\nTag it');
    editor.process.child.stdin?.end();
    const { code, stdout, stderr } = await editor.process.end();
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const line of stdout.trimEnd().split('\n'))
      expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
  });
});
