import type { FeatureCollection } from 'geojson';
import type {
  ExpressionSpecification,
  LayerSpecification,
  SourceSpecification,
  StyleSpecification,
  SymbolLayerSpecification,
} from 'maplibre-gl';
import { BASE_MAP_SOURCES, type BaseMapSource, type BaseMapSourceId } from '../base-map-files.ts';
import type { MapTiles } from '../map-tiles.ts';

/** Which colours a map is drawn in. */
export type ColourScheme = 'light' | 'dark';

interface Palette {
  readonly sea: string;
  readonly land: string;
  readonly urban: string;
  readonly lake: string;
  readonly river: string;
  readonly border: string;
  readonly state: string;
  readonly town: string;
  readonly country: string;
  readonly feature: string;
  readonly waterName: string;
  readonly halo: string;
}

const PALETTES: Readonly<Record<ColourScheme, Palette>> = {
  light: {
    sea: '#d3e3f0',
    land: '#f7f6f2',
    urban: '#e6e1d8',
    lake: '#c6dcec',
    river: '#a5c8e2',
    border: '#8d8fa0',
    state: '#c3c5cf',
    town: '#3d4352',
    country: '#6d7180',
    feature: '#4b7457',
    waterName: '#4878a0',
    halo: '#fbfaf8',
  },
  dark: {
    sea: '#111b28',
    land: '#242a33',
    urban: '#333a45',
    lake: '#152232',
    river: '#2b4f6e',
    border: '#6c7484',
    state: '#434b58',
    town: '#c3c9d4',
    country: '#969eae',
    feature: '#86b394',
    waterName: '#6f9fc8',
    halo: '#1a1f27',
  },
};

/** The sources of overlays on the base map. */
export const OVERLAYS = {
  areas: 'shown-areas',
  lines: 'shown-lines',
  points: 'shown-points',
  labels: 'shown-labels',
} as const;

/** The size of the invisible letters that reserve the place of a label. */
export const LABEL_LETTERS = { size: 12, width: 6.7 } as const;

const EMPTY: FeatureCollection = { type: 'FeatureCollection', features: [] };
const FONT = ['Inter Variable', 'sans-serif'];
const LINES = { 'line-cap': 'round', 'line-join': 'round' } as const;

/** The complete style, from the sea to the names. */
export function mapStyle(
  scheme: ColourScheme,
  { hidden, tiles }: { readonly hidden: readonly string[]; readonly tiles: MapTiles | undefined },
): StyleSpecification {
  const palette = PALETTES[scheme];
  return {
    version: 8,
    sources: sources(tiles),
    layers: [
      { id: 'sea', type: 'background', paint: { 'background-color': palette.sea } },
      ...ground(palette),
      ...(tiles ? [{ id: 'tiles', type: 'raster', source: 'tiles' } as const] : []),
      ...overlays(palette),
      // Tiles of others bring their own names.
      ...(tiles ? [] : names(palette, hidden)),
    ],
    sky: { 'atmosphere-blend': 0 },
  };
}

function sources(tiles: MapTiles | undefined): Record<string, SourceSpecification> {
  const own = Object.entries<BaseMapSource>(BASE_MAP_SOURCES).map(
    ([id, { first }]): [string, SourceSpecification] => [
      id,
      { type: 'geojson', data: first ?? EMPTY, maxzoom: 10, tolerance: 0.4 },
    ],
  );
  const shown = Object.values(OVERLAYS).map((id): [string, SourceSpecification] => [
    id,
    { type: 'geojson', data: EMPTY },
  ]);
  const given: [string, SourceSpecification][] = tiles
    ? [['tiles', { type: 'raster', tiles: [tiles.address], tileSize: 256 }]]
    : [];
  return Object.fromEntries([...own, ...shown, ...given]);
}

function ground({ land, urban, lake, river, state, border }: Palette): LayerSpecification[] {
  return [
    { id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': land } },
    {
      id: 'urban-areas',
      type: 'fill',
      source: 'urban-areas',
      minzoom: 5,
      paint: { 'fill-color': urban, 'fill-opacity': ramp([5, 0], [6.5, 1]) },
    },
    {
      id: 'rivers',
      type: 'line',
      source: 'rivers',
      minzoom: 3,
      filter: nearEnough(['get', 'rank']),
      layout: LINES,
      paint: { 'line-color': river, 'line-width': ramp([3, 0.6], [6, 1.2], [10, 3]) },
    },
    {
      id: 'lakes',
      type: 'fill',
      source: 'lakes',
      filter: nearEnough(['-', ['get', 'rank'], 1]),
      paint: { 'fill-color': lake },
    },
    {
      id: 'states',
      type: 'line',
      source: 'states',
      minzoom: 2.5,
      layout: LINES,
      paint: { 'line-color': state, 'line-width': ramp([3, 0.6], [8, 1.5]) },
    },
    {
      id: 'borders',
      type: 'line',
      source: 'borders',
      layout: LINES,
      paint: { 'line-color': border, 'line-width': ramp([1, 0.5], [4, 1], [8, 2]) },
    },
  ];
}

function overlays({ halo }: Palette): LayerSpecification[] {
  const colour: ExpressionSpecification = ['get', 'colour'];
  const width: ExpressionSpecification = ['get', 'width'];
  return [
    {
      id: 'shown-areas',
      type: 'fill',
      source: OVERLAYS.areas,
      paint: { 'fill-color': colour, 'fill-opacity': 0.18 },
    },
    {
      id: 'shown-borders',
      type: 'line',
      source: OVERLAYS.areas,
      paint: { 'line-color': colour, 'line-width': 1.5 },
    },
    {
      id: 'shown-line-edges',
      type: 'line',
      source: OVERLAYS.lines,
      layout: LINES,
      paint: { 'line-color': halo, 'line-width': ['+', width, 2.5], 'line-opacity': 0.8 },
    },
    {
      id: 'shown-lines',
      type: 'line',
      source: OVERLAYS.lines,
      layout: LINES,
      paint: {
        'line-color': colour,
        'line-width': width,
        'line-dasharray': [
          'match',
          ['get', 'dash'],
          'long',
          ['literal', [3.5, 2.2]],
          'short',
          ['literal', [0.8, 1.8]],
          ['literal', [1, 0]],
        ],
      },
    },
  ];
}

function names(palette: Palette, hidden: readonly string[]): LayerSpecification[] {
  const { halo } = palette;
  const [town, country, feature, water] = [
    { colour: palette.town, halo },
    { colour: palette.country, halo },
    { colour: palette.feature, halo },
    { colour: palette.waterName, halo },
  ];
  const isShown: ExpressionSpecification = ['!', ['in', ['get', 'name'], ['literal', [...hidden]]]];
  const shownTowns: ExpressionSpecification = ['all', nearEnough(['get', 'zoom']), isShown];
  return [
    named('rivers', 'river-names', water, {
      minzoom: 6,
      filter: nearEnough(['+', ['get', 'rank'], 2]),
      layout: { 'symbol-placement': 'line', 'text-size': 11, 'text-letter-spacing': 0.06 },
    }),
    named('lakes', 'lake-names', water, {
      minzoom: 5,
      filter: nearEnough(['+', ['get', 'rank'], 2]),
      layout: { 'text-size': 11, 'text-max-width': 6 },
    }),
    named('features', 'feature-names', feature, {
      filter: ['all', nearEnough(['get', 'zoom']), isShown],
      layout: { 'text-size': 11, 'text-max-width': 7 },
    }),
    ...(['cities', 'towns'] as const).flatMap((source): LayerSpecification[] => [
      {
        id: `${source}-dots`,
        type: 'circle',
        source,
        filter: shownTowns,
        paint: {
          'circle-color': halo,
          'circle-stroke-color': town.colour,
          'circle-stroke-width': 1,
          'circle-radius': ['match', ['get', 'kind'], 'capital', 2.6, 1.8],
        },
      },
      named(source, `${source}-names`, town, {
        filter: shownTowns,
        layout: {
          'text-anchor': 'left',
          'text-offset': [0.5, 0],
          'text-justify': 'left',
          'text-size': ramp([3, 10.5], [6, 12], [10, 13.5]),
        },
      }),
    ]),
    named('names', 'state-names', country, {
      minzoom: 3.5,
      maxzoom: 7,
      filter: ['all', ['==', ['get', 'kind'], 'state'], nearEnough(['get', 'zoom'])],
      layout: { 'text-size': 11, 'text-letter-spacing': 0.08, 'text-transform': 'uppercase' },
    }),
    named('names', 'country-names', country, {
      maxzoom: 6.5,
      filter: ['all', ['==', ['get', 'kind'], 'country'], nearEnough(['get', 'zoom'])],
      layout: {
        'text-size': ramp([1, 10.5], [5, 15]),
        'text-max-width': 6,
        'text-variable-anchor': ['center', 'top', 'bottom', 'left', 'right'],
        'text-radial-offset': 1.4,
      },
    }),
    // The last layer is placed first: no name gets the place of a marker, which is drawn above the map.
    {
      id: 'marker-places',
      type: 'symbol',
      source: OVERLAYS.points,
      layout: { 'text-field': 'O', 'text-font': FONT, 'text-size': 28, 'text-allow-overlap': true },
      paint: { 'text-opacity': 0 },
    },
    // Nor that of its label.
    {
      id: 'label-places',
      type: 'symbol',
      source: OVERLAYS.labels,
      layout: {
        'text-field': ['get', 'text'],
        'text-font': FONT,
        'text-size': LABEL_LETTERS.size,
        'text-max-width': 100,
        'text-offset': ['array', 'number', 2, ['get', 'offset']],
        'text-allow-overlap': true,
      },
      paint: { 'text-opacity': 0 },
    },
  ];
}

/** A layer of names; if there is no room for all, those with the lowest order come first. */
function named(
  source: BaseMapSourceId,
  id: string,
  { colour, halo }: { readonly colour: string; readonly halo: string },
  { layout, ...rest }: Pick<SymbolLayerSpecification, 'layout' | 'filter' | 'minzoom' | 'maxzoom'>,
): SymbolLayerSpecification {
  return {
    id,
    type: 'symbol',
    source,
    ...rest,
    layout: {
      'text-field': ['get', 'name'],
      'text-font': FONT,
      'symbol-sort-key': ['coalesce', ['get', 'order'], ['get', 'rank'], 0],
      'text-padding': 3,
      ...layout,
    },
    paint: { 'text-color': colour, 'text-halo-color': halo, 'text-halo-width': 1.3 },
  };
}

function nearEnough(from: ExpressionSpecification): ExpressionSpecification {
  return ['>=', ['zoom'], from];
}

function ramp(...stops: readonly (readonly [zoom: number, value: number])[]): ExpressionSpecification {
  return ['interpolate', ['linear'], ['zoom'], ...stops.flat()];
}
