import type { TravelMeans } from '../../requirements/constraints.ts';
import type { PlacedMark } from './marks.ts';
import type { TripEdit } from './trip-edit.ts';
import type { TripStops } from './trip-stops.ts';

const MEANS: readonly (readonly [RegExp, TravelMeans])[] = [
  [/^(?:trains?|rail|zug|bahn|nachtzug|ice|tgv|tren|trenes|sleeper)$/, 'train'],
  [/^(?:bus|buses|coach|fernbus|flixbus|autobus|autocar|autocares)$/, 'bus'],
  [/^(?:ferry|ferries|boat|ship|fahre|schiff|bateau|bac|barco|transbordador|hydrofoil|catamaran)$/, 'ferry'],
  [
    /^(?:fly|flying|flight|flights|plane|flieg|fliege|fliegen|flug|flugzeug|avion|vol|volar|volamos|vuelo|vuela)$/,
    'flight',
  ],
  [/^(?:drive|driving|car|auto|mietwagen|voiture|coche|carro)$/, 'car'],
  [/^(?:bike|bikes|cycle|cycling|rad|fahrrad|radeln|velo|bici|bicicleta)$/, 'bike'],
];

/** What a word says one travels by. */
export function meansOf(word: string): TravelMeans | undefined {
  return MEANS.find(([pattern]) => pattern.test(word))?.[1];
}

/** The means of a leg: "take the boat from Split to Hvar", "Split to Hvar by boat". */
export function legOf(
  marks: readonly PlacedMark[],
  recent: string | undefined,
  stops: TripStops,
): TripEdit[] | undefined {
  const means = marks.flatMap((mark) => (mark.type === 'means' ? [mark.by] : []));
  const [by] = new Set(means);
  const names = marks.flatMap((mark): string[] => {
    if (mark.type === 'place') return mark.isStop ? [mark.name] : ['', '', ''];
    if (mark.type === 'role' && mark.role === 'there' && recent !== undefined) return [recent];
    if (mark.type !== 'position') return [];
    const { after, before, at, day } = mark.position;
    return at === undefined && day === undefined
      ? [after, before].flatMap((name) => name ?? [])
      : ['', '', ''];
  });
  const [only, ...others] = names;
  if (by !== undefined && only && others.length === 0 && new Set(means).size === 1) {
    const isFrom = marks.some((mark) => mark.type === 'role' && mark.role === 'from');
    // "fly from Santorini" is about the leg after it, and not about all of them.
    return isFrom ? [{ type: 'leg', by, from: only, to: stops.beside(only, 'after') }] : undefined;
  }
  const [from, to] = names;
  if (by === undefined || new Set(means).size > 1 || names.length !== 2 || !from || !to) return undefined;
  return from === to ? undefined : [{ type: 'leg', by, from, to }];
}
