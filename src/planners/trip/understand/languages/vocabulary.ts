type Phrases = readonly (readonly [RegExp, string])[];

/** Words of a language with their English, as "januar = January; märz = March". */
export function vocabulary(word: (pattern: string) => RegExp, pairs: string): Phrases {
  return pairs.split(';').map((pair) => {
    const [foreign = '', english = ''] = pair.split(/\s=(?:\s|$)/);
    return [word(foreign.trim()), english.trim()];
  });
}

/** A pattern that also fits those who write without accents: "dias", "fuer". */
export function unaccented(pattern: string): string {
  return pattern.replaceAll(/[äöüßáéíóúñèêëâîôûç]/g, (letter) => `(?:${letter}|${PLAIN[letter]})`);
}

const PLAIN: Readonly<Record<string, string>> = {
  ...{ ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss', á: 'a', é: 'e', í: 'i', ó: 'o', ú: 'u', ñ: 'n' },
  ...{ è: 'e', ê: 'e', ë: 'e', â: 'a', î: 'i', ô: 'o', û: 'u', ç: 'c' },
};
