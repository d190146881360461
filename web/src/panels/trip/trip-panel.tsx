import { Map as MapIcon } from 'lucide-react';
import { Blocks } from '../../blocks/blocks.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { usePanel } from '../panel.ts';
import { TripBoard } from './trip-board.tsx';
import { tripIn } from './trip-data.ts';

/** The map of a trip and its days; before there is a trip, what is known so far. */
export function TripPanel() {
  const { session, canAct, command } = usePanel();
  const trip = tripIn(session);
  if (trip?.itinerary == null) {
    if (trip?.action?.type === 'ASK_USER') {
      return (
        <EmptyState icon={MapIcon} title={trip.action.question}>
          {trip.action.reason} Answer in the conversation.
        </EmptyState>
      );
    }
    const isPlanning = session.standing === 'working';
    // What is known of the trip stays; how to begin one is no help any more.
    const blocks = isPlanning ? session.blocks.filter(({ type }) => type === 'fields') : session.blocks;
    return (
      <div className="flex h-full flex-col gap-4 overflow-y-auto p-4">
        {blocks.length > 0 && <Blocks blocks={blocks} onCommand={command} disabled={!canAct} />}
        {isPlanning && <EmptyState icon={MapIcon} title="Planning the trip…" />}
      </div>
    );
  }
  return (
    <TripBoard
      trip={trip}
      itinerary={trip.itinerary}
      offers={session.waiting.some(({ options = [] }) =>
        options.some((option) => option.command.type === 'choose'),
      )}
    />
  );
}
