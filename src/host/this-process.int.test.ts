import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { hostname } from 'node:os';
import { describe, expect, it } from 'vitest';
import { isGone, ownWorkerName, workerName } from './this-process.ts';

async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
  await once(child, 'exit');
  return child.pid ?? 0;
}

describe('a worker', () => {
  it('of this process is there, under each of its names', () => {
    expect([workerName(), ownWorkerName('server')].map(isGone)).toEqual([false, false]);
    expect(ownWorkerName('server')).not.toBe(ownWorkerName('server'));
  });

  it('whose process has ended is gone, under each of its names', async () => {
    const pid = await deadPid();
    expect(isGone(`${hostname()}:${pid}`)).toBe(true);
    expect(isGone(`server-1a2b@${hostname()}:${pid}`)).toBe(true);
  });

  it.each(['elsewhere:1', 'server-1@elsewhere:1', 'worker-7', '', `${hostname()}:`])(
    'that nobody here can tell of is not gone: %s',
    (worker) => {
      expect(isGone(worker)).toBe(false);
    },
  );
});
