/**
 * Takes rivers, lakes, urban areas and state borders of Natural Earth (public domain) into `base-map-data/`:
 * `node scripts/base-map-natural-earth.ts FOLDER`, with the GeoJSON files `rivers.json`, `lakes.json`, `urban-areas.json`
 * and `state-borders.json` in that folder.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { BASE_MAP_LAYERS, writeShapes } from './base-map-shapes.ts';

const position = z.tuple([z.number(), z.number()]);
const line = z.array(position);
const sourceSchema = z.object({
  features: z.array(
    z.object({
      properties: z.object({ name: z.string().nullish(), scalerank: z.number() }),
      geometry: z.discriminatedUnion('type', [
        z.object({ type: z.literal('LineString'), coordinates: line }),
        z.object({ type: z.literal('MultiLineString'), coordinates: z.array(line) }),
        z.object({ type: z.literal('Polygon'), coordinates: z.array(line) }),
        z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(z.array(line)) }),
      ]),
    }),
  ),
});

const folder = process.argv[2];
if (folder === undefined) throw new Error('Name the folder with the GeoJSON files of Natural Earth.');

for (const layer of BASE_MAP_LAYERS) {
  const { features } = sourceSchema.parse(JSON.parse(readFileSync(join(folder, `${layer}.json`), 'utf8')));
  const shapes = features.flatMap(({ properties: { name, scalerank }, geometry }) =>
    partsOf(geometry).map((lines) => ({ name: name ?? '', rank: scalerank, lines })),
  );
  const target = new URL(`base-map-data/${layer}.tsv`, import.meta.url);
  writeFileSync(
    target,
    `# Natural Earth, public domain: name, rank (1 best known), lines in hundredths of a degree\n${writeShapes(shapes)}`,
  );
}

type Geometry = z.infer<typeof sourceSchema>['features'][number]['geometry'];

/** Its polygons, or its lines as one. */
function partsOf(geometry: Geometry): readonly (readonly (readonly (readonly [number, number])[])[])[] {
  switch (geometry.type) {
    case 'LineString':
      return [[geometry.coordinates]];
    case 'MultiPolygon':
      return geometry.coordinates;
    default:
      return [geometry.coordinates];
  }
}
