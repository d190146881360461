import { createContext, useContext } from 'react';
import type { CommandCall } from '../../../src/harness/module/view-block.ts';
import type { PlannerLine, SessionState } from '../api/contracts.ts';

/** Everything that a planner's panel gets: the session, and what it may ask and do. */
export interface PanelAccess {
  /** The session at the moment on display. */
  readonly session: SessionState;
  /** Whether the present is shown, of a session that can be changed. */
  readonly canAct: boolean;
  /** Whether it is compared with another one. */
  readonly isAside: boolean;
  /** Sends a command. Resolves once the page shows the result; throws an `ApiProblem` if it is refused. */
  command(command: CommandCall): Promise<void>;
  /** Sends a query to the planner. */
  query<Answer>(name: string, input: object, signal?: AbortSignal): Promise<Answer>;
  /** The session at another moment. */
  moment(at: number, signal?: AbortSignal): Promise<SessionState>;
  /** The formats that the planner exports its sessions to. */
  readonly exports: PlannerLine['exports'];
  /** Saves the session as a file in one of the planner's formats. Throws an `ApiProblem` if that is refused. */
  exportAs(format: string, input?: Readonly<Record<string, unknown>>): Promise<void>;
}

/** Provided around a panel. */
export const PanelContext = createContext<PanelAccess | undefined>(undefined);

/** The access of this panel. */
export function usePanel(): PanelAccess {
  const access = useContext(PanelContext);
  if (access === undefined) throw new TypeError('A panel must be inside a PanelContext.');
  return access;
}
