/**
 * The coding CLIs themselves against a stand-in for their models. `npm run test:clis` installs them and runs this; it is
 * no part of `npm test`, because they are more than a gigabyte.
 */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  PlanningAgent,
  type PlanningAgentResponse,
} from '../../src/planners/commits/agent/planning-agent.ts';
import { settingsFromEnv } from '../../src/planners/commits/settings.ts';
import { GitRepository } from './git-repository.ts';
import { type EndpointBehaviour, ModelEndpoint } from './model-endpoint.ts';
import { PLAN } from './stand-in.mjs';

const BIN = process.env.WAYFOLD_CLIS ?? '';
const CLIS = ['codex', 'claude', 'gemini', 'opencode'] as const;
const KEY = 'stand-in-key-0123456789';
const MARK = 'Make `parse` 2x faster; $(touch pwned) "quoted"';

let endpoint: ModelEndpoint;
let repository: GitRepository;
let base: string;
let home: string;
let temporary: string;

beforeAll(async () => {
  endpoint = await ModelEndpoint.start();
  temporary = mkdtempSync(join(tmpdir(), 'cli-temporary-'));
  process.env.TMPDIR = temporary;
});

afterAll(async () => {
  await endpoint.close();
  rmSync(temporary, { recursive: true, force: true });
});

beforeEach(() => {
  endpoint.seen.length = 0;
  repository = new GitRepository();
  base = repository.commit('Add the parser', { 'parse.js': 'export {};\n' });
  home = mkdtempSync(join(tmpdir(), 'cli-home-'));
  makeHome();
});

afterEach(() => {
  repository.remove();
  rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

/** What each CLI needs to find the stand-in and nothing else. */
function makeHome(): void {
  const provider = {
    name: 'local',
    base_url: `${endpoint.url}/v1`,
    wire_api: 'responses',
    env_key: 'LOCAL_KEY',
  };
  const toml = Object.entries(provider).map(([name, value]) => `${name} = ${JSON.stringify(value)}`);
  mkdirSync(join(home, '.codex'));
  writeFileSync(
    join(home, '.codex', 'config.toml'),
    ['model = "stand-in"', 'model_provider = "local"', '[model_providers.local]', ...toml].join('\n'),
  );
  mkdirSync(join(home, '.gemini'));
  writeFileSync(
    join(home, '.gemini', 'settings.json'),
    JSON.stringify({ security: { auth: { selectedType: 'gemini-api-key' } } }),
  );
}

function environment(): Record<string, string> {
  const local = {
    npm: '@ai-sdk/openai-compatible',
    name: 'Local',
    options: { baseURL: `${endpoint.url}/v1`, apiKey: KEY },
    models: { 'stand-in': { name: 'Stand-in' } },
  };
  return {
    HOME: home,
    CODEX_HOME: join(home, '.codex'),
    LOCAL_KEY: KEY,
    CLAUDE_CONFIG_DIR: join(home, '.claude'),
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    CLAUDE_CODE_MAX_RETRIES: '0',
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

/** The config of each CLI that starts a program which leaves a trace. */
function agentConfig(trace: string): Record<string, string> {
  const server = { command: 'touch', args: [trace] };
  const hook = { hooks: [{ type: 'command', command: `touch ${trace}` }] };
  return {
    '.claude/settings.json': JSON.stringify({ hooks: { SessionStart: [hook], UserPromptSubmit: [hook] } }),
    '.mcp.json': JSON.stringify({ mcpServers: { server } }),
    '.codex/config.toml': `[mcp_servers.server]\ncommand = "touch"\nargs = [${JSON.stringify(trace)}]\n`,
    '.gemini/settings.json': JSON.stringify({ mcpServers: { server } }),
    'opencode.json': JSON.stringify({
      mcp: { server: { type: 'local', command: ['touch', trace], enabled: true } },
    }),
    '.opencode/plugin/trace.js': `import { writeFileSync } from 'node:fs';\nexport const Trace = async () => { writeFileSync(${JSON.stringify(trace)}, ''); return {}; };\n`,
  };
}

describe.each(CLIS)('%s', (cli) => {
  const plan = (
    behaviour: EndpointBehaviour,
    env: Record<string, string> = {},
  ): Promise<PlanningAgentResponse> => {
    endpoint.behaviour = behaviour;
    const settings = settingsFromEnv({
      LOGS_BASE_DIR: home,
      WORKER_PLANNING_BACKEND: cli,
      [`WORKER_PLANNING_${cli.toUpperCase()}_BIN`]: join(BIN, cli),
      WORKER_PLANNING_MAX_ATTEMPTS: '1',
      WORKER_PLANNING_TIMEOUT_SECONDS: '90',
      WORKER_PLANNING_EXTRA_ENV: JSON.stringify(environment()),
      ...env,
    });
    const agent = new PlanningAgent(settings, undefined, { progress: () => {} });
    return agent.plan({ base: { commitHash: base }, goal: MARK }, { workingDir: repository.directory });
  };

  afterEach(() => {
    expect(repository.git('worktree', 'list').split('\n')).toHaveLength(1);
    expect(readdirSync(temporary).filter((name) => /^wayfold-(?:planning|backend)-/.test(name))).toEqual([]);
    expect(readdirSync(repository.directory).toSorted()).toEqual(['.git', 'parse.js']);
  });

  test('passes the whole prompt to its model and returns its plan', async () => {
    const {
      origin,
      plan: made,
      prompt,
      timings,
    } = await plan('plan', { WORKER_PLANNING_VALIDATION_MODE: 'strict' });
    expect(origin).toBe('strict');
    expect(made.summary).toBe(PLAN.plan_summary);
    expect(endpoint.seen.some(({ body }) => body.includes(JSON.stringify(prompt.trim()).slice(1, -1)))).toBe(
      true,
    );
    expect(timings).toMatchObject([{ usage: { inputTokens: 1200, outputTokens: 340 } }]);
  });

  test('returns a plan from prose', async () => {
    const { origin, rawOutput } = await plan('prose');
    expect(origin).toBe('synthesised');
    expect(rawOutput).toBe('I would measure first.\nThen I would add a cache.');
  });

  test('is killed when its model never answers', async () => {
    await expect(plan('hang', { WORKER_PLANNING_TIMEOUT_SECONDS: '8' })).rejects.toMatchObject({
      code: 'backend-timeout',
    });
  });

  test('reports a rejected key as not logged in', async () => {
    await expect(plan('unauthorized')).rejects.toMatchObject({ code: 'backend-not-logged-in' });
  });

  test('runs no program that a commit configures', async () => {
    const trace = join(home, 'started');
    base = repository.commit('Help the agent', agentConfig(trace));
    repository.git('reset', '-q', '--hard', 'HEAD~1');
    await plan('plan');
    expect(existsSync(trace)).toBe(false);
  });

  test('stores no key in its artifact', async () => {
    await plan('plan');
    const folder = join(home, 'logs', 'worker', 'planning');
    const artifacts = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
    expect(artifacts.join()).toContain(PLAN.plan_summary);
    expect(artifacts.join()).not.toContain(KEY);
  });
});
