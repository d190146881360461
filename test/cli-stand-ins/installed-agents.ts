/**
 * What `wayfold install` gives the coding agents themselves, against a stand-in for their models: the tools are in their first
 * request, their own list is mirrored, and the plan is in the first request after a conversation was summarised.
 * `npm run test:clis` installs them and runs this.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { sqliteStore } from '../../src/journal/sqlite/sqlite-store.ts';
import { openPlan, planIn } from '../../src/plan-tools/open-plan.ts';
import { type ModelAnswer, ModelEndpoint, type SeenRequest } from './model-endpoint.ts';

const BIN = process.env.WAYFOLD_CLIS ?? '';
const LAUNCHER = fileURLToPath(new URL('../../bin/wayfold.cjs', import.meta.url));
const KEY = 'stand-in-key-0123456789';
const TODOS = ['Write the parser', 'Test it'];
const OBJECTIVE = 'Ship the parser';

/** On a busy machine OpenCode takes more than a minute to fetch what it needs for plugins. */
const RUN_MS = 240_000;
vi.setConfig({ testTimeout: 2 * RUN_MS });

let endpoint: ModelEndpoint;
let root: string;
let project: string;
let home: string;

beforeAll(async () => {
  endpoint = await ModelEndpoint.start();
});
afterAll(() => endpoint.close());

beforeEach(() => {
  endpoint.seen.length = 0;
  // Not in the folder of temporary files: Codex refuses to live there.
  root = mkdtempSync(join(homedir(), '.wayfold-agents-'));
  project = join(root, 'project');
  home = join(root, 'home');
  mkdirSync(project);
  execFileSync('git', ['init', '-q', project]);
  makeHome();
});

describe('codex', () => {
  test('has the tools, is mirrored, and has the plan after a summary', async () => {
    const script = new Script((tools) => {
      const plan = TODOS.map((step) => ({ step, status: 'pending' }));
      return tools.includes('update_plan')
        ? { tool: { name: 'update_plan', input: { plan } }, inputTokens: 300_000 }
        : undefined;
    }, 1200);
    endpoint.behaviour = (request) => script.answer(request);
    await install('codex');
    await run('codex', [
      'exec',
      '--skip-git-repo-check',
      '--dangerously-bypass-hook-trust',
      '--dangerously-bypass-approvals-and-sandbox',
      'Do the work',
    ]);
    expect(toolsIn(endpoint.seen[0]?.body ?? '').join()).toContain('planning_setup_plan');
    expect(await stepsOf('codex')).toEqual(TODOS);
    const summary = endpoint.seen.findIndex(({ body }) => body.includes('CONTEXT CHECKPOINT COMPACTION'));
    expect(summary).toBeGreaterThan(0);
    const after = endpoint.seen.slice(summary + 1).find(({ body }) => body.includes('planning_mark_step'));
    expect(after?.body).toContain(TODOS[1]);
    expect(after?.body).toContain('Active plan');
  });
});

describe('gemini', () => {
  test('has the tools, is mirrored, and has the plan after a summary', async () => {
    const script = new Script((tools) => {
      const todos = TODOS.map((description) => ({ description, status: 'pending' }));
      return tools.includes('write_todos') ? { tool: { name: 'write_todos', input: { todos } } } : undefined;
    }, 1200);
    endpoint.behaviour = (request) => script.answer(request);
    await install('gemini');
    const ask = (...more: readonly string[]) =>
      run('gemini', ['-m', 'gemini-2.5-pro', '-p', 'Do the work', '--skip-trust', '-y', ...more]);
    await ask();
    expect(toolsIn(conversation()[0]?.body ?? '').join()).toContain('planning_setup_plan');
    expect(await stepsOf('gemini')).toEqual(TODOS);
    endpoint.seen.length = 0;
    await ask();
    expect(conversation()[0]?.body).toContain(OBJECTIVE);
    // It summarises a conversation that fills this share of its context.
    changeSettings(join(home, '.gemini', 'settings.json'), { model: { compressionThreshold: 0.0001 } });
    endpoint.seen.length = 0;
    await ask('--resume', 'latest');
    const summary = endpoint.seen.findLastIndex(({ body }) =>
      body.includes('state_snapshot> you just generated'),
    );
    expect(summary).toBeGreaterThan(0);
    const after = endpoint.seen.slice(summary + 1).find(({ body }) => body.includes('planning_mark_step'));
    expect(after?.body).toContain('Active plan');
    expect(after?.body).toContain(OBJECTIVE);
  });
});

function changeSettings(file: string, more: object): void {
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), ...more }));
}

describe('opencode', () => {
  test('has the tools, is mirrored, and has the plan after a summary', async () => {
    const script = new Script((tools) => {
      const todos = TODOS.map((content, i) => ({ id: `${i}`, content, status: 'pending', priority: 'low' }));
      return tools.includes('todowrite') ? { tool: { name: 'todowrite', input: { todos } } } : undefined;
    }, 199_000);
    endpoint.behaviour = (request) => script.answer(request);
    await install('opencode');
    await run('opencode', ['run', '--format', 'json', 'Do the work']);
    expect(toolsIn(conversation()[0]?.body ?? '').join()).toContain('planning_setup_plan');
    expect(await stepsOf('opencode')).toEqual(TODOS);
    const summary = endpoint.seen.findIndex(({ body }) => body.includes('Here is the conversation so far'));
    expect(summary).toBeGreaterThan(0);
    const after = endpoint.seen.slice(summary + 1).find(({ body }) => body.includes('planning_mark_step'));
    expect(after?.body).toContain('Active plan');
    expect(after?.body).toContain(OBJECTIVE);
  });
});
