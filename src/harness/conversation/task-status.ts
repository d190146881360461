import type { A2aStatus } from '../facts.ts';

const FINAL: ReadonlySet<A2aStatus> = new Set(['completed', 'failed', 'canceled', 'rejected']);

/** Whether a task in this state can never change again. */
export function isFinal(status: A2aStatus | undefined): status is A2aStatus {
  return status !== undefined && FINAL.has(status);
}

/** Whether nothing happens to a task in this state until its client does something. */
export function isSettled(status: A2aStatus): boolean {
  return isFinal(status) || status === 'input-required';
}

/** Whether somebody is at work on a task in this state. */
export function isUnderWay(status: A2aStatus): boolean {
  return status === 'initializing' || status === 'submitted' || status === 'working';
}
