import { createContext, useContext } from 'react';
import type { Itinerary } from '../../../../src/planners/trip/itinerary/itinerary.ts';
import type { PlannerMutation } from '../../../../src/planners/trip/itinerary/mutation.ts';
import type { StopDrag, useStopDrag } from './drag-stop.ts';
import type { StatusOfStop } from './stop-status.ts';

/** The context of every row. */
export interface TripListSetting {
  readonly itinerary: Itinerary;
  readonly standing: StatusOfStop;
  readonly chosen: string | undefined;
  readonly broken: string | undefined;
  /** The stop or sight under the pointer, here or on the map. */
  readonly hovered: string | undefined;
  /** Whether it may be changed: the present is shown. */
  readonly canChange: boolean;
  /** Whether controls keep their place even if they are disabled, so that nothing moves in the past. */
  readonly hasControls: boolean;
  readonly drag: StopDrag | undefined;
  readonly handleOf: ReturnType<typeof useStopDrag>['handleOf'];
  readonly onChoose: (anchorId: string) => void;
  readonly onHover: (id: string | undefined) => void;
  readonly onChange: (mutation: PlannerMutation) => void;
  readonly onMove: (anchorId: string, step: 1 | -1) => void;
}

export const TripListContext = createContext<TripListSetting | undefined>(undefined);

export function useTripList(): TripListSetting {
  const setting = useContext(TripListContext);
  if (setting === undefined) throw new Error('A row of a trip must be inside the list of the trip.');
  return setting;
}
