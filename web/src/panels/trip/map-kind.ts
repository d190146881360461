import { create } from 'zustand';

/** How trips are shown. */
export type MapKind = 'globe' | 'flat';

const KEY = 'wayfold-map';

/** Which map is wanted, and whether this browser can draw a globe. */
export const useMapKind = create<{ readonly wanted: MapKind; readonly canGlobe: boolean }>(() => ({
  wanted: localStorage.getItem(KEY) === 'flat' ? 'flat' : 'globe',
  canGlobe: hasWebGl(),
}));

export function chooseMap(wanted: MapKind): void {
  localStorage.setItem(KEY, wanted);
  useMapKind.setState({ wanted });
}

/** The globe turned out not to work here. */
export function giveUpGlobe(): void {
  useMapKind.setState({ canGlobe: false });
}

function hasWebGl(): boolean {
  const context = document.createElement('canvas').getContext('webgl2');
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  return context !== null;
}
