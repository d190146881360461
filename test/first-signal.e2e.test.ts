import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { commandWords } from '../src/machine/split-command.ts';
import { CliProcess, runWayfold } from './cli-process.ts';
import { GitRepository } from './cli-stand-ins/git-repository.ts';
import { eventually } from './eventually.ts';
import { type SlowModel, startSlowModel } from './slow-model.ts';

/** A second, and as much again for a machine on which other tests run. */
const SOON_MS = 2000;

let model: SlowModel;
let repository: GitRepository;
beforeAll(async () => {
  model = await startSlowModel(() => 600_000);
  repository = new GitRepository();
  repository.commit('Begin', { 'a.txt': 'a\n' });
});
afterAll(async () => {
  await model.close();
  repository.remove();
});

/** A command that goes on, what has to be there before it, and how it shows that it is at it. */
interface Running {
  readonly args: readonly string[];
  readonly before?: readonly (readonly string[])[];
  readonly input?: string;
  /** In what it writes; without it, once a model or program is asked. */
  readonly shows?: RegExp;
  /** It says how to go on. What is given besides when that is done. */
  readonly goesOnWith?: readonly string[];
}

const PLAN = ['plan', 'set', 'Ship it', 'Write the notes'];
const DRAFT = ['run', 'drafter', '--session', 'mill', '--model', 'offline', 'Can you deliver?'];
const HANGS = ['--command', JSON.stringify([process.execPath, '-e', 'setInterval(() => {}, 1000)'])];
const request = (params: object, method = 'initialize') =>
  `${JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })}\n`;
const HELLO_MCP = request({
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 't', version: '1' },
});
const HELLO_ACP = request({ protocolVersion: 1, clientCapabilities: {} });

const COMMANDS: Readonly<Record<string, Running>> = {
  up: { args: ['up', '--port', '0'], shows: /running at/ },
  worker: { args: ['worker'], shows: /Working on/ },
  mcp: { args: ['mcp'], input: HELLO_MCP, shows: /serverInfo/ },
  acp: { args: ['acp'], input: HELLO_ACP, shows: /protocolVersion/ },
  'plan watch': { args: ['plan', 'watch'], before: [PLAN], shows: /Ship it|Write the notes/ },
  'journal tail': { args: ['journal', 'tail', 'plan:default'], before: [PLAN], shows: /ToolInvoked/ },
  'show --watch': { args: ['show', 'plan:default', '--watch'], before: [PLAN], shows: /Write the notes/ },
  'inbox --watch': { args: ['inbox', '--watch', '--json'], before: [DRAFT], shows: /mill/ },
  trip: { args: ['trip'], shows: /./ },
  'run of a planner': { args: ['run', 'drafter', 'Can you deliver?'], goesOnWith: [] },
  'tasks run': {
    args: ['tasks', 'run', 'Write the notes', '--plan-with', 'parser', '--yes', '--executor', 'model'],
    goesOnWith: ['--executor', 'model'],
  },
  'scenario run': { args: ['scenario', 'run', 'appointment-rescheduling', '--auto'], goesOnWith: [] },
  'scenario evaluate': { args: ['scenario', 'evaluate', 'appointment-rescheduling'] },
  'commits plan': { args: ['commits', 'plan', '--goal', 'Be faster', ...HANGS], shows: /./ },
  'commits evolve': {
    args: ['commits', 'evolve', '--goal', 'Be faster', '--evaluate', 'true', '--rounds', '1', ...HANGS],
    shows: /Evolution/,
    goesOnWith: [],
  },
};

it.each(Object.entries(COMMANDS))(
  '%s exits soon after the first signal, and continues as it says',
  async (name, running) => {
    const { before: prepared = [], input, shows, goesOnWith } = running;
    const folder = await mkdtemp(join(tmpdir(), 'wayfold-signal-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const cwd = name.startsWith('commits') ? repository.directory : folder;
    const data = ['--data', join(folder, 'data')];
    for (const args of prepared)
      expect(await runWayfold([...args, ...data], { cwd })).toMatchObject({ code: 0 });
    let { args } = running;
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      const askedBefore = model.asked;
      const env = { WAYFOLD_MODEL: model.name, LOGS_BASE_DIR: folder };
      const command = new CliProcess([...args, ...data], { cwd, env });
      onTestFinished(async () => void (await command.end('SIGKILL')));
      if (input !== undefined) command.write(input);
      if (shows) await eventually(() => command.stdout + command.stderr).toMatch(shows);
      else await eventually(() => model.asked).toBeGreaterThan(askedBefore);
      const sent = performance.now();
      const { code, stderr } = await command.end(signal);
      expect(performance.now() - sent).toBeLessThan(SOON_MS);
      // It ended by itself: whoever is killed has no code.
      expect(code).toEqual(expect.any(Number));
      if (goesOnWith === undefined) return;
      const [, continuation = ''] = /with: wayfold (.+)$/m.exec(stderr) ?? [];
      expect(continuation).not.toBe('');
      args = [...(commandWords(continuation) ?? []), ...goesOnWith];
    }
  },
);
