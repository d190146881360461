/** Map tiles of the person who runs the server. */
export interface MapTiles {
  /** An address with {z}, {x} and {y}. */
  readonly address: string;
  /** Their attribution. */
  readonly attribution: string;
}

/** The tiles of the server's configuration, which come with the page. */
export const MAP_TILES: MapTiles | undefined = readTiles();

function readTiles(): MapTiles | undefined {
  const meta = document.querySelector<HTMLMetaElement>('meta[name=wayfold-map-tiles]');
  if (!meta?.content) return undefined;
  return { address: meta.content, attribution: meta.dataset.attribution ?? '' };
}
