import { distanceKm } from '../places/geo.ts';
import { nameKey } from '../places/name-key.ts';
import type { Sight } from './sight.ts';

/** Words that say nothing about which sight it is. */
const LINKS =
  /^(?:the|and|of|de|di|da|do|del|della|la|le|les|el|der|die|das|museum|museo|gallery|galleria|mount|mt|monte|mont)$/;
/** Words that say too little without another: the National Museum is not the National Gallery. */
const VAGUE =
  /^(?:national|royal|imperial|old|new|city|town|state|central|grand|great|modern|art|arts|fine|history|natural|war|public|open|air|botanical?|science|maritime|archaeological|archaeology|municipal|st|saint|san|santa|house|palace|castle|park|gardens?|market|cathedral|church|temple|bridge|square|tower|beach|hall|zoo|aquarium|memorial|musee|veterans)$/;

/** Whether two sights that lie beside each other are one under two names: "Schönbrunn" and "Schönbrunn Palace". */
export function isSameSight(a: Sight, b: Sight): boolean {
  // The Acropolis Museum is not the Acropolis, the Prado is the Prado Museum.
  if (a.kind !== b.kind && /museum/i.test(a.title) !== /museum/i.test(b.title)) return false;
  const [one, other] = [wordsOf(a.title), wordsOf(b.title)];
  return isPart(one, other) || isPart(other, one) || isTranslated(a, b, one, other);
}

/** Closer to each other, two sights of a kind that share a word are one in two languages: "Meiji Shrine", "Meiji Jingū". */
const ONE_SPOT_KM = 0.15;
const STEM = 5;

function isTranslated(a: Sight, b: Sight, one: readonly string[], other: readonly string[]): boolean {
  const [stems, others] = [stemsOf(one), stemsOf(other)];
  const shared = [...stems].filter((stem) => others.has(stem)).length;
  // "Lisbon Oceanarium", "Oceanário de Lisboa": all words are the same, so it is one of whatever kind.
  if (shared >= 2 && (shared === stems.size || shared === others.size)) return true;
  return shared > 0 && a.kind === b.kind && distanceKm(a, b) <= ONE_SPOT_KM;
}

function stemsOf(words: readonly string[]): Set<string> {
  return new Set(
    words.flatMap((word) => (VAGUE.test(word) || word.length < STEM ? [] : [word.slice(0, STEM)])),
  );
}

/** What two names of one sight have in common: "Mount Etna" and "Monte Etna". */
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
