import { create } from 'zustand';
import { ApiProblem, type Ask, ask } from '../api/client.ts';

export interface Connection {
  /** Whether a stream is broken. */
  readonly broken: boolean;
  /** How many actions wait for the server. */
  readonly waiting: number;
}

/** Whether the server can be reached. */
export const useConnection = create<Connection>(() => ({ broken: false, waiting: 0 }));

const BETWEEN_TRIES_MS = 1000;
const broken = new Set<symbol>();

/** Reports the status of a stream. The page is connected if none is broken. */
export function reportConnection(stream: symbol, status: 'open' | 'broken' | 'ended'): void {
  if (status === 'broken') broken.add(stream);
  else broken.delete(stream);
  useConnection.setState({ broken: broken.size > 0 });
}

/** Resolves when the server can be reached, at least a moment later. */
export async function reconnected(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, BETWEEN_TRIES_MS));
  if (!useConnection.getState().broken) return;
  await new Promise<void>((resolve) => {
    const stop = useConnection.subscribe((state) => {
      if (state.broken) return;
      stop();
      resolve();
    });
  });
}

/** Acts as soon as the server can be reached. A response may be lost, so the action must be idempotent. */
export async function whenReachable<Answer>(act: () => Promise<Answer>): Promise<Answer> {
  try {
    return await act();
  } catch (error) {
    if (!isUnreachable(error)) throw error;
  }
  changeWaiting(1);
  try {
    for (;;) {
      await reconnected();
      try {
        return await act();
      } catch (error) {
        if (!isUnreachable(error)) throw error;
      }
    }
  } finally {
    changeWaiting(-1);
  }
}

function isUnreachable(error: unknown): boolean {
  return error instanceof ApiProblem && error.code === 'unreachable';
}

function changeWaiting(by: number): void {
  useConnection.setState(({ waiting }) => ({ waiting: waiting + by }));
}

/** Requests data to display, waiting for the server while it is away. */
export async function askWhenReachable<Answer>(path: string, options?: Ask): Promise<Answer> {
  return await whenReachable(() => ask<Answer>(path, options));
}
