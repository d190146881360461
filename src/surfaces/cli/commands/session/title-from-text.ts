import { endOfCharacter } from '../../../../model/tokens.ts';

const LONGEST_TITLE = 200;

/** What a session is called when nobody says: the first line of what it is told first. */
export function titleFromText(text: string): string {
  const [line = ''] = text.trim().split(/\r?\n/, 1);
  return line.slice(0, endOfCharacter(line, LONGEST_TITLE)).trim();
}
