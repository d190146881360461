import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';

/** A name for what runs sessions in this process, unlike that of any other, also of others in this process. */
export function workerName(): string {
  return `server-${randomBytes(4).toString('hex')}@${hostname()}:${process.pid}`;
}

/** Whether a worker is a process of this machine that is gone. Of another machine nobody can tell. */
export function isGone(worker: string): boolean {
  const [, host, pid] = /^(?:[^@]*@)?(.+):(\d+)$/.exec(worker) ?? [];
  if (host !== hostname()) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
}
