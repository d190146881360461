import { DEFAULT_DATA } from '../config/store-location.ts';
import type { Invocation } from '../invocation.ts';

/** A Wayfold command for the same store: with `--data` or `--store` if they are not the default. */
export function followUpCommand(
  { location }: Pick<Invocation, 'location'>,
  ...words: readonly (string | false | undefined)[]
): string {
  const given = words.filter((word): word is string => typeof word === 'string');
  return ['wayfold', ...given, ...storeWords(location)].map(shellWord).join(' ');
}

/** The `--model` option, unless the environment names the same model. */
export function modelWords({ env }: Pick<Invocation, 'env'>, model: string | undefined): readonly string[] {
  return model === undefined || model === '' || model === env.WAYFOLD_MODEL ? [] : ['--model', model];
}

/** A password is not printed; the environment has it. */
function storeWords(location: Invocation['location']): readonly string[] {
  if (location.type === 'sqlite') return location.data === DEFAULT_DATA ? [] : ['--data', location.data];
  return new URL(location.url).password === '' ? ['--store', location.url] : [];
}

/** A word quoted for the shell if necessary. */
export function shellWord(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  return process.platform === 'win32' ? `"${word}"` : `'${word.replaceAll("'", `'\\''`)}'`;
}
