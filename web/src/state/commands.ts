import { useCallback, useRef, useState } from 'react';
import type { CommandCall } from '../../../src/harness/module/view-block.ts';
import { ApiProblem, ask, sessionPath } from '../api/client.ts';
import type { Fact } from '../api/contracts.ts';
import { requestKey } from '../api/request-key.ts';
import { whenReachable } from './connection.ts';
import { shownUpTo, useOpenSession } from './open-session.ts';
import { asPending } from './pending-work.ts';

/**
 * Sends a command to a session, once, waiting for the server while it is away. Resolves when the page shows the result,
 * and throws an `ApiProblem` if the server refuses.
 */
export async function sendCommand(session: string, command: CommandCall): Promise<readonly Fact[]> {
  const key = requestKey();
  const { facts } = await whenReachable(() =>
    ask<{ readonly facts: readonly Fact[] }>(sessionPath(session, '/commands'), { body: command, key }),
  );
  await shownUpTo(session, facts.at(-1)?.seq ?? 0);
  return facts;
}

/** An action that takes time and may be refused. */
export interface PendingAction {
  readonly busy: boolean;
  readonly problem: ApiProblem | undefined;
  /** Resolves to whether it succeeded. Until then further calls do nothing, so that a double click acts once. */
  run(what: () => Promise<unknown>): Promise<boolean>;
  clear(): void;
}

/** Runs one action at a time, shows that it is in progress, and keeps the refusal until the next one. */
export function usePendingAction(): PendingAction {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiProblem>();
  const isRunning = useRef(false);
  const run = useCallback(async (what: () => Promise<unknown>) => {
    if (isRunning.current) return false;
    isRunning.current = true;
    setBusy(true);
    setProblem(undefined);
    try {
      await asPending(what);
      return true;
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      setProblem(error);
      return false;
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  }, []);
  const clear = useCallback(() => setProblem(undefined), []);
  return { busy, problem, run, clear };
}

/** Sends a command to the open session. */
export async function sendToOpen(command: CommandCall): Promise<void> {
  const { id } = useOpenSession.getState();
  if (id !== undefined) await sendCommand(id, command);
}

/** Commands to the open session, one at a time. */
export function useCommands(): PendingAction & { send(command: CommandCall): Promise<boolean> } {
  const doing = usePendingAction();
  const { run } = doing;
  const send = useCallback((command: CommandCall) => run(() => sendToOpen(command)), [run]);
  return { ...doing, send };
}
