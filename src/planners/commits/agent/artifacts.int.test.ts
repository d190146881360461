import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { settingsFromEnv } from '../settings.ts';
import { type AttemptArtifact, writeArtifact } from './artifacts.ts';

const ARTIFACT: AttemptArtifact = {
  status: 'ok',
  attempt: 1,
  startedAt: '2026-01-01T00:00:00.000Z',
  durationSeconds: 1,
  backend: 'codex',
  validationMode: 'strict',
  schemaMode: 'native',
  baseCommit: 'c0ffee',
  command: ['codex'],
  prompt: 'private words',
  stdout: '',
  stderr: '',
};
let base: string;

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'wayfold-artifacts-'));
  chmodSync(base, 0o755);
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const write = (logs = base) => writeArtifact(settingsFromEnv({ LOGS_BASE_DIR: logs }), 'run', ARTIFACT);
const modeOf = (path: string) => statSync(path).mode & 0o777;

test.skipIf(process.platform === 'win32')(
  'an artifact and its directories are readable by their owner only',
  async () => {
    const file = await write();
    expect(modeOf(String(file))).toBe(0o600);
    expect(modeOf(join(base, 'logs', '.gitignore'))).toBe(0o600);
    for (const folder of ['logs', 'logs/worker', 'logs/worker/planning'])
      expect(modeOf(join(base, folder))).toBe(0o700);
  },
);

test.skipIf(process.platform === 'win32')('an artifact is never written through a link', async () => {
  const file = String(await write());
  const victim = join(base, 'victim');
  writeFileSync(victim, 'mine');
  rmSync(file);
  symlinkSync(victim, file);
  expect(await write()).toBeUndefined();
  expect(readFileSync(victim, 'utf8')).toBe('mine');
  expect(readdirSync(join(base, 'logs', 'worker', 'planning'))).toHaveLength(1);
});

test.skipIf(process.platform === 'win32').each(['logs', 'logs/worker', 'logs/worker/planning'])(
  'nothing is written where %s is a link, whatever repository brought it',
  async (folder) => {
    const elsewhere = join(base, 'elsewhere');
    mkdirSync(elsewhere);
    mkdirSync(dirname(join(base, folder)), { recursive: true });
    symlinkSync(elsewhere, join(base, folder));
    expect(await write()).toBeUndefined();
    expect(readdirSync(elsewhere)).toEqual([]);
  },
);

test.skipIf(process.platform !== 'linux')(
  'no artifact is written if its directory cannot be created',
  async () => {
    expect(await write('/proc/wayfold')).toBeUndefined();
  },
);
