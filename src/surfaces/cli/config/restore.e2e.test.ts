import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runWayfold } from '../../../../test/cli-process.ts';

/** Nobody listens there: who asks it fails. */
const PRODUCTION = { WAYFOLD_STORE: 'postgres://me@127.0.0.1:1/production' };
let cwd: string;

beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'wayfold-restore-'));
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

const wayfold = (...args: string[]) => runWayfold(args, { cwd, env: PRODUCTION });

it('imports, lists and deletes in the data directory of the flag, and leaves the store of the environment alone', async () => {
  const note = '{"type":"note_added","text":"Hello"}';
  expect(await wayfold('journal', 'append', 'hello', note, '--data', 'first')).toMatchObject({ code: 0 });
  expect(await wayfold('journal', 'export', '--all', '-o', 'backup', '--data', 'first')).toMatchObject({
    code: 0,
  });
  expect(statSync(join(cwd, 'backup')).mode & 0o077).toBe(0);
  expect(await wayfold('journal', 'import', 'backup', '--data', 'restored')).toMatchObject({ code: 0 });
  expect(await wayfold('journal', 'list', '--json', '--data', 'restored')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('"hello"'),
  });
  expect(await wayfold('journal', 'delete', 'hello', '--yes', '--data', 'restored')).toMatchObject({
    code: 0,
  });
  expect(await wayfold('journal', 'list')).toMatchObject({ code: 6 });
}, 60_000);

it('says which two contradict each other', async () => {
  const { code, stderr } = await wayfold(
    'journal',
    'list',
    '--json',
    '--data',
    'x',
    '--store',
    'postgres://db/x',
  );
  expect(code).toBe(2);
  expect(JSON.parse(stderr)).toMatchObject({
    error: { code: 'configuration-invalid' },
  });
});

it.skipIf(process.platform !== 'linux')('refuses a data directory in /proc at once', async () => {
  const { code, stderr } = await wayfold(
    'journal',
    'append',
    'a',
    '{"type":"noted"}',
    '--json',
    '--data',
    '/proc/x/y',
  );
  expect(code).not.toBe(0);
  expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'store-read-only' } });
});
