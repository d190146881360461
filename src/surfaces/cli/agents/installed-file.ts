import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { shown } from '../../../journal/error.ts';
import { CliError } from '../error.ts';

/** A file that an agent reads. */
export type InstalledFile =
  | {
      /** Wayfold's own, whole. */
      readonly type: 'own';
      readonly path: string;
      readonly text: string;
    }
  | {
      /** Entries in a JSON file that others write to as well: what is there stays. */
      readonly type: 'entries';
      readonly path: string;
      readonly entries: readonly JsonEntry[];
    };

/** A value in a JSON file: the one at `path`, or one that stands in the list there. */
export interface JsonEntry {
  readonly path: readonly string[];
  readonly value: unknown;
  /** In a list: which items are Wayfold's, so that it stands there once. */
  readonly isOurs?: (item: unknown) => boolean;
  /** Stays when Wayfold goes: others need it too. */
  readonly stays?: boolean;
}

/** What installing or uninstalling does to a file. */
export interface FileChange {
  readonly path: string;
  /** The text afterwards; `undefined` when the file goes. */
  readonly text: string | undefined;
  readonly isNew: boolean;
}

/** What a file has to become so that it has Wayfold's part; `undefined` when it has that already. */
export function additionTo(file: InstalledFile): FileChange | undefined {
  const before = textAt(file.path);
  const text = file.type === 'own' ? file.text : withEntries(file.path, before, file.entries);
  return text === before ? undefined : { path: file.path, text, isNew: before === undefined };
}

/** What a file has to become so that nothing of Wayfold is in it; `undefined` when nothing is. */
export function removalFrom(file: InstalledFile): FileChange | undefined {
  const before = textAt(file.path);
  if (before === undefined) return undefined;
  if (file.type === 'own') return { path: file.path, text: undefined, isNew: false };
  const json = parsed(file.path, before);
  const left = file.entries.filter(({ stays }) => !stays).reduce(withoutEntry, json);
  const text = isEmpty(left) ? undefined : written(left);
  return JSON.stringify(left) === JSON.stringify(json) ? undefined : { path: file.path, text, isNew: false };
}

/** Writes a change, or removes the file. */
export function carryOut({ path, text }: FileChange): void {
  try {
    if (text === undefined) {
      rmSync(path, { force: true });
    } else {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
  } catch (cause) {
    throw new CliError('file-failed', {
      expected: `to write ${path}`,
      actual: cause instanceof Error ? cause.message : shown(cause),
      fix: 'Make it writable, and call again: what is done already is left alone.',
      cause,
    });
  }
}

type Json = Readonly<Record<string, unknown>>;

function withEntries(path: string, before: string | undefined, entries: readonly JsonEntry[]): string {
  const json = before === undefined || before.trim() === '' ? {} : parsed(path, before);
  const after = entries.reduce(withEntry, json);
  return before !== undefined && JSON.stringify(after) === JSON.stringify(json) ? before : written(after);
}

function withEntry(json: Json, { path, value, isOurs, stays }: JsonEntry): Json {
  return changed(json, path, (there) => {
    if (stays && there !== undefined) return there;
    if (isOurs === undefined) return value;
    const items = Array.isArray(there) ? there : [];
    const at = items.findIndex(isOurs);
    return at < 0 ? [...items, value] : items.map((item, i) => (i === at ? value : item));
  });
}

function withoutEntry(json: Json, { path, isOurs }: JsonEntry): Json {
  return changed(json, path, (there) => {
    if (isOurs === undefined) return undefined;
    const others = Array.isArray(there) ? there.filter((item) => !isOurs(item)) : [];
    return others.length === 0 ? undefined : others;
  });
}

/** The object with the value at a path changed; objects that are empty then go, too. */
function changed(json: Json, path: readonly string[], change: (there: unknown) => unknown): Json {
  const [name = '', ...rest] = path;
  const there = Object.hasOwn(json, name) ? json[name] : undefined;
  const value = rest.length === 0 ? change(there) : changed(isObject(there) ? there : {}, rest, change);
  const { [name]: _, ...others } = json;
  if (value === undefined || (rest.length > 0 && isEmpty(value))) return others;
  return { ...json, [name]: value };
}

function parsed(path: string, text: string): Json {
  try {
    const json: unknown = JSON.parse(text);
    if (isObject(json)) return json;
  } catch {
    // Told below, like JSON that is no object.
  }
  throw new CliError('usage', {
    expected: `${path} to be a JSON object`,
    actual: 'something else, perhaps JSON with comments',
    fix: 'Correct the file, or add the entry that --dry-run shows by hand. Nothing was written.',
  });
}

function textAt(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function written(json: unknown): string {
  return `${JSON.stringify(json, undefined, 2)}\n`;
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isEmpty(value: unknown): boolean {
  return isObject(value) && Object.keys(value).length === 0;
}
