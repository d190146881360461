import { create } from 'zustand';
import type { MapKind } from '../../map/map-content.ts';

const KEY = 'wayfold-map';

/** The preferred kind of map. */
export const useMapKind = create<{ readonly kind: MapKind }>(() => ({
  kind: localStorage.getItem(KEY) === 'globe' ? 'globe' : 'flat',
}));

/** Changes the kind of map, also for the next visit. */
export function chooseMap(kind: MapKind): void {
  localStorage.setItem(KEY, kind);
  useMapKind.setState({ kind });
}
