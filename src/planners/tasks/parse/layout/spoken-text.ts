const SPOKEN = /\s(?:comma|period|full stop|new line|new paragraph|semicolon|colon)(?=\s|$)/gi;
const MARKS: Readonly<Record<string, string>> = {
  comma: ',',
  period: '.',
  'full stop': '.',
  'new line': '\n',
  'new paragraph': '\n\n',
  semicolon: ';',
  colon: ':',
};
const MIN_COUNT = 2;

const EMOJI_NAME = /(?<=^|\s):[a-z][a-z0-9_+-]{1,30}:(?=\s|$)/gm;

const TICK_NAME = /(?<=^|\s):(?:white_check_mark|heavy_check_mark|ballot_box_with_check):(?=\s|$)/gm;

/** `// TODO(kim): cache it` and `# NOTE: in cents`, as programmers leave them in code. */
const COMMENT =
  /^[ \t]*(?:\/\/|#|--|;|\*)[ \t]*(?:(TODO|NOTE)(?:\([^)\n]*\))?:|(?:FIXME|XXX|HACK)(?:\([^)\n]*\))?:?)[ \t]+(?=\S)/gm;

/**
 * Normalizes a text: emoji names of ticks become symbols, other emoji names are removed, and dictated punctuation is
 * written out.
 */
export function typedText(text: string): string {
  const plain = text.replace(COMMENT, (_, word?: string) => (word === undefined ? '' : `${word}: `));
  return spokenText(plain.replace(TICK_NAME, '✅').replace(EMOJI_NAME, ''));
}

/** Replaces dictated punctuation by symbols. */
function spokenText(text: string): string {
  if (text.length > 10_000 || /[.;]\s/.test(text) || (text.match(SPOKEN)?.length ?? 0) < MIN_COUNT)
    return text;
  return text.replace(SPOKEN, (word) => MARKS[word.trim().toLowerCase()] ?? word);
}
