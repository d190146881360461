import { MAP_TILES } from './map-tiles.ts';

/** The sources of the map and its places. */
export function MapSources() {
  return (
    <p className="absolute right-0 bottom-0 rounded-tl-sm bg-raised/85 px-1.5 text-meta text-soft">
      {MAP_TILES?.attribution && <>{MAP_TILES.attribution} · </>}
      <Source href="https://www.naturalearthdata.com/">Natural Earth</Source> · places{' '}
      <Source href="https://www.geonames.org/">GeoNames</Source>,{' '}
      <Source href="https://creativecommons.org/licenses/by/4.0/">CC BY 4.0</Source>
    </p>
  );
}

function Source({ href, children }: { readonly href: string; readonly children: string }) {
  return (
    <a href={href} target="_blank" rel="noreferrer" className="underline">
      {children}
    </a>
  );
}
