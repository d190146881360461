import borders from '../../../.cache/base-map/borders.json?url';
import bordersDetail from '../../../.cache/base-map/borders-detail.json?url';
import cities from '../../../.cache/base-map/cities.json?url';
import features from '../../../.cache/base-map/features.json?url';
import lakes from '../../../.cache/base-map/lakes.json?url';
import land from '../../../.cache/base-map/land.json?url';
import landDetail from '../../../.cache/base-map/land-detail.json?url';
import names from '../../../.cache/base-map/names.json?url';
import rivers from '../../../.cache/base-map/rivers.json?url';
import states from '../../../.cache/base-map/states.json?url';
import towns from '../../../.cache/base-map/towns.json?url';
import urbanAreas from '../../../.cache/base-map/urban-areas.json?url';

/** A source of the base map: its first file, and those from a zoom level on. */
export interface BaseMapSource {
  readonly first?: string;
  readonly detail?: { readonly fromZoom: number; readonly address: string };
}

/** The files of the base map, each fetched at the zoom level that shows it. */
export const BASE_MAP_SOURCES = {
  land: { first: land, detail: { fromZoom: 4.5, address: landDetail } },
  borders: { first: borders, detail: { fromZoom: 4.5, address: bordersDetail } },
  names: { first: names },
  cities: { first: cities },
  states: { detail: { fromZoom: 2.5, address: states } },
  lakes: { detail: { fromZoom: 2, address: lakes } },
  rivers: { detail: { fromZoom: 3, address: rivers } },
  'urban-areas': { detail: { fromZoom: 4.5, address: urbanAreas } },
  features: { detail: { fromZoom: 4, address: features } },
  towns: { detail: { fromZoom: 5.5, address: towns } },
} as const satisfies Readonly<Record<string, BaseMapSource>>;

/** One of {@link BASE_MAP_SOURCES}. */
export type BaseMapSourceId = keyof typeof BASE_MAP_SOURCES;
