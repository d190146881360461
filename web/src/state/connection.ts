import { create } from 'zustand';
import { ApiProblem, type Ask, ask } from '../api/client.ts';

export interface Connection {
  /** Whether a stream that the page follows is broken. */
  readonly broken: boolean;
  /** How many things wait for the server to be there. */
  readonly waiting: number;
}

/** Whether the page hears from the server. */
export const useConnection = create<Connection>(() => ({ broken: false, waiting: 0 }));

const BETWEEN_TRIES_MS = 1000;
const broken = new Set<symbol>();

/** Says how one stream stands. The page is connected when none is broken. */
export function reportConnection(stream: symbol, status: 'open' | 'broken' | 'ended'): void {
  if (status === 'broken') broken.add(stream);
  else broken.delete(stream);
  useConnection.setState({ broken: broken.size > 0 });
}

/** Resolves when the server was heard from, and a moment later at the earliest. */
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

/**
 * Does something as soon as the server is there for it. An answer may have been lost on its way, so that what is done
 * must bear a name by which the server does it once.
 */
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

/** Asks for what is to be shown, and changes nothing. Where the server is away, it is shown when that is back. */
export async function askWhenReachable<Answer>(path: string, options?: Ask): Promise<Answer> {
  return await whenReachable(() => ask<Answer>(path, options));
}
