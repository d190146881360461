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
import { openPlan, planIn } from '../../src/plan-tools/plan/open-plan.ts';
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
afterEach(() => rmSync(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));

/** What each agent needs to find the stand-in. */
function makeHome(): void {
  mkdirSync(join(home, '.codex'), { recursive: true });
  mkdirSync(join(home, '.gemini'));
  const provider = {
    name: 'local',
    base_url: `${endpoint.url}/v1`,
    wire_api: 'responses',
    env_key: 'LOCAL_KEY',
  };
  const toml = Object.entries(provider).map(([name, value]) => `${name} = ${JSON.stringify(value)}`);
  const config = ['model = "stand-in"', 'model_provider = "local"', 'model_context_window = 200000'];
  writeFileSync(
    join(home, '.codex', 'config.toml'),
    [...config, '[tools.update_plan]', 'enabled = true', '[model_providers.local]', ...toml, ''].join('\n'),
  );
  writeFileSync(
    join(home, '.gemini', 'settings.json'),
    JSON.stringify({
      security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: false } },
    }),
  );
}

function environment(): Record<string, string> {
  const local = {
    npm: '@ai-sdk/openai-compatible',
    name: 'Local',
    options: { baseURL: `${endpoint.url}/v1`, apiKey: KEY },
    models: { 'stand-in': { name: 'Stand-in', limit: { context: 200_000, output: 8000 } } },
  };
  return {
    PATH: [BIN, process.env.PATH].join(delimiter),
    HOME: home,
    CODEX_HOME: join(home, '.codex'),
    LOCAL_KEY: KEY,
    CLAUDE_CONFIG_DIR: join(home, '.claude'),
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    CLAUDE_CODE_AUTO_COMPACT_WINDOW: '100000',
    ANTHROPIC_BASE_URL: endpoint.url,
    ANTHROPIC_API_KEY: KEY,
    GOOGLE_GEMINI_BASE_URL: endpoint.url,
    GEMINI_API_KEY: KEY,
    OPENCODE_CONFIG_CONTENT: JSON.stringify({
      model: 'local/stand-in',
      small_model: 'local/stand-in',
      share: 'disabled',
      autoupdate: false,
      provider: { local },
    }),
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_DATA_HOME: join(home, '.data'),
    XDG_CACHE_HOME: join(home, '.cache'),
    XDG_STATE_HOME: join(home, '.state'),
  };
}

async function run(file: string, args: readonly string[], cwd = project): Promise<string> {
  const { stdout } = await execa(file, args, {
    cwd,
    env: environment(),
    extendEnv: false,
    stdin: 'ignore',
    timeout: RUN_MS,
    killSignal: 'SIGKILL',
  });
  return stdout;
}

/** What a model answers that is given a list to keep, sets up a plan, and then has read too much. */
class Script {
  readonly #list: (tools: readonly string[], body: string) => ModelAnswer | undefined;
  readonly #tokens: number;
  #turn = 0;

  constructor(list: (tools: readonly string[], body: string) => ModelAnswer | undefined, tokens: number) {
    this.#list = list;
    this.#tokens = tokens;
  }

  answer({ body }: SeenRequest): ModelAnswer {
    const tools = toolsIn(body);
    const setUp = tools.find((name) => name.endsWith('planning_setup_plan'));
    // Asked for a title, or for a summary of the conversation.
    if (/you will fail the task|CONTEXT CHECKPOINT COMPACTION|state_snapshot/.test(body) || !setUp)
      return { text: '<analysis>Short.</analysis><summary>A parser is wanted.</summary>' };
    if (this.#turn === 0) {
      const list = this.#list(tools, body);
      if (list) {
        if (list.tool?.name !== 'ToolSearch') this.#turn = 1;
        return list;
      }
    }
    this.#turn += 1;
    if (this.#turn <= 2)
      return {
        tool: {
          name: setUp,
          input: { objective: OBJECTIVE, initial_steps: [{ title: 'Measure the lexer' }] },
        },
        inputTokens: this.#tokens,
      };
    return { text: 'Done for now.' };
  }
}

function toolsIn(body: string): readonly string[] {
  return [...body.matchAll(/"name":"([^"]+)"/g)].map(([, name = '']) => name);
}

/** The requests that offer the plan tools: those of the conversation itself. */
function conversation(): readonly SeenRequest[] {
  return endpoint.seen.filter(({ body }) =>
    toolsIn(body).some((name) => name.endsWith('planning_mark_step')),
  );
}

async function stepsOf(agent: string): Promise<readonly string[] | undefined> {
  const store = sqliteStore(join(project, '.wayfold', 'wayfold.db'));
  try {
    const ids = (await store.list({ prefix: `plan:${agent}-`, limit: 5 })).map(({ id }) => id.slice(5));
    const { session } = openPlan(store, ids[0] ?? 'none');
    await session.refresh();
    return planIn({ session })?.steps.map(({ title }) => title);
  } finally {
    await store.close();
  }
}

const install = (agent: string) => run(process.execPath, [LAUNCHER, 'install', agent]);

test.each(['claude', 'codex', 'gemini', 'opencode'])(
  '%s has Wayfold once after two installations, and not after uninstalling',
  async (agent) => {
    const doctor = () => run(process.execPath, [LAUNCHER, 'doctor', '--json']);
    await install(agent);
    await install(agent);
    const [found] = (await doctor()).split('\n').filter((line) => line.includes(`"check":"${agent}"`));
    expect(found).toContain('6 tools');
    await run(process.execPath, [LAUNCHER, 'uninstall', agent]);
    expect(await doctor()).not.toContain(`"check":"${agent}"`);
  },
);

describe('claude', () => {
  const ask = (...words: string[]) =>
    run('claude', [
      ...words,
      '--model',
      'claude-sonnet-4-5',
      '--allowedTools',
      'mcp__plugin_wayfold_wayfold__planning_setup_plan,TaskCreate,TaskUpdate,ToolSearch',
    ]);

  test('has the tools, mirrors its list into the plan, and keeps the plan after a summary', async () => {
    const script = new Script((tools, body) => {
      if (tools.includes('TaskCreate'))
        return { tool: { name: 'TaskCreate', input: { subject: TODOS[0], description: 'All of it' } } };
      if (body.includes('select:TaskCreate')) return undefined;
      return {
        tool: { name: 'ToolSearch', input: { query: 'select:TaskCreate,TaskUpdate', max_results: 5 } },
      };
    }, 1200);
    endpoint.behaviour = (request) => script.answer(request);
    await install('claude');
    await ask('-p', 'Do the work');
    expect(toolsIn(endpoint.seen[0]?.body ?? '').join()).toContain('planning_setup_plan');
    expect(await stepsOf('claude')).toEqual([TODOS[0]]);
    await ask('-c', '-p', '/compact');
    endpoint.seen.length = 0;
    await ask('-c', '-p', 'Go on');
    expect(conversation()[0]?.body).toContain(OBJECTIVE);
    expect(conversation()[0]?.body).toContain('Measure the lexer');
  });

  test('keeps the plan after a summary forced by a full context', async () => {
    const script = new Script(() => undefined, 196_000);
    endpoint.behaviour = (request) => script.answer(request);
    await install('claude');
    await ask('-p', 'Do the work');
    const summary = endpoint.seen.findIndex(({ body }) => body.includes('you will fail the task'));
    expect(summary).toBeGreaterThan(0);
    const after = endpoint.seen.slice(summary + 1).find(({ body }) => body.includes('planning_mark_step'));
    expect(after?.body).toContain('Active plan');
    expect(after?.body).toContain(OBJECTIVE);
  });

  test('keeps Wayfold in one project after it was uninstalled from another whose files are gone', async () => {
    const other = join(root, 'other');
    execFileSync('git', ['init', '-q', other]);
    for (const cwd of [project, other]) await run(process.execPath, [LAUNCHER, 'install', 'claude'], cwd);
    rmSync(join(other, '.wayfold'), { recursive: true });
    await run(process.execPath, [LAUNCHER, 'uninstall', 'claude'], other);
    expect(await run('claude', ['plugin', 'list'])).toMatch(/wayfold@wayfold-.*\n.*\n.*\n.*\n.*enabled/);
    expect(await run('claude', ['plugin', 'list'], other)).not.toContain('enabled');
    await run(process.execPath, [LAUNCHER, 'uninstall', 'claude']);
    expect(await run('claude', ['plugin', 'list'])).not.toContain('wayfold@');
  });
});

describe('codex', () => {
  test('has the tools, mirrors its list into the plan, and keeps the plan after a summary', async () => {
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
  test('has the tools, mirrors its list into the plan, and keeps the plan after a summary', async () => {
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
  test('has the tools, mirrors its list into the plan, and keeps the plan after a summary', async () => {
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
