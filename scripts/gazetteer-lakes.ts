/** The shores of lakes that one drives around, from `base-map-data/lakes.tsv` (Natural Earth). */
import { readFileSync } from 'node:fs';
import { SHORE_DEGREES } from '../src/planners/trip/places/gazetteer/gazetteer-format.ts';
import { type Position, readShapes } from './base-map-shapes.ts';

/** A smaller lake is no way round. */
const MIN_DEGREES = 0.06;
/** Dams and bridges lead across these: nobody drives around them. */
const BRIDGED =
  /reservoir|represa|repressa|embalse|presa |barajt?|shuiku|réservoir| dam$|sagar|mälaren|saimaa|pijnne|kentucky lake|lake (texoma|oahe|sakakawea|volta)/i;

/** The outlines one after the other as longitude and latitude, and where each of them begins. */
export function readLakes(): { readonly shores: Int16Array; readonly offsets: Uint32Array } {
  const file = new URL('base-map-data/lakes.tsv', import.meta.url);
  const outlines = readShapes(readFileSync(file, 'utf8')).flatMap(({ name, lines: [outline = []] }) =>
    BRIDGED.test(name) || width(outline) < MIN_DEGREES ? [] : [outline],
  );
  const offsets = [0];
  for (const outline of outlines) offsets.push((offsets.at(-1) ?? 0) + outline.length * 2);
  return {
    shores: Int16Array.from(outlines.flat(2), (degrees) => Math.round(degrees * SHORE_DEGREES)),
    offsets: Uint32Array.from(offsets),
  };
}

function width(outline: readonly Position[]): number {
  const [lngs, lats] = [outline.map(([lng]) => lng), outline.map(([, lat]) => lat)];
  return Math.max(Math.max(...lngs) - Math.min(...lngs), Math.max(...lats) - Math.min(...lats));
}
