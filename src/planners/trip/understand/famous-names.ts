import type { PlaceKnowledge } from '../place-knowledge.ts';
import { isFiller } from './place-phrases.ts';
import type { WorkingText } from './working-text.ts';

/** Less known, words in small letters are rather words. */
const FAMOUS = 50;

/** Writes famous names of two words as names, in a text that has others: "garden route" is no route through gardens. */
export function capitaliseFamous(text: WorkingText, places: PlaceKnowledge): void {
  if (!/\S\s+\p{Lu}\p{Ll}/u.test(text.text)) return;
  text.reword(/^.*$/gsu, (whole) => {
    const words = whole.split(' ');
    for (const [at, two] of words.entries()) {
      const one = words[at - 1] ?? '';
      const bare = /^\p{Ll}[\p{L}'-]+/u.exec(two)?.[0];
      if (bare === undefined || !/^\p{L}[\p{L}'-]+$/u.test(one) || isFiller(one) || isFiller(bare)) continue;
      const [found] = places.resolve(`${one} ${bare}`, { limit: 1, typos: false });
      if (found === undefined || (found.renown ?? 0) < FAMOUS || found.match === 'code') continue;
      words[at - 1] = capital(one);
      words[at] = capital(two);
    }
    return words.join(' ');
  });
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
