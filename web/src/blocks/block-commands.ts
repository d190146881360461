import { createContext, useContext } from 'react';
import type { CommandCall } from '../../../src/harness/module/view-block.ts';
import type { CardChoices } from '../commands/card-choices.ts';

/** What buttons inside blocks need. */
export interface BlockCommands {
  /** Sends a command. Resolves when it is done; an `ApiProblem` is shown next to the button. */
  readonly onCommand: (command: CommandCall) => unknown;
  /** Whether nothing can be done now, for example in the past. */
  readonly disabled: boolean;
  /** The commands that cards already offer. */
  readonly inCards: CardChoices;
}

/** Set by `Blocks`, for buttons at any depth. */
export const BlockCommandsContext = createContext<BlockCommands>({
  onCommand: () => undefined,
  disabled: true,
  inCards: new Map(),
});

/** What the buttons of this block need. */
export function useBlockCommands(): BlockCommands {
  return useContext(BlockCommandsContext);
}
