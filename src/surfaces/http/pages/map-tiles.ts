/** The map tiles of another server that the page may fetch. */
export interface MapTiles {
  /** The URL template, with {z}, {x} and {y}. */
  readonly address: string;
  readonly attribution: string;
}

/** The tiles configured in the environment; undefined if it names none that can be fetched. */
export function mapTilesIn(env: Readonly<Record<string, string | undefined>>): MapTiles | undefined {
  const address = env.WAYFOLD_MAP_TILES?.trim() ?? '';
  if (!/^https?:$/.test(URL.parse(address)?.protocol ?? '')) return undefined;
  return { address, attribution: env.WAYFOLD_MAP_ATTRIBUTION?.trim() ?? '' };
}

/** The origin of the tiles, for the content security policy. */
export function originOf({ address }: MapTiles): string {
  return new URL(address).origin;
}

/** The page with the tiles in its head, where its script reads them. */
export function withMapTiles(document: string, { address, attribution }: MapTiles): string {
  const meta = `<meta name="wayfold-map-tiles" content="${escaped(address)}" data-attribution="${escaped(attribution)}" />`;
  return document.replace('</head>', () => `${meta}</head>`);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
