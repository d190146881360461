import { z } from 'zod';

/** How a command may be written, for who wrote it otherwise. */
export const COMMAND_FORMS =
  'words without quotes, or a JSON array of strings such as ["sh", "-c", "make plan"]';

const Words = z.array(z.string()).min(1);

/**
 * The program and the arguments in a text: a JSON array, or words between spaces. No shell ever sees it, so that quotes
 * would be part of the words: who writes them means something else, and gets undefined.
 */
export function commandWords(text: string): readonly string[] | undefined {
  if (text.startsWith('[')) return Words.safeParse(jsonOf(text)).data;
  const words = text.split(/\s+/);
  return words.some((word) => /^["']/.test(word)) ? undefined : words;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
