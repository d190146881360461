import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { usePlanner } from '../state/sessions.ts';
import type { SessionCommand } from './session-command.ts';

/** A planner's commands by type, including those without a button. */
const KnownCommands = createContext<ReadonlyMap<string, SessionCommand>>(new Map());

/** Lets buttons at any depth find the form of their command. */
export function CommandForms({
  plannerId,
  children,
}: {
  readonly plannerId: string;
  readonly children: ReactNode;
}) {
  const planner = usePlanner(plannerId);
  const commands = useMemo(
    () => new Map(planner?.commandForms.map((command) => [command.type, command])),
    [planner],
  );
  return <KnownCommands value={commands}>{children}</KnownCommands>;
}

/** A command of the planner; undefined for the commands of every session. */
export function useKnownCommand(type: string): SessionCommand | undefined {
  return useContext(KnownCommands).get(type);
}
