import 'maplibre-gl/dist/maplibre-gl.css';
import type { Feature, FeatureCollection } from 'geojson';
import { GeoJSONSource, LngLat, Map as MapLibre, type StyleSpecification, setWorkerUrl } from 'maplibre-gl';
import workerFile from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import { BASE_MAP_SOURCES, type BaseMapSource } from '../base-map-files.ts';
import { labelOffset, type Placed } from '../label-places.ts';
import type { MapArea, MapKind, MapLine, ScreenPoint } from '../map-content.ts';
import type { GeoPoint } from '../map-frame.ts';
import { MAP_TILES } from '../map-tiles.ts';
import { boundsOf, longitudeNear, unbroken } from '../near-longitude.ts';
import { resolvedColour } from '../resolved-colour.ts';
import { type ColourScheme, LABEL_LETTERS, mapStyle, OVERLAYS } from './base-map-style.ts';

setWorkerUrl(workerFile);

/** Mercator has no place for points beyond this latitude. */
const MERCATOR_LATITUDE = 85;
const MAX_ZOOM = 12;
/** The closest initial zoom for a single place. */
const FIT_ZOOM = 7.5;
/** The zoom at which a chosen place is shown. */
const FOCUS_ZOOM = 7;
const HIDDEN_METRES = 200_000;
const FLIGHT_MS = 700;
const FIT_MS = 350;
/** Room for the names of the outermost places, and for the controls. */
const ROOM = 56;
/** Room for the buttons of the map. */
const TOP_ROOM = 64;

/** The look of a map. */
export interface VectorLook {
  readonly scheme: ColourScheme;
  readonly kind: MapKind;
  /** Names that are drawn above the map already. */
  readonly hidden: readonly string[];
}

interface Shown {
  readonly lines: readonly MapLine[];
  readonly areas: readonly MapArea[];
  readonly points: readonly GeoPoint[];
}

/** A WebGL map in an element of its own. */
export class VectorView {
  readonly #map: MapLibre;
  readonly #detailed = new Set<string>();
  #shown: Shown = { lines: [], areas: [], points: [] };
  #look: VectorLook;
  #isStyled = false;
  #labels: Feature[] = [];
  #labelSides = '';

  /** Throws if the browser cannot draw it. */
  constructor(
    container: HTMLElement,
    {
      look,
      label,
      isInPage,
      onMove,
      onReady,
    }: {
      readonly look: VectorLook;
      readonly label: string;
      readonly isInPage: boolean;
      readonly onMove: (byPerson: boolean) => void;
      readonly onReady: () => void;
    },
  ) {
    this.#look = look;
    this.#map = new MapLibre({
      container,
      style: styleOf(look),
      attributionControl: false,
      cooperativeGestures: isInPage,
      dragRotate: false,
      pitchWithRotate: false,
      touchPitch: false,
      maxZoom: MAX_ZOOM,
      center: [0, 25],
      zoom: 1,
      fadeDuration: 0,
      locale: { 'Map.Title': label },
      // Our own style is right, and checking it at every start takes time.
      validateStyle: false,
    });
    this.#map.touchZoomRotate.disableRotation();
    this.#map.keyboard.disableRotation();
    this.#map.on('style.load', () => {
      this.#isStyled = true;
      this.#map.setProjection({ type: this.#look.kind === 'globe' ? 'globe' : 'mercator' });
      this.#fillSources();
    });
    this.#map.on('move', ({ originalEvent }) => onMove(originalEvent !== undefined));
    this.#map.on('resize', () => onMove(false));
    this.#map.on('projectiontransition', () => onMove(false));
    this.#map.on('zoomend', () => this.#addDetail());
    this.#map.on('idle', onReady);
    // What cannot be loaded is missing on the map, and the rest of it is worth seeing.
    this.#map.on('error', () => {});
  }

  get zoom(): number {
    return this.#map.getZoom();
  }

  /** Draws lines and areas, and keeps points free of names. */
  show(shown: Shown): void {
    this.#shown = shown;
    if (this.#isStyled) this.#fillSources();
  }

  /** Keeps the map's own names away from labels above the map. */
  keepFree(labels: readonly Placed[]): void {
    const sides = labels.map(({ key, side }) => `${key} ${side}`).join('\n');
    if (sides === this.#labelSides) return;
    this.#labelSides = sides;
    this.#labels = labels.flatMap(({ x, y, width, side }) => {
      if (side === undefined) return [];
      const { lat, lng } = this.#map.unproject([x, y]);
      return [labelFeature(pointFeature({ lat, lng }), width, labelOffset(side, width))];
    });
    if (this.#isStyled) this.#fill(OVERLAYS.labels, this.#labels);
  }

  /** Changes the look, and keeps the position. */
  restyle(look: VectorLook): void {
    const before = this.#look;
    this.#look = look;
    if (!this.#isStyled) return;
    if (before.kind !== look.kind) {
      this.#map.setProjection({ type: look.kind === 'globe' ? 'globe' : 'mercator' });
    }
    if (before.scheme === look.scheme && before.hidden === look.hidden) return;
    const style = styleOf(look);
    // What the sources hold by now stays, and only the colours and names are others.
    this.#map.setStyle({ ...style, sources: this.#map.getStyle().sources }, { diff: true, validate: false });
    this.#fillSources();
  }

  /** Fits the map to these points. */
  fit(points: readonly GeoPoint[], { flies }: { readonly flies: boolean }): void {
    const bounds = boundsOf(points.map(({ lat, lng }) => ({ lat: clampLatitude(lat), lng })));
    if (bounds === undefined) return;
    const { clientWidth, clientHeight } = this.#map.getContainer();
    const side = Math.min(ROOM, clientWidth / 6, clientHeight / 5);
    const padding = { top: Math.min(TOP_ROOM, clientHeight / 4), bottom: side, left: side, right: side };
    this.#map.fitBounds([...bounds], {
      padding,
      maxZoom: FIT_ZOOM,
      duration: flies ? FIT_MS : 0,
      linear: true,
    });
    this.#addDetail();
  }

  /** Goes to a place, close enough to show its surroundings. */
  flyTo({ lat, lng }: GeoPoint, { flies }: { readonly flies: boolean }): void {
    const center: [number, number] = [longitudeNear(lng, this.#map.getCenter().lng), clampLatitude(lat)];
    const zoom = Math.max(this.zoom, FOCUS_ZOOM);
    if (flies) this.#map.flyTo({ center, zoom, duration: FLIGHT_MS });
    else this.#map.jumpTo({ center, zoom });
  }

  /** Zooms around the centre. */
  zoomBy(factor: number, { flies }: { readonly flies: boolean }): void {
    this.#map.zoomTo(this.zoom + Math.log2(factor), { duration: flies ? 150 : 0 });
  }

  /** The position of a point; undefined if it is on the other side of the globe. */
  screenPoint({ lat, lng }: GeoPoint): ScreenPoint | undefined {
    const position = new LngLat(longitudeNear(lng, this.#map.getCenter().lng), clampLatitude(lat));
    const at = this.#map.project(position);
    // What is seen at that spot of a globe is another place when this one is behind it.
    const isHidden =
      this.#look.kind === 'globe' && this.#map.unproject(at).distanceTo(position) > HIDDEN_METRES;
    return isHidden ? undefined : { x: at.x, y: at.y };
  }

  /** Removes it from the page. */
  end(): void {
    this.#map.remove();
  }

  #fillSources(): void {
    this.#fill(OVERLAYS.lines, this.#shown.lines.map(lineFeature));
    this.#fill(OVERLAYS.areas, this.#shown.areas.map(areaFeature));
    this.#fill(OVERLAYS.points, this.#shown.points.map(pointFeature));
    this.#fill(OVERLAYS.labels, this.#labels);
    this.#addDetail();
  }

  #fill(id: string, features: Feature[]): void {
    this.#setData(id, { type: 'FeatureCollection', features });
  }

  #setData(id: string, content: FeatureCollection | string): void {
    const source = this.#map.getSource(id);
    if (source instanceof GeoJSONSource) source.setData(content);
  }

  #addDetail(): void {
    if (!this.#isStyled) return;
    for (const [id, { detail }] of Object.entries<BaseMapSource>(BASE_MAP_SOURCES)) {
      if (detail === undefined || this.zoom < detail.fromZoom || this.#detailed.has(id)) continue;
      this.#detailed.add(id);
      this.#setData(id, detail.address);
    }
  }
}

function styleOf({ scheme, hidden }: VectorLook): StyleSpecification {
  return mapStyle(scheme, { hidden, tiles: MAP_TILES });
}

function lineFeature({ line, colour, width, dash }: MapLine): Feature {
  return {
    type: 'Feature',
    properties: { colour: resolvedColour(colour), width, dash },
    geometry: { type: 'LineString', coordinates: coordinatesOf(line) },
  };
}

function areaFeature({ border, colour }: MapArea): Feature {
  const ring = coordinatesOf(border);
  return {
    type: 'Feature',
    properties: { colour: resolvedColour(colour) },
    geometry: { type: 'Polygon', coordinates: [ring[0] ? [...ring, ring[0]] : ring] },
  };
}

function pointFeature({ lat, lng }: GeoPoint): Feature {
  return {
    type: 'Feature',
    properties: {},
    geometry: { type: 'Point', coordinates: [lng, clampLatitude(lat)] },
  };
}

/** Letters as wide as a label, so far from its point as it is. */
function labelFeature(point: Feature, width: number, offset: ScreenPoint): Feature {
  const { size, width: letter } = LABEL_LETTERS;
  return {
    ...point,
    properties: { text: 'o'.repeat(Math.round(width / letter)), offset: [offset.x / size, offset.y / size] },
  };
}

function coordinatesOf(line: readonly GeoPoint[]): number[][] {
  return unbroken(line).map(({ lat, lng }) => [lng, clampLatitude(lat)]);
}

function clampLatitude(lat: number): number {
  return Math.max(-MERCATOR_LATITUDE, Math.min(MERCATOR_LATITUDE, lat));
}
