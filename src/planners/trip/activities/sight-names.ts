import { distanceKm } from '../places/geo.ts';
import { nameKey } from '../places/name-key.ts';
import type { Sight } from './sight.ts';

/** Words that say nothing about which sight it is. */
const LINKS = /^(?:the|and|of|de|di|da|do|del|della|la|le|les|el|der|die|das|museum|museo|gallery|galleria)$/;
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
  const stemsOf = (words: readonly string[]) =>
    words.flatMap((word) => (VAGUE.test(word) || word.length < STEM ? [] : [word.slice(0, STEM)]));
  const stems = stemsOf(other);
  return (
    a.kind === b.kind && stemsOf(one).some((stem) => stems.includes(stem)) && distanceKm(a, b) <= ONE_SPOT_KM
  );
}

function wordsOf(title: string): string[] {
  return nameKey(title)
    .split(' ')
    .filter((word) => !LINKS.test(word));
}

function isPart(words: readonly string[], others: readonly string[]): boolean {
  return words.some((word) => !VAGUE.test(word)) && words.every((word) => others.includes(word));
}
