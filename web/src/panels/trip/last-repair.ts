import { useEffect, useState } from 'react';
import type { Itinerary } from '../../../../src/planners/trip/itinerary/itinerary.ts';
import type { TripData } from '../../../../src/planners/trip/module.ts';
import { type PanelAccess, usePanel } from '../panel.ts';
import { tripIn } from './trip-data.ts';

/** A trip before and after a repair. */
export interface LastRepair {
  readonly label: string;
  readonly before: Itinerary;
  readonly after: Itinerary;
}

/** The last repair, read from the moments before and after it on request. */
export function useLastRepair(mended: TripData['mended'], wanted: boolean): LastRepair | undefined {
  const { moment } = usePanel();
  const [repair, setRepair] = useState<LastRepair>();
  const [from, to, label] = [mended?.from, mended?.to, mended?.label];
  useEffect(() => {
    setRepair(undefined);
    if (!wanted || from === undefined || label === undefined) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    Promise.all([itineraryAt(moment, from - 1, signal), itineraryAt(moment, to ?? from, signal)])
      .then(([before, after]) => before && after && setRepair({ label, before, after }))
      // Without the past there is nothing to compare; the list stays.
      .catch(() => {});
    return () => leaving.abort();
  }, [moment, wanted, from, to, label]);
  return repair;
}

async function itineraryAt(
  moment: PanelAccess['moment'],
  seq: number,
  signal: AbortSignal,
): Promise<Itinerary | null> {
  return tripIn(await moment(seq, signal))?.itinerary ?? null;
}
