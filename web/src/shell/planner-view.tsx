import { type ReactNode, useCallback, useMemo } from 'react';
import type { CommandCall } from '../../../src/harness/module/view-block.ts';
import { ask, sessionPath } from '../api/client.ts';
import type { SessionState } from '../api/contracts.ts';
import { Blocks } from '../blocks/blocks.tsx';
import { ArtifactFiles } from '../commands/artifact-files.tsx';
import { CommandBar } from '../commands/command-bar.tsx';
import { CommandForms } from '../commands/command-forms.tsx';
import { HandOvers } from '../commands/hand-over-button.tsx';
import { useListedCommands } from '../commands/listed-commands.ts';
import { StepChoices, stepsIn } from '../commands/step-choices.ts';
import { WaitingCards } from '../conversation/waiting-cards.tsx';
import { type PanelAccess, PanelContext } from '../panels/panel.ts';
import { panelOf } from '../panels/planner-panels.ts';
import { sendCommand } from '../state/commands.ts';
import { askWhenReachable, whenReachable } from '../state/connection.ts';
import { useIsPresent, useShown } from '../state/open-session.ts';
import { saveExport } from '../state/save-export.ts';
import { useIsAside } from '../state/session-aside.ts';
import { usePlanner } from '../state/sessions.ts';
import { useIsNarrow } from './width.ts';

/** The planner's view: its own panel or its blocks, with its commands below. */
export function PlannerView() {
  const shown = useShown();
  const isNarrow = useIsNarrow();
  const canAct = useCanAct(shown);
  if (shown === undefined) return null;
  const own = panelOf(shown.plannerId);
  // Another session is another view, with nothing of this one opened or chosen.
  return own && !shown.readOnly ? (
    <WithPanelAccess key={shown.id} session={shown}>
      {/* Where the conversation is not beside it, what waits is answered here. */}
      {canAct && isNarrow ? (
        <div className="flex h-full flex-col">
          <WaitingCards isInPanel className="max-h-1/2 shrink-0 overflow-y-auto border-b p-3" />
          <div className="min-h-0 flex-1">
            <own.Panel />
          </div>
        </div>
      ) : (
        <own.Panel />
      )}
    </WithPanelAccess>
  ) : (
    <BlocksView key={shown.id} session={shown} />
  );
}

function BlocksView({ session }: { readonly session: SessionState }) {
  const { id, blocks, waiting } = session;
  const canAct = useCanAct(session);
  const commands = useListedCommands(session);
  const isSilent = usePlanner(session.plannerId)?.talks === 'nobody';
  const isNarrow = useIsNarrow();
  const onCommand = useCallback((command: CommandCall) => sendCommand(id, command), [id]);
  const steps = useMemo(() => stepsIn(blocks), [blocks]);
  return (
    <StepChoices value={steps}>
      <div className="flex h-full min-h-0 flex-col">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard. */}
        <div tabIndex={0} className="@container min-h-0 flex-1 overflow-y-auto p-4">
          <CommandForms plannerId={session.plannerId}>
            {/* Where the conversation is not beside it, what waits is answered here. */}
            {canAct && (isNarrow || isSilent) && <WaitingCards className="mb-4" />}
            {canAct && <HandOvers session={session} />}
            <Blocks blocks={blocks} onCommand={onCommand} disabled={!canAct} waiting={waiting} />
            <ArtifactFiles session={session} />
          </CommandForms>
        </div>
        {commands.length > 0 && (
          <div className="shrink-0 border-t px-4 py-2">
            <CommandBar commands={commands} onCommand={onCommand} disabled={!canAct} />
          </div>
        )}
      </div>
    </StepChoices>
  );
}

const NO_EXPORTS: PanelAccess['exports'] = [];

function useCanAct(session: SessionState | undefined): boolean {
  const isPresent = useIsPresent();
  return isPresent && session !== undefined && !session.archived && !session.readOnly;
}

function WithPanelAccess({
  session,
  children,
}: {
  readonly session: SessionState;
  readonly children: ReactNode;
}) {
  const canAct = useCanAct(session);
  const isAside = useIsAside();
  const { id, at } = session;
  const asks = useMemo<Omit<PanelAccess, 'session' | 'canAct' | 'isAside' | 'exports'>>(
    () => ({
      async command(command) {
        await sendCommand(id, command);
      },
      query: (name, input, signal) =>
        whenReachable(() =>
          ask(sessionPath(id, `/queries/${encodeURIComponent(name)}`), { body: input, signal }),
        ),
      moment: (seq, signal) => askWhenReachable(sessionPath(id, `?at=${seq}`), { signal }),
      exportAs: (format, input) => saveExport(id, { format, at, ...(input && { input }) }),
    }),
    [id, at],
  );
  const { exports = NO_EXPORTS } = usePlanner(session.plannerId) ?? {};
  const access = useMemo(
    () => ({ ...asks, session, canAct, isAside, exports }),
    [asks, session, canAct, isAside, exports],
  );
  return (
    <PanelContext value={access}>
      <CommandForms plannerId={session.plannerId}>{children}</CommandForms>
    </PanelContext>
  );
}
