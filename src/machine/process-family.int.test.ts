import { spawn } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually } from '../../test/eventually.ts';
import { ProcessFamily } from './process-family.ts';
import { RunMark } from './run-mark.ts';

let directory: string;

beforeEach(() => {
  directory = realpathSync(mkdtempSync(join(tmpdir(), 'wayfold-family-')));
});

afterEach(() => rmSync(directory, { recursive: true, force: true }));

const ofLinux = test.skipIf(process.platform !== 'linux');

/** Starts a shell that begins a sleep in some way, and tells the number of that. */
function begin(script: string, mark: RunMark) {
  const child = spawn('sh', ['-c', script], {
    cwd: directory,
    detached: true,
    env: { PATH: process.env.PATH, ...mark.env },
    stdio: 'ignore',
  });
  return child.pid;
}

ofLinux.each([
  ['in another session', 'setsid sleep 61 & sleep 62'],
  ['without an environment', 'env -i PATH="$PATH" sleep 61 & sleep 62'],
  ['without either', 'env -i PATH="$PATH" setsid sleep 61 & sleep 62'],
  ['without a parent', '(env -i PATH="$PATH" setsid sleep 61 & ) ; exec sleep 62'],
])('ends what was started %s', async (_, script) => {
  const mark = new RunMark();
  const family = new ProcessFamily({ mark, pid: begin(script, mark), directory });
  await eventually(() => family.look().length).toBeGreaterThanOrEqual(2);
  expect(family.memory()).toBeGreaterThan(0);
  family.endAll();
  expect(family.look()).toEqual([]);
});

ofLinux('knows what it has seen after that left its directory, session, parent and environment', async () => {
  const mark = new RunMark();
  const script = '(env -i PATH="$PATH" setsid sh -c "cd /; sleep 1; sleep 61" &); sleep 0.3';
  const family = new ProcessFamily({ mark, pid: begin(script, mark) });
  await eventually(() => family.look().length).toBeGreaterThanOrEqual(2);
  family.endAll();
  expect(family.look()).toEqual([]);
});

ofLinux('leaves alone what is somebody else’s', async () => {
  const other = spawn('sleep', ['63'], { detached: true, stdio: 'ignore' });
  const mark = new RunMark();
  const family = new ProcessFamily({ mark, pid: begin('sleep 61', mark), directory });
  await eventually(() => family.look().length).toBeGreaterThanOrEqual(1);
  family.endAll();
  expect(other.exitCode).toBeNull();
  expect(other.kill()).toBe(true);
});
