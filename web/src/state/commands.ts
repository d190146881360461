import { useCallback, useState } from 'react';
import { ApiProblem, ask, sessionPath } from '../api/client.ts';
import type { Command, Fact } from '../api/contracts.ts';
import { refreshSession, useOpenSession } from './open-session.ts';

/**
 * Does something in a session. Throws an `ApiProblem` when the server refuses. What is sent again under the same key,
 * because no answer came, is done once.
 */
export async function sendCommand(session: string, command: Command, key?: string): Promise<readonly Fact[]> {
  const { facts } = await ask<{ readonly facts: readonly Fact[] }>(sessionPath(session, '/commands'), {
    body: command,
    key,
  });
  refreshSession();
  return facts;
}

/** Something that takes a moment and may be refused. */
export interface Doing {
  readonly busy: boolean;
  readonly problem: ApiProblem | undefined;
  /** Resolves with whether it was done. */
  run(what: () => Promise<unknown>): Promise<boolean>;
  clear(): void;
}

/** Does one thing at a time, and keeps why it was refused until the next try. */
export function useDoing(): Doing {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiProblem>();
  const run = useCallback(async (what: () => Promise<unknown>) => {
    setBusy(true);
    setProblem(undefined);
    try {
      await what();
      return true;
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      setProblem(error);
      return false;
    } finally {
      setBusy(false);
    }
  }, []);
  const clear = useCallback(() => setProblem(undefined), []);
  return { busy, problem, run, clear };
}

/** Commands to the open session, one at a time. */
export function useCommands(): Doing & { send(command: Command): Promise<boolean> } {
  const doing = useDoing();
  const { run } = doing;
  const send = useCallback(
    (command: Command) =>
      run(async () => {
        const { id } = useOpenSession.getState();
        if (id !== undefined) await sendCommand(id, command);
      }),
    [run],
  );
  return { ...doing, send };
}
