import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CliProcess, type RunResult, runWayfold } from '../../../test/cli-process.ts';
import { eventually } from '../../../test/eventually.ts';
import { localSite } from '../../../test/local-site.ts';

let cwd: string;
const processes: CliProcess[] = [];

beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'wayfold-operating-'));
});
afterEach(async () => {
  for (const each of processes.splice(0)) if (each.child.exitCode === null) await each.end('SIGKILL');
  rmSync(cwd, { recursive: true, force: true });
});

const wayfold = (...args: string[]): Promise<RunResult> => runWayfold(args, { cwd });

/** What a command wrote with `--json`, a value a line. */
async function values(...args: string[]): Promise<Record<string, unknown>[]> {
  const { stdout, stderr, code } = await wayfold(...args, '--json');
  if (code !== 0) throw new Error(stderr);
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

function start(...args: string[]): CliProcess {
  const started = new CliProcess(args, { cwd });
  processes.push(started);
  return started;
}

/** A server, and what is asked of it. */
async function up() {
  const server = start('up', '--port', '0', '--json');
  await eventually(() => server.lines.length).toBeGreaterThan(0);
  const { url } = JSON.parse(server.lines[0] ?? '{}') as { url: string };
  const ask = async (path: string, body?: unknown): Promise<Record<string, unknown>> => {
    const headers = { 'Content-Type': 'application/json' };
    const init = body === undefined ? {} : { method: 'POST', headers, body: JSON.stringify(body) };
    return await (await fetch(`${url}/api${path}`, init)).json();
  };
  const begin = (plannerId: string) =>
    ask('/sessions', { id: plannerId, title: plannerId, plannerId, config: {} });
  const tell = (id: string, command: unknown) => ask(`/sessions/${id}/commands`, command);
  return { server, ask, begin, tell };
}

describe('wayfold config', () => {
  it('tells every value and where it came from, also in a directory below the file', async () => {
    writeFileSync(join(cwd, 'wayfold.config.json'), '{"data":"plans","port":4999}', { mode: 0o600 });
    const below = join(cwd, 'below');
    mkdirSync(below);
    const { stdout } = await runWayfold(['config', '--json'], { cwd: below, env: { WAYFOLD_PORT: '4998' } });
    const reported = stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
    expect(reported).toContainEqual({
      key: 'port',
      value: 4998,
      from: { type: 'environment', variable: 'WAYFOLD_PORT' },
    });
    expect(reported).toContainEqual({
      key: 'data',
      value: join(cwd, 'plans'),
      from: { type: 'file', path: join(cwd, 'wayfold.config.json') },
    });
    const table = await runWayfold(['config', '--data', 'x'], { cwd: below });
    expect(table.stdout).toMatch(/^data +x +--data$/m);
    expect(table.stdout).toMatch(/^port +4999 +.*wayfold.config.json$/m);
  });

  it('refuses a broken file with what is wrong, and prints the schema all the same', async () => {
    writeFileSync(join(cwd, 'wayfold.config.json'), '{"port":"80"}', { mode: 0o600 });
    const { code, stderr } = await wayfold('config');
    expect(code).toBe(2);
    expect(stderr).toContain('Expected port to be a number; got "80".');
    const schema = await wayfold('config', '--schema');
    expect(schema.code).toBe(0);
    expect(JSON.parse(schema.stdout)).toMatchObject({ type: 'object', additionalProperties: false });
    expect((await wayfold('journal', 'list', '--config', 'none.json')).code).toBe(4);
  });

  it('never shows a password', async () => {
    const env = { WAYFOLD_STORE: 'postgres://me:hunter2@db.example/wayfold' };
    const { stdout } = await runWayfold(['config'], { cwd, env });
    expect(stdout).toContain('postgres://me:***@db.example/wayfold');
    expect(stdout).not.toContain('hunter2');
  });

  it('says where telemetry goes', async () => {
    const collector = await localSite((_, response) => response.end('{}'));
    try {
      const config = { telemetry: { endpoint: collector.origin } };
      writeFileSync(join(cwd, 'wayfold.config.json'), JSON.stringify(config), { mode: 0o600 });
      expect(await wayfold('tasks', 'run', 'Write a poem.', '--model', 'offline')).toMatchObject({ code: 0 });
      expect(collector.asked.map(({ url }) => url)).toContain('/v1/traces');
    } finally {
      collector.close();
    }
  });

  it('names models that every command takes', async () => {
    const config = { model: 'fast', models: { fast: 'offline' } };
    writeFileSync(join(cwd, 'wayfold.config.json'), JSON.stringify(config), { mode: 0o600 });
    const usual = await wayfold('tasks', 'run', 'Write a poem.', '--json');
    expect(usual).toMatchObject({ code: 0, stdout: expect.stringContaining('offline demo model') });
    const named = await wayfold('tasks', 'run', 'Write a poem.', '--model', 'slow');
    expect(named).toMatchObject({ code: 2, stderr: expect.stringContaining('one of fast, or offline') });
  });
});

describe('wayfold pause', () => {
  it('stops what other processes do until wayfold resume, also after a restart', async () => {
    const first = await up();
    await first.begin('tasks');
    expect(await values('pause', '--reason', 'Lunch.')).toMatchObject([
      { type: 'host_paused', cause: 'person', reason: 'Lunch.' },
    ]);
    expect((await wayfold('pause')).stdout).toContain('was paused already');
    await first.server.end('SIGINT');

    const second = await up();
    await second.tell('tasks', { type: 'say', text: 'Write the tests.' });
    await eventually(async () => (await second.ask('/sessions/tasks')).standing).toBe('idle');
    expect((await values('journal', 'show', 'tasks')).map(({ type }) => type)).not.toContain('claimed');
    expect(await values('resume')).toMatchObject([{ type: 'host_resumed' }]);
    await eventually(async () => (await second.ask('/sessions/tasks')).standing).toBe('simulated');
  });

  it('holds a task plan in a terminal up, which goes on by itself', async () => {
    await wayfold('journal', 'append', 'notes', '{"type":"note_added"}');
    await wayfold('pause');
    const running = start('tasks', 'run', 'Write a poem.', '--model', 'offline', '--yes');
    await eventually(() => running.stderr).toContain('Paused');
    await wayfold('resume');
    expect((await running.end()).code).toBe(0);
  });

  it('can be asked for by a signal to the server', async () => {
    const { server, ask } = await up();
    server.child.kill('SIGUSR1');
    await eventually(async () => (await ask('/pause')).pause).toMatchObject({ reason: 'SIGUSR1' });
    server.child.kill('SIGUSR2');
    await eventually(async () => (await ask('/pause')).paused).toBe(false);
    expect((await server.end('SIGINT')).code).toBe(0);
  });

  it('stops one session', async () => {
    const { ask, begin, tell } = await up();
    await begin('tasks');
    await wayfold('pause', 'tasks');
    await tell('tasks', { type: 'say', text: 'Write the tests.' });
    await eventually(async () => (await ask('/sessions/tasks')).standing).toBe('paused');
    expect(await values('resume', 'tasks', '--usd', '3')).toMatchObject([
      { type: 'session_resumed', limits: { usd: 3 } },
    ]);
    await eventually(async () => (await ask('/sessions/tasks')).standing).toBe('simulated');
    expect((await wayfold('resume', 'nobody')).code).toBe(3);
    expect((await wayfold('resume', 'tasks', '--usd', 'much')).code).toBe(2);
  });
});

describe('wayfold inbox', () => {
  const idsOf = (items: unknown, type: string): string[] =>
    (items as { id: string; waiting: { type: string } }[])
      .filter(({ waiting }) => waiting.type === type)
      .map(({ id }) => id);

  it('shows what waits in every session, and decides on it once', async () => {
    const { begin, tell, ask } = await up();
    const waits = async (type: string) => idsOf((await ask('/inbox')).items, type);
    await begin('drafter');
    await begin('trip');
    await tell('drafter', { type: 'receive', text: 'Can you deliver?', messageId: 'm1' });
    await tell('trip', { type: 'say', text: 'A trip' });
    await eventually(() => waits('draft')).toHaveLength(1);
    await eventually(() => waits('trip-question')).toHaveLength(1);
    expect(await values('inbox')).toEqual((await ask('/inbox')).items);
    const [draft = ''] = await waits('draft');
    const [question = ''] = await waits('trip-question');
    expect((await wayfold('inbox')).stdout).toMatch(new RegExp(`^${draft} +draft +drafter`, 'm'));

    expect((await wayfold('inbox', 'answer', draft, 'Yes.')).code).toBe(2);
    const [approved] = await values('inbox', 'approve', draft);
    expect(approved).toMatchObject({ type: 'compose_approved' });
    expect((await wayfold('inbox', 'approve', draft)).code).toBe(4);
    const answer = 'From Lisbon to Porto in 3 days';
    expect(await values('inbox', 'answer', question, answer)).toMatchObject([
      { type: 'user_input', text: answer },
    ]);
    expect(await waits('trip-question')).not.toContain(question);
    expect((await wayfold('inbox', 'approve', 'nothing')).code).toBe(2);
  });

  it('watches what comes and goes, whoever does it', async () => {
    const { begin, tell } = await up();
    await begin('drafter');
    const watching = start('inbox', '--watch', '--json');
    await tell('drafter', { type: 'receive', text: 'Hello', messageId: 'm1' });
    await eventually(() => watching.lines.length).toBe(1);
    const { event, item } = JSON.parse(watching.lines[0] ?? '{}');
    expect([event, item.waiting.type]).toEqual(['item', 'draft']);
    await wayfold('inbox', 'dismiss', item.id);
    await eventually(() => watching.lines.at(-1)).toBe(JSON.stringify({ event: 'gone', id: item.id }));
    expect((await watching.end('SIGINT')).code).toBe(130);
  });

  it('resumes what a limit has stopped', async () => {
    const config = { limits: { session: { tokens: 10 } } };
    writeFileSync(join(cwd, 'wayfold.config.json'), JSON.stringify(config), { mode: 0o600 });
    const { begin, tell, ask } = await up();
    const waits = async (type: string) => idsOf((await ask('/inbox')).items, type);
    await begin('drafter');
    await tell('drafter', { type: 'receive', text: 'Hello', messageId: 'm1' });
    await eventually(() => waits('draft')).toHaveLength(1);
    const [first] = await waits('draft');
    await tell('drafter', { type: 'guide', text: 'Shorter.' });
    await eventually(() => waits('budget')).toHaveLength(1);
    const [budget = ''] = await waits('budget');
    expect(await values('inbox', 'resume', budget)).toMatchObject([{ type: 'session_resumed' }]);
    await eventually(async () => (await waits('draft')).some((id) => id !== first)).toBe(true);
  });
});
