import type { FeatureCollection, MultiLineString, MultiPolygon, Polygon } from 'geojson';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import address from 'world-atlas/countries-50m.json?url';

type Atlas = Topology<{ readonly countries: GeometryCollection; readonly land: GeometryCollection }>;

/** Land and the lines around countries, from Natural Earth. */
export interface World {
  readonly land: FeatureCollection<Polygon | MultiPolygon>;
  readonly borders: MultiLineString;
}

let world: Promise<World> | undefined;

/** The world, fetched once from this server. */
export function loadWorld(): Promise<World> {
  world ??= fetchWorld().catch((error: unknown) => {
    world = undefined;
    throw error;
  });
  return world;
}

async function fetchWorld(): Promise<World> {
  const atlas = (await (await fetch(address)).json()) as Atlas;
  return {
    land: feature(atlas, atlas.objects.land) as World['land'],
    borders: mesh(atlas, atlas.objects.countries),
  };
}
