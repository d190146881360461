import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { isAlive } from '../machine/process-alive.ts';

/** A unique name of this process. */
export function workerName(): string {
  return `${hostname()}:${process.pid}`;
}

/** A unique name for one of several workers in this process. */
export function ownWorkerName(kind: string): string {
  return `${kind}-${randomBytes(4).toString('hex')}@${workerName()}`;
}

/** Whether a worker is a dead process of this machine. For other machines this is unknown. */
export function isGone(worker: string): boolean {
  const [, host, pid] = /^(?:[^@]*@)?(.+):(\d+)$/.exec(worker) ?? [];
  return host === hostname() && !isAlive(Number(pid));
}
