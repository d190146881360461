import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CliProcess, runWayfold } from './cli-process.ts';
import { eventually } from './eventually.ts';
import { freePort } from './restate-server.ts';

let cwd: string;

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'wayfold-worker-'));
});
afterEach(() => rm(cwd, { recursive: true }));

const codeOf = (stderr: string) => /"code":"([^"]*)"/.exec(stderr)?.[1];

it.each(['up', 'worker'])('%s refuses an engine for a store in a file, and creates none', async (command) => {
  const { code, stderr } = await runWayfold([command, '--engine', 'restate://127.0.0.1', '--json'], { cwd });
  expect([code, codeOf(stderr)]).toEqual([2, 'store-not-shared']);
  expect(await readdir(cwd)).toEqual([]);
});

it('a worker refuses an invalid engine', async () => {
  const args = ['worker', '--store', 'postgres://127.0.0.1/x', '--engine', 'http://127.0.0.1', '--json'];
  const { code, stderr } = await runWayfold(args, { cwd });
  expect([code, codeOf(stderr)]).toEqual([2, 'invalid-engine']);
});

it('a worker without a waiting time reports at once that nobody answers', async () => {
  const [engine, listen, store] = [await freePort(), await freePort(), await freePort()];
  const base = ['worker', '--store', `postgres://127.0.0.1:${store}/x`, '--patience', '0', '--json'];
  const away = ['--engine', `restate://127.0.0.1:1?admin=${engine}`, '--listen', `127.0.0.1:${listen}`];
  const withoutEngine = await runWayfold([...base, ...away], { cwd });
  expect([withoutEngine.code, codeOf(withoutEngine.stderr)]).toEqual([6, 'engine-unreachable']);
  const withoutStore = await runWayfold(base, { cwd });
  expect([withoutStore.code, codeOf(withoutStore.stderr)]).toEqual([6, 'store-unreachable']);
});

it('a worker without an engine runs the sessions of a file, and exits when told to', async () => {
  const worker = new CliProcess(['worker'], { cwd });
  await eventually(() => worker.stdout).toContain('Working on the sessions of .wayfold/wayfold.db');
  expect(await worker.end('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
});
