/** Map tiles of another server, which the page may fetch. */
export interface MapTiles {
  /** With {z}, {x} and {y} in it. */
  readonly address: string;
  readonly attribution: string;
}

/** The tiles that the environment names; undefined where it names none that can be fetched. */
export function mapTilesIn(env: Readonly<Record<string, string | undefined>>): MapTiles | undefined {
  const address = env.WAYFOLD_MAP_TILES?.trim() ?? '';
  if (!/^https?:$/.test(URL.parse(address)?.protocol ?? '')) return undefined;
  return { address, attribution: env.WAYFOLD_MAP_ATTRIBUTION?.trim() ?? '' };
}

/** Where they are fetched from, as a content security policy names it. */
export function originOf({ address }: MapTiles): string {
  return new URL(address).origin;
}

/** The page with the tiles in its head, where its script looks for them. */
export function withMapTiles(document: string, { address, attribution }: MapTiles): string {
  const meta = `<meta name="wayfold-map-tiles" content="${escaped(address)}" data-attribution="${escaped(attribution)}" />`;
  return document.replace('</head>', () => `${meta}</head>`);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
