import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { isAlive } from '../machine/process-alive.ts';

/** A name of this process, unlike that of any other. */
export function workerName(): string {
  return `${hostname()}:${process.pid}`;
}

/** A name for one of several workers in this process, unlike that of any other. */
export function ownWorkerName(kind: string): string {
  return `${kind}-${randomBytes(4).toString('hex')}@${workerName()}`;
}

/** Whether a worker is a process of this machine that is gone. Of another machine nobody can tell. */
export function isGone(worker: string): boolean {
  const [, host, pid] = /^(?:[^@]*@)?(.+):(\d+)$/.exec(worker) ?? [];
  return host === hostname() && !isAlive(Number(pid));
}
