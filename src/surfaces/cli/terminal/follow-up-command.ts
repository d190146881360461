import { DEFAULT_DATA } from '../config/store-location.ts';
import type { Invocation } from '../invocation.ts';

/** A command line of Wayfold that works on the same store: with `--data` or `--store` where those are not the usual ones. */
export function followUpCommand(
  { location }: Pick<Invocation, 'location'>,
  ...words: readonly (string | false | undefined)[]
): string {
  const given = words.filter((word): word is string => typeof word === 'string');
  return ['wayfold', ...given, ...storeWords(location)].map(shellWord).join(' ');
}

/** `--model` with the model that was named, unless the environment names it anyway. */
export function modelWords({ env }: Pick<Invocation, 'env'>, model: string | undefined): readonly string[] {
  return model === undefined || model === '' || model === env.WAYFOLD_MODEL ? [] : ['--model', model];
}

/** A password is not printed: who has it has it in the environment. */
function storeWords(location: Invocation['location']): readonly string[] {
  if (location.type === 'sqlite') return location.data === DEFAULT_DATA ? [] : ['--data', location.data];
  return new URL(location.url).password === '' ? ['--store', location.url] : [];
}

/** A word that a shell takes as it is. */
export function shellWord(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  return process.platform === 'win32' ? `"${word}"` : `'${word.replaceAll("'", `'\\''`)}'`;
}
