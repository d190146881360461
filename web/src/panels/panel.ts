import { createContext, useContext } from 'react';
import type { CommandCall } from '../../../src/harness/module/view-block.ts';
import type { PlannerLine, SessionState } from '../api/contracts.ts';

/** All that the panel of a planner gets: the session as everybody sees it, and what it may ask and do. */
export interface PanelAccess {
  /** The session at the moment that is looked at. */
  readonly session: SessionState;
  /** Whether the present is shown, of a session that can be changed. */
  readonly canAct: boolean;
  /** Whether it is shown beside another one, to be compared. */
  readonly isAside: boolean;
  /** Gives a command. Resolves once the page shows what came of it; throws an `ApiProblem` where it is refused. */
  command(command: CommandCall): Promise<void>;
  /** Asks a query of the planner. */
  query<Answer>(name: string, input: object, signal?: AbortSignal): Promise<Answer>;
  /** The session as it was at another moment. */
  moment(at: number, signal?: AbortSignal): Promise<SessionState>;
  /** The formats that the planner saves its sessions in. */
  readonly exports: PlannerLine['exports'];
  /** Saves the session as a file, in one of the planner's formats. Throws an `ApiProblem` where that is refused. */
  exportAs(format: string, input?: Readonly<Record<string, unknown>>): Promise<void>;
}

/** Set around a panel. */
export const PanelContext = createContext<PanelAccess | undefined>(undefined);

/** What this panel may see and do. */
export function usePanel(): PanelAccess {
  const access = useContext(PanelContext);
  if (access === undefined) throw new TypeError('A panel must be inside a PanelContext.');
  return access;
}
