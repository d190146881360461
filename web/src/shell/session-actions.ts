import { useLocation } from 'wouter';
import { ask, sessionPath } from '../api/client.ts';
import type { PlannerLine, SessionLine, SessionState } from '../api/contracts.ts';
import { requestKey } from '../api/request-key.ts';
import { hasEnded } from '../conversation/conversation-end.ts';
import { sendCommand } from '../state/commands.ts';
import { whenReachable } from '../state/connection.ts';
import { reloadSession } from '../state/open-session.ts';
import { putLine } from '../state/sessions.ts';
import { notify } from '../ui/toast.tsx';

/** What cancelling a session would do, in words; undefined if there is nothing to cancel. */
export function cancelLabel(session: SessionState, planner: PlannerLine | undefined): string | undefined {
  if (!planner?.commands.includes('cancel')) return undefined;
  if (planner.talks === 'agent') return hasEnded(session, planner) ? undefined : 'End the conversation';
  return STOPPABLE.has(session.standing) ? 'Stop current work' : undefined;
}

const STOPPABLE: ReadonlySet<SessionLine['standing']> = new Set(['working', 'waiting', 'paused']);

/** The actions on a whole session. */
export interface SessionActions {
  /** Starts a session with the same planner and setup. */
  duplicate(session: SessionLine): Promise<void>;
  archive(session: SessionLine): Promise<void>;
  /** Ends its pairing with another session. */
  unpair(session: SessionState): Promise<void>;
}

export function useSessionActions(): SessionActions {
  const [, go] = useLocation();
  const show = (session: SessionState) => {
    putLine(session);
    go(`/sessions/${encodeURIComponent(session.id)}`);
  };
  return {
    async duplicate({ id }) {
      const key = requestKey();
      show(await whenReachable(() => ask<SessionState>(sessionPath(id, '/duplicate'), { body: {}, key })));
    },
    async unpair({ id, pairedWith }) {
      if (pairedWith === null) return;
      const query = new URLSearchParams({ first: id, second: pairedWith });
      await ask(`/api/pairings?${query}`, { method: 'DELETE' });
      reloadSession();
    },
    async archive({ id, title }) {
      await sendCommand(id, { type: 'archive' });
      notify({
        title: `${title} is archived`,
        description: 'Nothing is lost, and you can reopen it.',
      });
      go('/');
    },
  };
}
