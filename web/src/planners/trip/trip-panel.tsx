import { Map as MapIcon } from 'lucide-react';
import type { TripView } from '../../api/contracts.ts';
import { useCommands } from '../../state/commands.ts';
import { useIsPresent, useShown } from '../../state/open-session.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { TripBoard } from './trip-board.tsx';

const EXAMPLE = 'A road trip from Los Angeles to Chicago in 8 days';

/** The map of a trip and its days. */
export function TripPanel() {
  const shown = useShown();
  if (shown?.planner.type !== 'trip') return null;
  const { id, planner, waiting } = shown;
  if (planner.itinerary === null)
    return <NoTrip working={shown.standing === 'working'} action={planner.action} />;
  return (
    <TripBoard
      // Another session is another trip, with another stop chosen.
      key={id}
      trip={planner}
      itinerary={planner.itinerary}
      offers={waiting.some(({ type }) => type === 'trip-repair')}
    />
  );
}

function NoTrip({ working, action }: { readonly working: boolean; readonly action: TripView['action'] }) {
  const { send, busy, problem } = useCommands();
  const present = useIsPresent();
  if (action?.type === 'ASK_USER') {
    return (
      <EmptyState icon={MapIcon} title={action.question}>
        {action.reason} Answer in the conversation.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={MapIcon}
      title="No trip yet"
      action={
        present && (
          <>
            <Button
              look="primary"
              disabled={busy || working}
              onClick={() => send({ type: 'say', text: EXAMPLE })}
            >
              {working ? 'Planning…' : 'Plan an example trip'}
            </Button>
            <ProblemNote problem={problem} />
          </>
        )
      }
    >
      Say where to go, such as “{EXAMPLE}”. The stops appear here, on the map and day by day.
    </EmptyState>
  );
}
