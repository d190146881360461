/** Tiles that the person who runs the server has an address for. */
export interface MapTiles {
  /** An address with {z}, {x} and {y}. */
  readonly address: string;
  /** Who they come from. */
  readonly attribution: string;
}

/** The tiles that the server's configuration names, which come with the page. */
export const MAP_TILES: MapTiles | undefined = readTiles();

function readTiles(): MapTiles | undefined {
  const meta = document.querySelector<HTMLMetaElement>('meta[name=wayfold-map-tiles]');
  if (!meta?.content) return undefined;
  return { address: meta.content, attribution: meta.dataset.attribution ?? '' };
}
