import { create } from 'zustand';
import type { MapKind } from '../../map/map-content.ts';

const KEY = 'wayfold-map';

/** How a person likes trips to be shown. */
export const useMapKind = create<{ readonly kind: MapKind }>(() => ({
  kind: localStorage.getItem(KEY) === 'globe' ? 'globe' : 'flat',
}));

/** Shows trips in another way, also the next time. */
export function chooseMap(kind: MapKind): void {
  localStorage.setItem(KEY, kind);
  useMapKind.setState({ kind });
}
