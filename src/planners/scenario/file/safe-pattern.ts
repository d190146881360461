const MAX_PATTERN_LENGTH = 200;
/** The count for an unlimited repetition: about as many ways as a text of that length has. */
const UNLIMITED = 1000;
const MAX_WAYS = 10_000_000;

/**
 * Why a pattern from outside is not run; `undefined` if it can be: a few characters of a regular expression can
 * keep a process busy for years. What is allowed is enough for names, dates, numbers and codes.
 */
export function patternProblem(pattern: string): string | undefined {
  if (pattern.length > MAX_PATTERN_LENGTH) return `is longer than ${MAX_PATTERN_LENGTH} characters`;
  try {
    new RegExp(pattern, 'u');
  } catch {
    return 'is not a regular expression';
  }
  if (/\\(?:[1-9]|k<)/.test(pattern)) return 'refers back to a group, which is not taken';
  // Anything that matches one character, as one character.
  const bare = pattern.replace(/\\(?:[pPu]\{[^}]*\}|.)/gs, 'a').replace(/\[[^\]]*\]/g, 'a');
  if (/\(\?<?[=!]/.test(bare)) return 'looks ahead or behind, which is not taken';
  if (/\)(?:[*+]|\{)/.test(bare)) return 'repeats a group, which is not taken: repeat single characters';
  return waysToMatch(bare) > MAX_WAYS
    ? 'could take too long to check: it has too many repetitions'
    : undefined;
}

/** An upper bound for the ways to match, if every choice is combined with every other. */
function waysToMatch(bare: string): number {
  const choices = bare.replaceAll(/\(\?(?::|<\w+>)/g, '(').matchAll(/[*+]|\?|\||\{(\d+)(,)?(\d*)\}/g);
  const starts = bare.startsWith('^') ? 1 : UNLIMITED;
  return [...choices].reduce((ways, [sign, least = '0', comma, most = '']) => {
    if (sign === '?' || sign === '|') return ways * 2;
    if (!sign.startsWith('{')) return ways * UNLIMITED;
    if (comma === undefined) return ways;
    return ways * (most === '' ? UNLIMITED : Number(most) - Number(least) + 1);
  }, starts);
}
