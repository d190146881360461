import { useCallback } from 'react';
import type { CommandCall } from '../../../src/harness/module/view-block.ts';
import { type PendingAction, usePendingAction } from '../state/commands.ts';
import { usePanel } from './panel.ts';

/** The commands of a panel, one at a time, with the last refusal. */
export function usePanelCommands(): PendingAction & { send(command: CommandCall): Promise<boolean> } {
  const { command: give } = usePanel();
  const doing = usePendingAction();
  const { run } = doing;
  const send = useCallback((command: CommandCall) => run(() => give(command)), [run, give]);
  return { ...doing, send };
}
