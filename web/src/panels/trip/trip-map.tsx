import { Maximize, Minus, Plus } from 'lucide-react';
import { Suspense, useRef } from 'react';
import { IconButton } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { usePanel } from '../panel.ts';
import { chooseMap, giveUpGlobe, type MapKind, useMapKind } from './map-kind.ts';
import type { MapHandle, MapSurfaceProps } from './map-surface.ts';

const GlobeMap = lazyPart(async () => (await import('./globe/globe-map.tsx')).default);
const FlatMap = lazyPart(async () => (await import('./flat-map.tsx')).default);

/** Where a trip goes: a globe where there is one, and a flat map otherwise. */
export function TripMap(props: MapSurfaceProps) {
  const { wanted, canGlobe } = useMapKind();
  const { isAside } = usePanel();
  // Beside another one a flat map shows more, and two globes are more than many machines can draw.
  const kind = canGlobe && !isAside ? wanted : 'flat';
  const handle = useRef<MapHandle>(null);
  return (
    <div className="relative h-full overflow-hidden bg-panel">
      <Suspense fallback={<MapLoading kind={kind} />}>
        {kind === 'globe' ? (
          <GlobeMap {...props} ref={handle} onFailure={giveUpGlobe} />
        ) : (
          <FlatMap {...props} ref={handle} />
        )}
      </Suspense>
      {!isAside && <MapKindSwitch kind={kind} canGlobe={canGlobe} />}
      <div className="absolute top-2 right-2 flex rounded-md border bg-raised">
        <MapButton label="Zoom in" onClick={() => handle.current?.zoom(1.6)}>
          <Plus size={16} aria-hidden />
        </MapButton>
        <MapButton label="Zoom out" onClick={() => handle.current?.zoom(1 / 1.6)}>
          <Minus size={16} aria-hidden />
        </MapButton>
        <MapButton label="Show the whole trip" onClick={() => handle.current?.showAll()}>
          <Maximize size={16} aria-hidden />
        </MapButton>
      </div>
      <Sources kind={kind} />
    </div>
  );
}

function MapButton({ className, ...rest }: Parameters<typeof IconButton>[0]) {
  return (
    <IconButton {...rest} className={classes('h-7! w-8! rounded-none max-sm:h-9! max-sm:w-10!', className)} />
  );
}

function MapLoading({ kind }: { readonly kind: MapKind }) {
  return (
    <p role="status" className="absolute inset-0 grid place-items-center text-small text-soft">
      {kind === 'globe' ? 'Loading the globe…' : 'Loading the map…'}
    </p>
  );
}

const KINDS: readonly (readonly [MapKind, string])[] = [
  ['globe', 'Globe'],
  ['flat', 'Flat map'],
];

function MapKindSwitch({ kind, canGlobe }: { readonly kind: MapKind; readonly canGlobe: boolean }) {
  if (!canGlobe) {
    return (
      <p className="absolute top-2 left-2 rounded-sm bg-raised/90 px-1.5 text-meta text-soft">
        Flat map: this browser cannot draw a globe
      </p>
    );
  }
  return (
    <fieldset
      aria-label="Kind of map"
      className="absolute top-2 left-2 flex rounded-md border bg-raised p-0.5"
    >
      {KINDS.map(([id, label]) => (
        <button
          key={id}
          type="button"
          aria-pressed={kind === id}
          onClick={() => chooseMap(id)}
          className={classes(
            'h-6 rounded-sm px-2 text-meta font-medium max-sm:h-8',
            kind === id ? 'bg-chosen text-accent' : 'text-soft hover:text-ink',
          )}
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}

/** Who the map and the places come from. */
function Sources({ kind }: { readonly kind: MapKind }) {
  return (
    <p className="absolute right-0 bottom-0 rounded-tl-sm bg-raised/85 px-1.5 text-meta text-soft">
      {kind === 'globe' && (
        <>
          <Source href="https://cesium.com/platform/cesiumjs/">CesiumJS</Source> ·{' '}
        </>
      )}
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
