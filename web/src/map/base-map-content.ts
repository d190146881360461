import type { FeatureCollection, Geometry } from 'geojson';
import { useEffect, useState } from 'react';
import { BASE_MAP_SOURCES, type BaseMapSource, type BaseMapSourceId } from './base-map-files.ts';

/** The properties of names on the base map. */
interface BaseMapProperties {
  readonly name?: string;
  readonly kind?: string;
  readonly zoom?: number;
  readonly rank?: number;
}

/** A file of the base map. */
export type BaseMapContent = FeatureCollection<Geometry, BaseMapProperties>;

const loaded = new Map<string, Promise<BaseMapContent>>();

/** A part of the base map from a zoom level on, fetched once from this server. */
export function useBaseMap(id: BaseMapSourceId, zoom: number): BaseMapContent | undefined {
  const [content, setContent] = useState<BaseMapContent>();
  const source: BaseMapSource = BASE_MAP_SOURCES[id];
  const address = source.first ?? source.detail?.address;
  const isNear = source.first !== undefined || zoom >= (source.detail?.fromZoom ?? 0);
  useEffect(() => {
    if (!isNear || address === undefined) return;
    let isWanted = true;
    load(address)
      .then((read) => isWanted && setContent(read))
      // What is on the map is shown without the land below it.
      .catch(() => loaded.delete(address));
    return () => {
      isWanted = false;
    };
  }, [address, isNear]);
  return content;
}

function load(address: string): Promise<BaseMapContent> {
  const known = loaded.get(address) ?? fetch(address).then((response) => response.json());
  loaded.set(address, known);
  return known;
}
