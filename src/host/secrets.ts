import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import type { ReadSecret } from '../harness/module/secret-field.ts';
import { HostError } from './error.ts';

/** Where secrets are stored. */
export interface SecretPlaces {
  /** The variables for `env:NAME`. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** The file with the entries for `file:NAME`: a JSON object of texts that only its owner can read. */
  readonly file?: string | undefined;
}

/** The default file, unless `WAYFOLD_SECRETS` names another. */
const USUAL_FILE = '.wayfold/secrets.json';
const ANYBODY_ELSE = 0o077;

const Entries = z.record(z.string(), z.string());

/** Reads secrets by name when needed, and caches none. */
export function secretReader({ env = process.env, file }: SecretPlaces = {}): ReadSecret {
  return (name) => {
    const [kind, key = ''] = name.split(/:(.*)/s);
    if (kind === 'env') return env[key] || missing(name, `Set the environment variable ${key}.`);
    const path = resolve(file ?? env.WAYFOLD_SECRETS ?? USUAL_FILE);
    const entries = entriesOf(path, name);
    const value = Object.hasOwn(entries, key) ? entries[key] : undefined;
    return value || missing(name, `Add the entry ${key} to ${path}.`);
  };
}

function entriesOf(path: string, name: string): Readonly<Record<string, string>> {
  checkMode(path, name);
  try {
    return Entries.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    // The reason may quote the content of the file.
    throw new HostError('secrets-unreadable', {
      summary: `${path} is not a readable JSON object of strings.`,
      fix: 'Write it like {"github": "…"}, and check that this user may read it.',
    });
  }
}

/** On Windows, modes say nothing about who may read. */
function checkMode(path: string, name: string): void {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) missing(name, `Write ${path} with that entry, and chmod 600 it.`);
  else if (process.platform !== 'win32' && (stats.mode & ANYBODY_ELSE) !== 0) {
    throw new HostError('secrets-exposed', {
      summary: `${path} can be read or written by users other than its owner.`,
      fix: `Run chmod 600 ${path}, and replace the secrets in it if others may have read them.`,
    });
  }
}

function missing(name: string, fix: string): never {
  throw new HostError('secret-missing', { summary: `The secret ${name} has no value here.`, fix });
}
