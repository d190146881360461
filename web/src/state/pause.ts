import { create } from 'zustand';
import { ask } from '../api/client.ts';
import type { PauseState } from '../api/contracts.ts';
import { whenReachable } from './connection.ts';

/** Whether everything is paused; `undefined` until it is known. */
export const usePause = create<{ readonly pause: PauseState | undefined }>(() => ({ pause: undefined }));

/** Reads it again. A failure shows up with everything else. */
export async function readPause(): Promise<void> {
  const pause = await ask<PauseState>('/api/pause').catch(() => undefined);
  if (pause) usePause.setState({ pause });
}

/** Pauses or resumes everything, waiting for the server while it is away. Throws an `ApiProblem` if it refuses. */
export async function setPaused(paused: boolean, reason = ''): Promise<void> {
  const body = { paused, ...(reason !== '' && { reason }) };
  // Asked twice, it is done once: what is paused already stays so.
  const pause = await whenReachable(() => ask<PauseState>('/api/pause', { body }));
  usePause.setState({ pause });
}
