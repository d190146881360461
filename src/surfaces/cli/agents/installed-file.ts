import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { shown } from '../../../journal/error.ts';
import { sameJson } from '../../../kernel/session/same-json.ts';
import { CliError } from '../error.ts';

/** A file that an agent reads. */
export type InstalledFile =
  | {
      /** Wayfold's own, whole. */
      readonly type: 'own';
      readonly path: string;
      readonly text: string;
      /** Where others put files as well: what only Wayfold's has in it. */
      readonly mark?: string;
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
  /** Which values are Wayfold's, whichever version wrote them: all others are left alone. */
  readonly isOurs?: (item: unknown) => boolean;
  /** It is one of the items of the list at `path`. */
  readonly inList?: boolean;
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

/** What installing may do. */
export interface AdditionOptions {
  /** Puts Wayfold's part also in place of what somebody else wrote under its name. */
  readonly replace?: boolean;
}

/** What a file has to become so that it has Wayfold's part; `undefined` when it has that already. */
export function additionTo(
  file: InstalledFile,
  { replace = false }: AdditionOptions = {},
): FileChange | undefined {
  const before = textAt(file.path);
  if (!replace && before !== undefined) checkOwner(file, before);
  const text = file.type === 'own' ? ownText(file, before) : withEntries(file.path, before, file.entries);
  return text === before ? undefined : { path: file.path, text, isNew: before === undefined };
}

/** How much of Wayfold's part is in a file: nothing, something that is not as this Wayfold writes it, or all of it. */
export function partIn(file: InstalledFile): 'none' | 'other' | 'whole' {
  const before = textAt(file.path);
  if (before === undefined) return 'none';
  if (file.type === 'own') {
    if (!isOwn(file, before)) return 'none';
    return ownText(file, before) === before ? 'whole' : 'other';
  }
  const json = jsonOf(before);
  const found = file.entries
    .filter(({ stays }) => !stays)
    .map((entry) => [entry, foundIn(json, entry)] as const);
  if (found.every(([, value]) => value === undefined)) return 'none';
  return found.every(([{ value }, there]) => sameJson(there, value)) ? 'whole' : 'other';
}

/** The text of a file of Wayfold's own. One that says the same in another layout stays as it is. */
function ownText({ text }: InstalledFile & { readonly type: 'own' }, before: string | undefined): string {
  const [was, is] = [before, text].map((each) => (each === undefined ? undefined : jsonOf(each)));
  return before !== undefined && was !== undefined && is !== undefined && sameJson(was, is) ? before : text;
}

function isOwn({ mark }: InstalledFile & { readonly type: 'own' }, text: string): boolean {
  return mark === undefined || text.includes(mark);
}

/** What of Wayfold's stands at the place of an entry. */
function foundIn(json: Json | undefined, { path, isOurs, inList }: JsonEntry): unknown {
  const there = path.reduce<unknown>(
    (at, name) => (isObject(at) && Object.hasOwn(at, name) ? at[name] : undefined),
    json,
  );
  if (inList) return Array.isArray(there) ? there.find((item) => isOurs?.(item)) : undefined;
  return there !== undefined && (isOurs === undefined || isOurs(there)) ? there : undefined;
}

/** Refuses to write over what somebody else put under Wayfold's name. */
function checkOwner(file: InstalledFile, before: string): void {
  const foreign =
    file.type === 'own'
      ? isOwn(file, before)
        ? undefined
        : 'the file'
      : file.entries.find((entry) => isForeign(entry, before))?.path.join('.');
  if (foreign === undefined) return;
  throw new CliError('usage', {
    expected: `${file.path} to have nothing but what \`wayfold install\` wrote under its name`,
    actual: `${foreign}, which somebody else wrote`,
    fix: 'Keep it: it may do already. Or rename it, or call again with --replace. Nothing was written.',
  });
}

function isForeign({ path, isOurs, inList, stays }: JsonEntry, before: string): boolean {
  if (inList || stays || isOurs === undefined) return false;
  const there = foundIn(jsonOf(before), { path, value: undefined });
  return there !== undefined && !isOurs(there);
}

/** What a file has to become so that nothing of Wayfold is in it; `undefined` when nothing is. */
export function removalFrom(file: InstalledFile): FileChange | undefined {
  const before = textAt(file.path);
  if (before === undefined) return undefined;
  if (file.type === 'own')
    return isOwn(file, before) ? { path: file.path, text: undefined, isNew: false } : undefined;
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

function withEntry(json: Json, { path, value, isOurs, inList, stays }: JsonEntry): Json {
  return changed(json, path, (there) => {
    if (stays && there !== undefined) return there;
    if (!inList) return there !== undefined && sameJson(there, value) ? there : value;
    const items = Array.isArray(there) ? there : [];
    const at = items.findIndex((item) => isOurs?.(item));
    return at < 0 ? [...items, value] : items.map((item, i) => (i === at ? value : item));
  });
}

function withoutEntry(json: Json, { path, isOurs, inList }: JsonEntry): Json {
  return changed(json, path, (there) => {
    if (!inList) return there === undefined || isOurs === undefined || isOurs(there) ? undefined : there;
    const others = Array.isArray(there) ? there.filter((item) => !isOurs?.(item)) : [];
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

/** The object that a text is; undefined where it is none. */
function jsonOf(text: string): Json | undefined {
  try {
    const json: unknown = JSON.parse(text);
    return isObject(json) ? json : undefined;
  } catch {
    return undefined;
  }
}

function parsed(path: string, text: string): Json {
  const json = jsonOf(text);
  if (json) return json;
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
