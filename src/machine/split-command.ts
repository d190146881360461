import { z } from 'zod';

/** How a command may be written, for who wrote it otherwise. */
export const COMMAND_FORMS =
  'words, each in quotes where it holds a space, or a JSON array of strings such as ["sh", "-c", "make plan"]';

const Words = z.array(z.string()).min(1);

/** A word as it is, or a whole one in quotes. */
const WORD = /"([^"\\]*)"|'([^']*)'|([^\s"']\S*)/y;

/**
 * The program and the arguments in a text: a JSON array, or words between spaces, in quotes where they hold one. No shell ever
 * sees it: who writes more than that means something else, and gets undefined.
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
