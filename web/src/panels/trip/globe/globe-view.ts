import {
  buildModuleUrl,
  Cartesian2,
  Cartesian3,
  Math as CesiumMath,
  Color,
  EllipsoidTerrainProvider,
  Globe,
  ImageryLayer,
  JulianDate,
  Material,
  PerspectiveFrustum,
  PolylineCollection,
  Scene,
  SceneTransforms,
  TileMapServiceImageryProvider,
} from 'cesium';
import type { Point } from '../../../../../src/planners/trip/places/geo.ts';
import { heightFor, type MapFrame } from '../../../map/map-frame.ts';
import type { MapLeg } from '../map-scene.ts';
import { type Rgba, type ScreenPoint, tokenColor } from '../map-surface.ts';

declare module 'cesium' {
  interface Scene {
    /** Takes in what the pointer did and where a flight of the camera is; Cesium's own widget calls it for each frame. */
    initializeFrame(): void;
    /** Pixels of the canvas for each one of the page. */
    pixelRatio: number;
  }
}

/** The light does not depend on the hour; one moment needs one file of where the Earth's pole stands. */
const MOMENT = JulianDate.fromIso8601('2020-01-01T12:00:00Z');
/** Nearer than this the imagery shows nothing more. */
const LEAST_HEIGHT_M = 250_000;
const GREATEST_HEIGHT_M = 30_000_000;
/** Lines run a little above the ground, so that its facets do not cut into them. */
const LINE_HEIGHT_M = 4000;
const BORDER_HEIGHT_M = 1500;
const FLIGHT_SECONDS = 0.5;
/** Drawing more pixels than this for each one of the page costs much and shows little. */
const MOST_PIXELS = 1.5;

/** A globe on a canvas. It draws only when something has changed. */
export class GlobeView {
  readonly #canvas: HTMLCanvasElement;
  readonly #scene: Scene;
  readonly #legs = new PolylineCollection();
  readonly #resized: ResizeObserver;
  #shownLegs: readonly MapLeg[] = [];
  #frame = 0;
  #ended = false;

  /** Throws when the browser cannot draw one. */
  constructor(canvas: HTMLCanvasElement, { onDraw, onReady }: { onDraw(): void; onReady(): void }) {
    this.#canvas = canvas;
    this.#scene = new Scene({
      canvas,
      creditContainer: document.createElement('div'),
      contextOptions: { webgl: { alpha: true, antialias: true, powerPreference: 'low-power' } },
      requestRenderMode: true,
      maximumRenderTimeChange: Number.POSITIVE_INFINITY,
      msaaSamples: 1,
      scene3DOnly: true,
    });
    const scene = this.#scene;
    scene.rethrowRenderErrors = false;
    scene.backgroundColor = Color.TRANSPARENT;
    scene.fog.enabled = false;
    scene.highDynamicRange = false;
    scene.screenSpaceCameraController.minimumZoomDistance = LEAST_HEIGHT_M;
    scene.screenSpaceCameraController.maximumZoomDistance = GREATEST_HEIGHT_M;
    scene.screenSpaceCameraController.enableTilt = false;
    const globe = new Globe();
    globe.showGroundAtmosphere = false;
    globe.baseColor = groundColor();
    scene.globe = globe;
    scene.terrainProvider = new EllipsoidTerrainProvider();
    scene.imageryLayers.add(
      ImageryLayer.fromProviderAsync(
        TileMapServiceImageryProvider.fromUrl(buildModuleUrl('Assets/Textures/NaturalEarthII')),
        {},
      ),
    );
    scene.primitives.add(this.#legs);
    scene.postRender.addEventListener(() => {
      onDraw();
      if (globe.tilesLoaded && scene.imageryLayers.get(0).ready) onReady();
    });
    this.#resized = new ResizeObserver(() => this.#fitCanvas());
    this.#resized.observe(canvas);
    this.#fitCanvas();
    this.#draw();
  }

  /** Draws the ways of a trip. */
  showLegs(legs: readonly MapLeg[]): void {
    this.#shownLegs = legs;
    this.#legs.removeAll();
    for (const leg of legs) {
      this.#legs.add({
        id: leg.key,
        positions: positionsOf(leg.line, LINE_HEIGHT_M),
        width: leg.fate === 'goes' ? 3 : 4.5,
        material: materialOf(leg),
      });
    }
    this.#scene.requestRender();
  }

  /** Draws lines that are always there, such as coasts and borders. */
  showBorders(lines: readonly (readonly Point[])[]): void {
    const borders = new PolylineCollection();
    for (const line of lines) {
      borders.add({
        positions: positionsOf(line, BORDER_HEIGHT_M),
        width: 1,
        material: Material.fromType('Color', { color: Color.fromBytes(20, 30, 40, 110) }),
      });
    }
    this.#scene.primitives.add(borders, 0);
    this.#scene.requestRender();
  }

  /** Goes to where a piece of the globe is seen whole. */
  lookAt(frame: MapFrame, { flies }: { readonly flies: boolean }): void {
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    const longer = Math.max(width, height, 1);
    const view = { across: halfAngle(width / longer), upright: halfAngle(height / longer) };
    const metres = heightFor(frame, view) * 1000;
    this.#goTo(frame.center, CesiumMath.clamp(metres, LEAST_HEIGHT_M * 2, GREATEST_HEIGHT_M), flies);
  }

  /** Goes to a point without changing how much is seen. */
  center({ lat, lng }: Point, { flies }: { readonly flies: boolean }): void {
    this.#goTo({ lat, lng }, this.#scene.camera.positionCartographic.height, flies);
  }

  zoom(factor: number): void {
    const { camera } = this.#scene;
    const { longitude, latitude, height } = camera.positionCartographic;
    const next = CesiumMath.clamp(height / factor, LEAST_HEIGHT_M, GREATEST_HEIGHT_M);
    camera.setView({ destination: Cartesian3.fromRadians(longitude, latitude, next) });
    this.#scene.requestRender();
  }

  /** Where a point stands on the canvas; undefined when it is on the other side of the globe. */
  screenPoint({ lat, lng }: Point): ScreenPoint | undefined {
    const position = Cartesian3.fromDegrees(lng, lat, LINE_HEIGHT_M);
    const isNear =
      Cartesian3.dot(position, this.#scene.camera.positionWC) > Cartesian3.dot(position, position);
    if (!isNear) return undefined;
    const at = SceneTransforms.worldToWindowCoordinates(this.#scene, position, new Cartesian2());
    return at && { x: at.x, y: at.y };
  }

  /** Takes on the colours that the page has by now. */
  recolour(): void {
    this.#scene.globe.baseColor = groundColor();
    this.showLegs(this.#shownLegs);
  }

  end(): void {
    this.#ended = true;
    cancelAnimationFrame(this.#frame);
    this.#resized.disconnect();
    this.#scene.destroy();
  }

  #goTo({ lat, lng }: Point, height: number, flies: boolean): void {
    const destination = Cartesian3.fromDegrees(lng, lat, height);
    const { camera } = this.#scene;
    camera.cancelFlight();
    if (flies) camera.flyTo({ destination, duration: FLIGHT_SECONDS });
    else camera.setView({ destination });
    this.#scene.requestRender();
  }

  #draw(): void {
    if (this.#ended) return;
    if (this.#canvas.width > 0 && this.#canvas.height > 0) {
      this.#scene.initializeFrame();
      this.#scene.render(MOMENT);
    }
    this.#frame = requestAnimationFrame(() => this.#draw());
  }

  #fitCanvas(): void {
    const { clientWidth, clientHeight } = this.#canvas;
    const ratio = Math.min(devicePixelRatio, MOST_PIXELS);
    this.#scene.pixelRatio = ratio;
    this.#canvas.width = Math.round(clientWidth * ratio);
    this.#canvas.height = Math.round(clientHeight * ratio);
    const { frustum } = this.#scene.camera;
    if (frustum instanceof PerspectiveFrustum && clientHeight > 0) {
      frustum.aspectRatio = clientWidth / clientHeight;
    }
    this.#scene.requestRender();
  }
}

/** Half of what the camera sees along a side of this share of the longer one. */
function halfAngle(share: number): number {
  return Math.atan(Math.tan(CesiumMath.PI_OVER_SIX) * share);
}

function positionsOf(line: readonly Point[], height: number): Cartesian3[] {
  return line.map(({ lat, lng }) => Cartesian3.fromDegrees(lng, lat, height));
}

function materialOf({ mode, fate, broken }: MapLeg): Material {
  if (fate === 'goes') {
    return Material.fromType('PolylineDash', { color: colorOf(tokenColor('--bad')), dashLength: 8 });
  }
  const color = colorOf(tokenColor(fate === 'comes' ? '--good' : broken ? '--bad' : '--accent-fill'));
  if (mode !== 'road')
    return Material.fromType('PolylineDash', { color, dashLength: 20, gapColor: Color.WHITE.withAlpha(0.5) });
  return Material.fromType('PolylineOutline', { color, outlineColor: Color.WHITE, outlineWidth: 1.5 });
}

/** The sea, before the imagery is there. */
function groundColor(): Color {
  return colorOf(tokenColor('--calm-ground'));
}

function colorOf([red, green, blue, alpha]: Rgba): Color {
  return Color.fromBytes(red, green, blue, alpha);
}
