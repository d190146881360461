import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { applyEdits, type JSONPath, modify, type ParseError, parse } from 'jsonc-parser';
import { shown } from '../../../journal/error.ts';
import { sameJson } from '../../../kernel/session/same-json.ts';
import { CliError } from '../error.ts';

/** A file that an agent reads. */
export type InstalledFile =
  | {
      /** A file that belongs to Wayfold alone. */
      readonly type: 'own';
      readonly path: string;
      readonly text: string;
      /** Text that identifies Wayfold's file, if others may use the same name. */
      readonly mark?: string;
    }
  | {
      /** Entries in a JSON file that others also write to; the rest of it is kept. */
      readonly type: 'entries';
      readonly path: string;
      readonly entries: readonly JsonEntry[];
    };

/** A value in a JSON file: the one at `path`, or an item of the list there. */
export interface JsonEntry {
  readonly path: readonly string[];
  readonly value: unknown;
  /** Recognizes Wayfold's values, written by any version. All others are left alone. */
  readonly isOurs?: (item: unknown) => boolean;
  /** The value is an item of the list at `path`. */
  readonly inList?: boolean;
  /** Kept when uninstalling, because other programs need it too. */
  readonly stays?: boolean;
}

/** A change of a file by installing or uninstalling. */
export interface FileChange {
  readonly path: string;
  /** The new text; `undefined` deletes the file. */
  readonly text: string | undefined;
  readonly isNew: boolean;
}

/** Options for installing. */
export interface AdditionOptions {
  /** Overwrites an entry with Wayfold's name that somebody else wrote. */
  readonly replace?: boolean;
}

/** The change that adds Wayfold's part to a file; `undefined` if it is there already. */
export function additionTo(
  file: InstalledFile,
  { replace = false }: AdditionOptions = {},
): FileChange | undefined {
  const before = textAt(file.path);
  if (!replace && before !== undefined) checkOwner(file, before);
  const text = file.type === 'own' ? ownText(file, before) : withEntries(file.path, before, file.entries);
  return text === before ? undefined : { path: file.path, text, isNew: before === undefined };
}

/** How much of Wayfold's part is in a file: nothing, something different, or all of it. */
export function partIn(file: InstalledFile): 'none' | 'other' | 'whole' {
  const before = textAt(file.path);
  if (before === undefined) return 'none';
  if (file.type === 'own') {
    if (!isOwn(file, before)) return 'none';
    return ownText(file, before) === before ? 'whole' : 'other';
  }
  const found = file.entries
    .filter(({ stays }) => !stays)
    .map((entry) => [entry, foundIn(before, entry)] as const);
  if (found.every(([, value]) => value === undefined)) return 'none';
  return found.every(([{ value }, there]) => sameJson(there, value)) ? 'whole' : 'other';
}

/** The text of a whole file. Equal content in another layout is kept. */
function ownText({ text }: InstalledFile & { readonly type: 'own' }, before: string | undefined): string {
  const [was, is] = [before, text].map((each) => (each === undefined ? undefined : jsonOf(each)));
  return before !== undefined && was !== undefined && is !== undefined && sameJson(was, is) ? before : text;
}

function isOwn({ mark }: InstalledFile & { readonly type: 'own' }, text: string): boolean {
  return mark === undefined || text.includes(mark);
}

/** Wayfold's value at the path of an entry. */
function foundIn(text: string, { path, isOurs, inList }: JsonEntry): unknown {
  const there = valueAt(text, path);
  if (inList) return Array.isArray(there) ? there.find((item) => isOurs?.(item)) : undefined;
  return there !== undefined && (isOurs === undefined || isOurs(there)) ? there : undefined;
}

/** Refuses to overwrite an entry with Wayfold's name that somebody else wrote. */
function checkOwner(file: InstalledFile, before: string): void {
  const foreign =
    file.type === 'own'
      ? isOwn(file, before)
        ? undefined
        : 'the file'
      : file.entries.find((entry) => isForeign(entry, before))?.path.join('.');
  if (foreign === undefined) return;
  throw new CliError('usage', {
    summary: `${file.path} has ${foreign}, which \`wayfold install\` did not write.`,
    fix: 'Keep it if it already works. Otherwise rename it, or run this again with --replace. Nothing was written.',
  });
}

function isForeign({ path, isOurs, inList, stays }: JsonEntry, before: string): boolean {
  if (inList || stays || isOurs === undefined) return false;
  const there = valueAt(before, path);
  return there !== undefined && !isOurs(there);
}

/** The change that removes Wayfold's part from a file; `undefined` if there is none. */
export function removalFrom(file: InstalledFile): FileChange | undefined {
  const before = textAt(file.path);
  if (before === undefined) return undefined;
  if (file.type === 'own')
    return isOwn(file, before) ? { path: file.path, text: undefined, isNew: false } : undefined;
  parsed(file.path, before);
  const left = file.entries.filter(({ stays }) => !stays).reduce(withoutEntry, before);
  // Shared settings are kept only if the file has other content.
  const rest = file.entries.filter(({ stays }) => stays).reduce(withoutEntry, left);
  const text = /^\s*\{\s*\}\s*$/.test(rest) ? undefined : left;
  return left === before ? undefined : { path: file.path, text, isNew: false };
}

/** Writes or deletes a file. */
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
      summary: `${path} cannot be written: ${cause instanceof Error ? cause.message : shown(cause)}.`,
      fix: 'Make it writable, and run this again: finished steps are skipped.',
      cause,
    });
  }
}

type Json = Readonly<Record<string, unknown>>;

function withEntries(path: string, before: string | undefined, entries: readonly JsonEntry[]): string {
  if (before === undefined || before.trim() === '') return `${entries.reduce(withEntry, '{}')}\n`;
  parsed(path, before);
  return entries.reduce(withEntry, before);
}

function withEntry(text: string, { path, value, isOurs, inList, stays }: JsonEntry): string {
  const there = valueAt(text, path);
  if (stays && there !== undefined) return text;
  if (!inList) return sameJson(there, value) ? text : edited(text, path, value);
  if (!Array.isArray(there)) return edited(text, path, [value]);
  const at = there.findIndex((item) => isOurs?.(item));
  if (at >= 0) return sameJson(there[at], value) ? text : edited(text, [...path, at], value);
  return edited(text, [...path, there.length], value);
}

function withoutEntry(text: string, { path, isOurs, inList }: JsonEntry): string {
  const there = valueAt(text, path);
  if (there === undefined) return text;
  if (!inList) return isOurs === undefined || isOurs(there) ? removedAt(text, path) : text;
  const ours = (Array.isArray(there) ? there : []).flatMap((item, i) => (isOurs?.(item) ? [i] : []));
  if (ours.length === 0) return text;
  const left = ours.toReversed().reduce((each, i) => edited(each, [...path, i], undefined), text);
  return isEmpty(valueAt(left, path)) ? removedAt(left, path) : left;
}

/** Removes the value at a path, and the objects that become empty. */
function removedAt(text: string, path: readonly string[]): string {
  const left = edited(text, path, undefined);
  const whole = path.slice(0, -1);
  return whole.length > 0 && isEmpty(valueAt(left, whole)) ? removedAt(left, whole) : left;
}

/** Sets or removes the value at a path. Everything else keeps its layout and comments. */
function edited(text: string, path: JSONPath | readonly string[], value: unknown): string {
  const [, indent = '  '] = /\n([ \t]+)\S/.exec(text) ?? [];
  const formattingOptions = {
    insertSpaces: !indent.startsWith('\t'),
    tabSize: indent.startsWith('\t') ? 1 : indent.length,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  };
  const mark = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : '';
  const json = text.slice(mark.length);
  return mark + applyEdits(json, modify(json, [...path], value, { formattingOptions }));
}

const BYTE_ORDER_MARK = '\ufeff';

function valueAt(text: string, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (at, name) => (isObject(at) && Object.hasOwn(at, name) ? at[name] : undefined),
    jsonOf(text),
  );
}

/** Parses a JSON object with comments and trailing commas; undefined if it is not one. */
function jsonOf(text: string): Json | undefined {
  const errors: ParseError[] = [];
  const json: unknown = parse(text.replace(BYTE_ORDER_MARK, ''), errors, { allowTrailingComma: true });
  return errors.length === 0 && isObject(json) ? json : undefined;
}

function parsed(path: string, text: string): void {
  if (jsonOf(text)) return;
  throw new CliError('usage', {
    summary: `${path} is not a JSON object.`,
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

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isEmpty(value: unknown): boolean {
  return (isObject(value) || Array.isArray(value)) && Object.keys(value).length === 0;
}
