import { useEffect, useState } from 'react';
import type { Itinerary } from '../../../../src/planners/trip/itinerary.ts';
import { sessionPath } from '../../api/client.ts';
import type { SessionState, TripView } from '../../api/contracts.ts';
import { askWhenHeard } from '../../state/connection.ts';
import { useShown } from '../../state/open-session.ts';

/** A trip before and after it was mended. */
export interface LastRepair {
  readonly label: string;
  readonly before: Itinerary;
  readonly after: Itinerary;
}

/** The last repair, read from the two moments around it when it is wanted. */
export function useLastRepair(mended: TripView['mended'], wanted: boolean): LastRepair | undefined {
  const id = useShown()?.id;
  const [repair, setRepair] = useState<LastRepair>();
  const [from, to, label] = [mended?.from, mended?.to, mended?.label];
  useEffect(() => {
    setRepair(undefined);
    if (!wanted || id === undefined || from === undefined || label === undefined) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    Promise.all([itineraryAt(id, from - 1, signal), itineraryAt(id, to ?? from, signal)])
      .then(([before, after]) => before && after && setRepair({ label, before, after }))
      // Without the past there is nothing to compare; the list stays.
      .catch(() => {});
    return () => leaving.abort();
  }, [id, wanted, from, to, label]);
  return repair;
}

async function itineraryAt(id: string, seq: number, signal: AbortSignal): Promise<Itinerary | null> {
  const { planner } = await askWhenHeard<SessionState>(sessionPath(id, `?at=${seq}`), { signal });
  return planner.type === 'trip' ? planner.itinerary : null;
}
