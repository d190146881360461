import { createContext, useContext } from 'react';
import type { CommandCall } from '../../../src/harness/module/view-block.ts';
import type { CardChoices } from '../commands/card-choices.ts';

/** What the buttons within blocks do. */
export interface BlockCommands {
  /** Sends a command. Its promise settles when that is done; an `ApiProblem` is shown beside the button. */
  readonly onCommand: (command: CommandCall) => unknown;
  /** Whether nothing can be done now, such as in the past. */
  readonly disabled: boolean;
  /** What cards offer already. */
  readonly inCards: CardChoices;
}

/** Set by `Blocks`, for buttons at any depth. */
export const BlockCommandsContext = createContext<BlockCommands>({
  onCommand: () => undefined,
  disabled: true,
  inCards: new Map(),
});

/** What the buttons of this block do. */
export function useBlockCommands(): BlockCommands {
  return useContext(BlockCommandsContext);
}
