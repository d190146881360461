import { nameKey } from '../places/gazetteer/name-key.ts';
import { distanceKm } from '../places/geo.ts';
import type { Sight } from './sight.ts';

/** Words that do not identify a sight. */
const LINKS =
  /^(?:the|and|of|de|di|da|do|del|della|la|le|les|el|der|die|das|museum|museo|gallery|galleria|mount|mt|monte|mont)$/;
/** Words that do not identify a sight alone: the National Museum is not the National Gallery. */
const VAGUE =
  /^(?:national|royal|imperial|old|new|city|town|state|central|grand|great|modern|art|arts|fine|history|natural|war|public|open|air|botanical?|science|maritime|archaeological|archaeology|municipal|st|saint|san|santa|house|palace|castle|park|gardens?|market|cathedral|church|temple|bridge|square|tower|beach|hall|zoo|aquarium|memorial|musee|veterans)$/;

/** Whether two neighbouring sights are the same under two names: "Schönbrunn" and "Schönbrunn Palace". */
export function isSameSight(a: Sight, b: Sight): boolean {
  // The Acropolis Museum is not the Acropolis, but the Prado is the Prado Museum.
  if (a.kind !== b.kind && /museum/i.test(a.title) !== /museum/i.test(b.title)) return false;
  const [one, other] = [wordsOf(a.title), wordsOf(b.title)];
  if (isPart(one, other) || isPart(other, one) || isTranslated(a, b, one, other)) return true;
  const isNear = a.kind === b.kind && distanceKm(a, b) <= ONE_TOWN_KM;
  return isNear && (isWithTown(one, other) || isWithTown(other, one));
}

/** Within this distance, a market and one named after its town are the same. */
const ONE_TOWN_KM = 1;

/**
 * Whether the other name only adds a proper name: "Central Market" and "Central Market of Valencia", but not "Modern
 * Art Museum".
 */
function isWithTown(words: readonly string[], others: readonly string[]): boolean {
  const added = others.filter((word) => !words.includes(word));
  return (
    words.length > 1 &&
    words.length + added.length === others.length &&
    !added.some((word) => VAGUE.test(word))
  );
}

/**
 * Within this distance, two sights of a kind that share a word are the same in two languages: "Meiji Shrine", "Meiji
 * Jingū".
 */
const ONE_SPOT_KM = 0.15;
const STEM = 5;

function isTranslated(a: Sight, b: Sight, one: readonly string[], other: readonly string[]): boolean {
  const [stems, others] = [stemsOf(one), stemsOf(other)];
  const shared = [...stems].filter((stem) => others.has(stem)).length;
  // "Lisbon Oceanarium" and "Oceanário de Lisboa" share all words, so they are the same whatever their kinds.
  if (shared >= 2 && (shared === stems.size || shared === others.size)) return true;
  return shared > 0 && a.kind === b.kind && distanceKm(a, b) <= ONE_SPOT_KM;
}

function stemsOf(words: readonly string[]): Set<string> {
  return new Set(
    words.flatMap((word) => (VAGUE.test(word) || word.length < STEM ? [] : [word.slice(0, STEM)])),
  );
}

/** The common key of a sight's names: "Mount Etna" and "Monte Etna". */
export function sightKey(title: string): string {
  return wordsOf(title).join('');
}

function wordsOf(title: string): string[] {
  return nameKey(title)
    .split(' ')
    .filter((word) => !LINKS.test(word));
}

function isPart(words: readonly string[], others: readonly string[]): boolean {
  return words.some((word) => !VAGUE.test(word)) && words.every((word) => others.includes(word));
}
