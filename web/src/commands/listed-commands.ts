import type { SessionState } from '../api/contracts.ts';
import { useOpenSession } from '../state/open-session.ts';
import { useIsAside } from '../state/session-aside.ts';
import { fieldsOf } from './command-fields.ts';
import { stepsIn } from './step-choices.ts';

const NONE: SessionState['commands'] = [];

/** The commands of the present. In the past they keep their place, so that nothing above them moves. */
export function useListedCommands(session: SessionState): SessionState['commands'] {
  const isAside = useIsAside();
  const now = useOpenSession((state) => state.now);
  if (isAside || session.archived || session.readOnly) return NONE;
  const { commands, blocks } = now ?? session;
  const hasSteps = stepsIn(blocks).length > 0;
  // Hidden ones are carried by what is shown, which knows what they are for.
  return commands.filter(({ hidden, input }) => hidden !== true && (hasSteps || !needsStep(input)));
}

/** Whether it acts on a step, such as splitting it. */
function needsStep(input: object): boolean {
  return fieldsOf(input).some(({ steps, required }) => required && steps !== undefined);
}
