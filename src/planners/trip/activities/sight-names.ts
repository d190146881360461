import { nameKey } from '../places/name-key.ts';
import type { Sight } from './sight.ts';

/** Words that say nothing about which sight it is. */
const LINKS = /^(?:the|and|of|de|di|da|do|del|della|la|le|les|el|der|die|das|museum|museo|gallery|galleria)$/;
/** Words that say too little without another: the National Museum is not the National Gallery. */
const VAGUE =
  /^(?:national|royal|imperial|old|new|city|town|state|central|grand|great|modern|art|arts|fine|history|natural|war|public|open|air|botanical?|science|maritime|archaeological|archaeology|municipal|st|saint|san|santa|house|palace|castle|park|gardens?|market|cathedral|church|temple|bridge|square|tower|beach|hall|zoo|aquarium)$/;

/** Whether two sights that lie beside each other are one under two names: "Schönbrunn" and "Schönbrunn Palace". */
export function isSameSight(a: Sight, b: Sight): boolean {
  // The Acropolis Museum is not the Acropolis, the Prado is the Prado Museum.
  if (a.kind !== b.kind && /museum/i.test(a.title) !== /museum/i.test(b.title)) return false;
  const [one, other] = [wordsOf(a.title), wordsOf(b.title)];
  return isPart(one, other) || isPart(other, one);
}

function wordsOf(title: string): string[] {
  return nameKey(title)
    .split(' ')
    .filter((word) => !LINKS.test(word));
}

function isPart(words: readonly string[], others: readonly string[]): boolean {
  return words.some((word) => !VAGUE.test(word)) && words.every((word) => others.includes(word));
}
