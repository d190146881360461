import { existsSync } from 'node:fs';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openJournal } from '../src/journal/index.ts';
import { SOURCE } from './built-program.ts';
import { CliProcess, runWayfold } from './cli-process.ts';
import { eventually } from './eventually.ts';
import { call, NEWEST, nextUpdate, ONE_BEFORE, Project, planOf, refused, WAYS } from './mcp-client.ts';

const SETUP = { objective: 'Ship 1.0', initial_steps: [{ title: 'Test' }] };
const INITIALIZE = request(1, 'initialize', {
  protocolVersion: ONE_BEFORE,
  capabilities: {},
  clientInfo: { name: 'by hand', version: '1' },
});

let project: Project;

beforeEach(async () => {
  project = await Project.create();
});

afterEach(() => project.end());

function request(id: number, method: string, params: object = {}): string {
  return `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;
}

function toolCall(id: number, tool: string, args: object): string {
  return request(id, 'tools/call', { name: `planning_${tool}`, arguments: args });
}

describe('a server process', () => {
  it('writes only protocol messages to stdout, and continues after invalid input', async () => {
    const server = new CliProcess(['mcp'], { cwd: project.directory });
    server.write(INITIALIZE);
    server.write('this is no JSON\n{"neither": "is this"}\n');
    server.write(toolCall(2, 'setup_plan', SETUP));
    await eventually(() => server.lines.length).toBe(2);
    server.child.stdin?.end();
    const { code, stdout, stderr } = await server.end();
    const messages = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(messages).toMatchObject([
      { jsonrpc: '2.0', id: 1 },
      { jsonrpc: '2.0', id: 2 },
    ]);
    expect(code).toBe(0);
    expect(stderr).toContain('JSON');
  });

  it('refuses a line that is too long, and continues', async () => {
    const server = new CliProcess(['mcp'], { cwd: project.directory });
    server.write(INITIALIZE);
    server.write(toolCall(2, 'setup_plan', { objective: 'x'.repeat(11 * 1024 * 1024) }));
    server.write(toolCall(3, 'setup_plan', SETUP));
    await eventually(() => server.lines.length).toBe(3);
    server.child.stdin?.end();
    const { code, stdout } = await server.end();
    const messages = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const error = { code: -32600, message: expect.stringContaining('10485760 bytes') };
    expect(messages).toContainEqual({ jsonrpc: '2.0', id: null, error });
    expect(messages.find(({ id }) => id === 3)).toMatchObject({
      result: { structuredContent: { version: 1 } },
    });
    expect(code).toBe(0);
  });

  it.each(['[]', '"x"', 'null', '{"objective":"x","__proto__":{}}', '{"objective":"x","\\u005f_proto__":1}'])(
    'answers arguments of %s with a protocol error, and records nothing',
    async (args) => {
      const params = `{"name":"planning_setup_plan","arguments":${args}}`;
      const input = `${INITIALIZE}{"jsonrpc":"2.0","id":2,"method":"tools/call","params":${params}}\n`;
      const { code, stdout } = await runWayfold(['mcp'], { cwd: project.directory, input });
      const answers = stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      const error = { code: -32602, message: expect.stringMatching(/\w/) };
      expect(answers.find(({ id }) => id === 2)).toMatchObject({ error });
      expect(code).toBe(0);
      expect(await readdir(project.directory)).toEqual([]);
    },
  );

  it('accepts __proto__ inside a text', async () => {
    const { client } = await project.spawn(NEWEST);
    const objective = 'Refuse "__proto__" as a key';
    expect(await call(client, 'setup_plan', { objective })).toMatchObject({ plan: { objective } });
  });

  it.each([NEWEST, ONE_BEFORE] as const)(
    'starts over after its data directory was deleted (%s)',
    async (protocol) => {
      const { client } = await project.spawn(protocol);
      await call(client, 'setup_plan', SETUP);
      await rm(join(project.directory, '.wayfold'), { recursive: true });
      expect((await client.listResources()).resources).toEqual([]);
      expect(await refused(client, 'mark_step', { step_id: 'S001', status: 'done' })).toMatchObject({
        code: 'no-plan',
      });
      await call(client, 'setup_plan', { objective: 'The second' });
      const another = await project.spawn(protocol);
      expect((await planOf(another.client)).objective).toBe('The second');
    },
  );

  it.each([NEWEST, ONE_BEFORE] as const)(
    'notifies subscribers when the data directory is deleted, and of a new plan after it (%s)',
    async (protocol) => {
      const { client } = await project.spawn(protocol);
      await call(client, 'setup_plan', SETUP);
      const uri = 'plan://default';
      if (protocol === NEWEST) await client.listen({ resourceSubscriptions: [uri] });
      else await client.subscribeResource({ uri });
      const gone = nextUpdate(client);
      await rm(join(project.directory, '.wayfold'), { recursive: true });
      expect(await gone).toBe(uri);
      const begun = nextUpdate(client);
      const another = await project.spawn(protocol);
      await call(another.client, 'setup_plan', { objective: 'The second' });
      expect(await begun).toBe(uri);
      expect((await planOf(client)).objective).toBe('The second');
    },
  );

  it('does not list plans that were only requested', async () => {
    const { client } = await project.spawn(NEWEST);
    expect(await refused(client, 'read_plan', {})).toMatchObject({ code: 'no-plan' });
    expect((await client.listResources()).resources).toEqual([]);
    await call(client, 'setup_plan', SETUP);
    expect((await client.listResources()).resources).toMatchObject([{ uri: 'plan://default' }]);
  });

  it('accepts subscriptions to plans only, and a limited number', async () => {
    const { client } = await project.spawn(ONE_BEFORE);
    for (const uri of ['file:///etc/passwd', 'plan://', 'plan://No', 'plan://a/b']) {
      await expect(client.subscribeResource({ uri })).rejects.toThrow('plan://{plan_id}');
    }
    for (let n = 0; n < 256; n++) await client.subscribeResource({ uri: `plan://p-${n}` });
    await expect(client.subscribeResource({ uri: 'plan://one-more' })).rejects.toThrow('256');
    await client.subscribeResource({ uri: 'plan://p-0' });
  });

  it('does not promise with --ephemeral that the plan lasts', async () => {
    const { client } = await project.spawn(ONE_BEFORE, '--ephemeral');
    expect(client.getInstructions()).toContain('only while this connection lasts');
    expect(client.getInstructions()).not.toContain('The plan lasts');
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(JSON.stringify(resourceTemplates)).not.toContain('It lasts');
  });

  it('answers everything before its input ended', async () => {
    const adds = Array.from({ length: 20 }, (_, n) =>
      toolCall(n + 3, 'add_step', { steps: [{ title: `${n}` }] }),
    );
    const input = [INITIALIZE, toolCall(2, 'setup_plan', SETUP), ...adds].join('');
    const { code, stdout } = await runWayfold(['mcp'], { cwd: project.directory, input });
    expect(code).toBe(0);
    expect(stdout.trim().split('\n')).toHaveLength(22);
    expect(stdout).not.toContain('isError');
    expect(await project.calls()).toHaveLength(21);
  });

  it('exits when its input ends, even with a subscription open', async () => {
    const { client, pid } = await project.spawnProcess(NEWEST);
    await client.listen({ resourceSubscriptions: ['plan://default'] });
    await client.close();
    await eventually(() => isRunning(pid)).toBe(false);
  });

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'closes its store and exits with 0 on %s',
    async (signal) => {
      const server = new CliProcess(['mcp'], { cwd: project.directory });
      server.write(INITIALIZE + toolCall(2, 'setup_plan', SETUP));
      await eventually(() => server.lines.length).toBe(2);
      expect(existsSync(`${project.dataFile}-wal`)).toBe(true);
      expect((await server.end(signal)).code).toBe(0);
      expect(existsSync(`${project.dataFile}-wal`)).toBe(false);
    },
  );

  it('creates no data until a tool is called', async () => {
    const { client } = await project.spawn(NEWEST);
    await client.listTools();
    await client.listen({ resourcesListChanged: true, resourceSubscriptions: ['plan://default'] });
    expect((await client.listResources()).resources).toEqual([]);
    await expect(client.readResource({ uri: 'plan://default' })).rejects.toThrow();
    expect(await readdir(project.directory)).toEqual([]);
  });

  it.each([NEWEST, ONE_BEFORE] as const)(
    'reports a plan that started after everything else (%s)',
    async (protocol) => {
      const { client } = await project.spawn(protocol);
      const uri = 'plan://default';
      if (protocol === NEWEST) await client.listen({ resourceSubscriptions: [uri] });
      else await client.subscribeResource({ uri });
      const updated = nextUpdate(client);
      const another = await project.spawn(protocol);
      await call(another.client, 'setup_plan', SETUP);
      expect(await updated).toBe(uri);
    },
  );

  it('creates a data directory for its owner only, which git ignores', async () => {
    const { client } = await project.spawn(NEWEST);
    await call(client, 'setup_plan', SETUP);
    const data = join(project.directory, '.wayfold');
    expect((await stat(data)).mode & 0o777).toBe(0o700);
    expect(await readFile(join(data, '.gitignore'), 'utf8')).toBe('*\n');
  });

  it('stores its plans in the directory given by --data', async () => {
    const { client } = await project.spawn(NEWEST, '--data', 'elsewhere');
    await call(client, 'setup_plan', SETUP);
    expect(await readdir(project.directory)).toEqual(['elsewhere']);
  });

  it('reports why the store cannot be opened, and works once it can', async () => {
    const file = join(project.directory, 'data');
    const { client } = await project.spawn(NEWEST, '--data', join(file, 'in-a-file'));
    await writeFile(file, '');
    expect(await refused(client, 'setup_plan', SETUP)).toMatchObject({ code: 'store-read-only', version: 0 });
    await rm(file);
    await call(client, 'setup_plan', SETUP);
  });

  it('instructs the agent according to --strategy', async () => {
    const { client } = await project.spawn(ONE_BEFORE, '--strategy', 'plan-act-reflect');
    expect(client.getInstructions()).toContain('Reflect');
  });

  it.each([
    [['--strategy', 'luck'], 'plan-act-reflect'],
    [['--tools', 'plan,hammer'], '"hammer"'],
    [['--tools', 'Tasks'], 'plan, graph, tasks, trip'],
    [['--tools', ''], 'plan, graph, tasks, trip'],
    [['--tools', 'plan,'], 'plan, graph, tasks, trip'],
  ])('refuses to start with %j', async (args, told) => {
    const { code, stdout, stderr } = await runWayfold(['mcp', ...args], { cwd: project.directory });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(told);
  });
});

describe('the loaded modules', () => {
  /** What plans, and the gazetteer. */
  const ENGINES = /\/planners\/\w+\/(index|planner|handler|conversation|places\/embedded)\.ts$/;

  /** The project's own modules that a server has loaded by the time it has listed its tools. */
  async function loaded(...args: string[]): Promise<string[]> {
    const coverage = join(project.directory, 'coverage');
    const server = new CliProcess(['mcp', ...args], {
      cwd: project.directory,
      env: { NODE_V8_COVERAGE: coverage },
      main: SOURCE,
    });
    server.write(INITIALIZE + request(2, 'tools/list'));
    await eventually(() => server.lines.length).toBe(2);
    server.child.stdin?.end();
    await server.end();
    const [file = ''] = await readdir(coverage);
    const { result } = JSON.parse(await readFile(join(coverage, file), 'utf8'));
    return result.map(({ url }: { url: string }) => url).filter((url: string) => /\/src\/\w/.test(url));
  }

  it('contain no planner, if only plans are offered', async () => {
    const modules = await loaded();
    expect(modules.join('\n')).toContain('/surfaces/mcp/aliases/plan/plan-tool-set.ts');
    expect(
      modules.filter((url) =>
        /\/src\/(host\/(?!config\/)|sessions\/)|\/mcp\/(aliases\/(tasks|trip)|session-tools)\//.test(url),
      ),
    ).toEqual([]);
    expect(modules.filter((url) => ENGINES.test(url))).toEqual([]);
  });

  it('contain nothing of trips, if tasks are offered', async () => {
    const modules = await loaded('--tools', 'tasks');
    expect(modules.join('\n')).toContain('/surfaces/mcp/aliases/tasks/task-tools.ts');
    expect(
      modules.filter((url) =>
        /\/mcp\/aliases\/trip\/|\/trip\/(index|planner|places\/embedded)\.ts/.test(url),
      ),
    ).toEqual([]);
  });
});

describe('a plan', () => {
  it.each(WAYS)('is still there for the next connection over $over with protocol $protocol', async (way) => {
    const first = await project.connect(way);
    await call(first, 'setup_plan', SETUP);
    await call(first, 'mark_step', { step_id: 'S001', status: 'in_progress', note: 'Half of it' });
    await first.close();
    const second = await project.connect(way);
    expect(await planOf(second)).toMatchObject({ steps: [{ status: 'in_progress', notes: ['Half of it'] }] });
  });

  it.each([NEWEST, ONE_BEFORE] as const)(
    'with --ephemeral is gone with the connection (%s)',
    async (protocol) => {
      const { client } = await project.spawn(protocol, '--ephemeral');
      await call(client, 'setup_plan', SETUP);
      expect((await planOf(client)).objective).toBe('Ship 1.0');
      await client.close();
      const next = await project.spawn(protocol, '--ephemeral');
      expect(await refused(next.client, 'read_plan', {})).toMatchObject({ code: 'no-plan' });
      expect(await readdir(project.directory)).toEqual([]);
    },
  );

  it('gets the calls of two server processes and loses none', async () => {
    const servers = await Promise.all([project.spawn(NEWEST), project.spawn(ONE_BEFORE)]);
    const [first] = servers;
    await call(first.client, 'setup_plan', { objective: 'Together' });
    const answers = await Promise.all(
      servers.flatMap(({ client }, who) =>
        Array.from({ length: 40 }, (_, n) => call(client, 'add_step', { steps: [{ title: `${who}-${n}` }] })),
      ),
    );
    const ids = answers.flatMap(({ assigned_ids }) => assigned_ids);
    expect(new Set(ids).size).toBe(80);
    const plans = await Promise.all(servers.map(({ client }) => planOf(client)));
    expect(plans[0]).toEqual(plans[1]);
    expect(plans[0]?.steps.map(({ step_id }) => step_id)).toEqual(ids.toSorted());
    const titles = new Set(plans[0]?.steps.map(({ title }) => title));
    expect(titles.size).toBe(80);
  });

  it('has every acknowledged call once after its server was killed in the middle of calls', async () => {
    const acknowledged = new Map<string, string>();
    const first = await project.spawn(NEWEST);
    await call(first.client, 'setup_plan', { objective: 'Survive' });
    await first.client.close();
    for (let round = 0; round < 4; round++) {
      const { client, pid } = await project.spawn(round % 2 === 0 ? NEWEST : ONE_BEFORE);
      const until = acknowledged.size + 5 + 7 * round;
      const lane = async (name: string): Promise<void> => {
        for (let n = 0; ; n++) {
          const title = `${round}-${name}-${n}`;
          const { assigned_ids } = await call(client, 'add_step', { steps: [{ title }] });
          acknowledged.set(title, String(assigned_ids));
          if (acknowledged.size === until) process.kill(pid, 'SIGKILL');
        }
      };
      const ends = await Promise.allSettled(['a', 'b', 'c', 'd'].map(lane));
      expect(ends.map(({ status }) => status)).toEqual(Array(4).fill('rejected'));
      expect(acknowledged.size).toBeGreaterThanOrEqual(until);
    }
    const { client } = await project.spawn(NEWEST);
    const { steps } = await planOf(client);
    expect(new Set(steps.map(({ step_id }) => step_id)).size).toBe(steps.length);
    const found = new Map(steps.map(({ title, step_id }) => [title, step_id]));
    expect(found.size).toBe(steps.length);
    for (const [title, id] of acknowledged) expect(found.get(title)).toBe(id);
    expect(await openJournal(project.store, 'plan:default').verify()).toMatchObject({ ok: true });
  });
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
