import { z } from 'zod';

/** The accepted forms of a command, for error messages. */
export const COMMAND_FORMS =
  'words, each in quotes where it holds a space, or a JSON array of strings such as ["sh", "-c", "make plan"]';

const Words = z.array(z.string()).min(1);

/** A plain word, or one in quotes. */
const WORD = /"([^"\\]*)"|'([^']*)'|([^\s"']\S*)/y;

/**
 * The program and arguments in a text: a JSON array, or words separated by spaces, in quotes if they contain one.
 * No shell is involved: `undefined` for anything that would need one.
 */
export function commandWords(text: string): readonly string[] | undefined {
  if (text.startsWith('[')) return Words.safeParse(jsonOf(text)).data;
  const words: string[] = [];
  let rest = text.trim();
  while (rest !== '') {
    WORD.lastIndex = 0;
    const [whole = '', double, single, plain] = WORD.exec(rest) ?? [];
    rest = rest.slice(whole.length);
    if (whole === '' || /^\S/.test(rest)) return undefined;
    words.push(double ?? single ?? plain ?? '');
    rest = rest.trimStart();
  }
  return words;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
