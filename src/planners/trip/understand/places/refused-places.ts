import type { PlaceMentions } from './place-mentions.ts';
import { type Phrases, readPlace, readPlaceBefore, readPlaces } from './place-phrases.ts';

/** "instead of Tulsa go to Wichita"; "Wichita instead of Tulsa". */
export function readInsteadOf(phrases: Phrases, at: number, mentions: PlaceMentions): number {
  const out = readPlace(phrases, at + 2);
  if (out === undefined) return at + 2;
  const before = readPlaceBefore(phrases, at);
  if (before) {
    mentions.swaps.push({ out: out.name, in: before.name });
    mentions.stops = mentions.stops.filter(({ name }) => name !== before.name);
    if (mentions.end === before.name) delete mentions.end;
    return out.next;
  }
  for (let next = out.next; next < Math.min(out.next + 6, phrases.tokens.length); next++) {
    const into = readPlace(phrases, next);
    if (into?.isKnown) {
      mentions.swaps.push({ out: out.name, in: into.name });
      return into.next;
    }
  }
  mentions.skip.push(out.name);
  return out.next;
}

/** "swap Tulsa for Wichita", "change Tulsa to Wichita". */
export function readSwap(phrases: Phrases, at: number, mentions: PlaceMentions): number {
  const verb = phrases.tokens[at]?.toLowerCase() ?? '';
  const out = readPlace(phrases, at + 1);
  const joint = phrases.tokens[out?.next ?? at]?.toLowerCase() ?? '';
  const isSwap = /^(?:with|by|for)$/.test(joint) || (verb === 'change' && /^(?:to|into)$/.test(joint));
  const into = out && isSwap ? readPlace(phrases, out.next + 1) : undefined;
  if (!out || !into || (verb === 'change' && !(out.isKnown && into.isKnown))) return at + 1;
  mentions.swaps.push({ out: out.name, in: into.name });
  return into.next;
}

/** "don't go through Amarillo", "no Amarillo", "not via Tulsa"; "not Tulsa, Wichita" puts one for the other. */
export function readNegated(phrases: Phrases, at: number, mentions: PlaceMentions): number {
  const { tokens } = phrases;
  let next = at + 1;
  while (
    /^(?:want|need|like|fancy|care|for|go|going|stop|drive|to|through|via|in|at|from|visit|see|over|have)$/i.test(
      tokens[next] ?? '',
    )
  )
    next++;
  const place = readPlace(phrases, next);
  if (!place?.isKnown) return at + 1;
  const isNot = /^not$/i.test(tokens[at] ?? '');
  if (isNot && /^(?:,|but)$/i.test(tokens[place.next] ?? '')) {
    let after = place.next + 1;
    while (/^(?:but|rather|to|from|in|via)$/i.test(tokens[after] ?? '')) after++;
    const into = readPlace(phrases, after);
    const isAlone = !/^(?:,|and|&|or)$/i.test(tokens[into?.next ?? 0] ?? '');
    if (into?.isKnown && isAlone) {
      mentions.swaps.push({ out: place.name, in: into.name });
      return into.next;
    }
  }
  const { names, next: end } = readPlaces(phrases, next);
  mentions.skip.push(...names);
  return end;
}
