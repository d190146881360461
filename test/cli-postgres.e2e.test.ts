import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CliProcess, type RunResult, runWayfold } from './cli-process.ts';
import { eventually } from './eventually.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';

let cwd: string;
let postgres: PostgresServer;

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'wayfold-cli-'));
  postgres = await startPostgres();
});

afterAll(async () => {
  await postgres.remove();
  await rm(cwd, { recursive: true });
});

async function wayfold(...args: string[]): Promise<RunResult> {
  return await runWayfold(args, { cwd, env: { WAYFOLD_STORE: postgres.url } });
}

it('every command works on a shared PostgreSQL, and creates no data directory', async () => {
  const tail = new CliProcess(['journal', 'tail', 'trip', '--json'], {
    cwd,
    env: { WAYFOLD_STORE: postgres.url },
  });
  expect(await wayfold('journal', 'append', 'trip', '[{"type":"a"},{"type":"b"}]')).toMatchObject({
    code: 0,
  });
  await eventually(() => tail.lines.length).toBe(2);
  expect(await wayfold('journal', 'fork', 'trip', '1', 'copy')).toMatchObject({ code: 0 });
  expect((await wayfold('journal', 'list', '--quiet')).stdout).toBe('copy\ntrip\n');
  expect(await wayfold('journal', 'redact', 'trip', '2', '--yes')).toMatchObject({ code: 0 });
  expect(await wayfold('journal', 'verify')).toMatchObject({ code: 0 });
  const exported = await wayfold('journal', 'export', '--all');
  expect(await wayfold('journal', 'delete', 'copy', '--yes')).toMatchObject({ code: 0 });
  const restored = await runWayfold(['journal', 'import', '-', '--skip-existing'], {
    cwd,
    env: { WAYFOLD_STORE: postgres.url },
    input: exported.stdout,
  });
  expect(restored).toMatchObject({ code: 0, stderr: '' });
  expect(await wayfold('journal', 'verify', 'copy')).toMatchObject({ code: 0 });
  expect(await tail.end('SIGINT')).toMatchObject({ code: 130 });
  expect(await readdir(cwd)).toEqual([]);
});

it('the doctor names the database, but never its password', async () => {
  const { code, stdout, stderr } = await wayfold('doctor', '--verify');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^ok {4}store {5}postgres(ql)?:\/\/\S+ \(version \d+\): /m);
  expect(stdout).not.toMatch(/:\/\/[^@\s]*:[^@\s]*@/);
});

it('the server shows the journals of a PostgreSQL store', async () => {
  const server = new CliProcess(['up', '--port', '0'], { cwd, env: { WAYFOLD_STORE: postgres.url } });
  await eventually(() => server.stdout).toContain('running at');
  const url = /http:\S+/.exec(server.stdout)?.[0];
  expect(await (await fetch(`${url}/api/journals`)).json()).toMatchObject({
    journals: [{ id: 'copy' }, { id: 'trip' }],
  });
  expect(await server.end('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
});
