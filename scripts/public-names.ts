/** What a folder's index.ts passes on, read from the sources: names in their sections, declarations, doc comments. */
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseSync } from 'oxc-parser';
import { signatureOf } from './signature.ts';

export interface Module {
  /** The comment that the file begins with. */
  readonly comment: string;
  readonly sections: readonly Section[];
}

/** The exports under one `// Title` line; the title is empty for those before the first. */
export interface Section {
  readonly title: string;
  readonly entries: readonly Entry[];
}

/** A name, with its type and its value where it is both, and with every overload. */
export interface Entry {
  readonly name: string;
  readonly declarations: readonly Declaration[];
}

export interface Declaration {
  readonly kind: string;
  readonly comment: string;
  readonly signature: string;
  readonly isOverload: boolean;
  readonly file: string;
  readonly line: number;
}

type Parsed = ReturnType<typeof parseSync>;
type Statement = Parsed['program']['body'][number];
type Comment = Parsed['comments'][number];

interface Source {
  readonly file: string;
  readonly text: string;
  readonly body: readonly Statement[];
  readonly comments: readonly Comment[];
}

/** Reads an index that only passes names on; a name it declares itself would not be found. */
export function readModule(root: string, index: string): Module {
  const source = readSource(root, index);
  const titles = source.comments.filter(
    ({ type, start }) => type === 'Line' && isOwnLine(source.text, start),
  );
  const sections = new Map<string, Entry[]>();
  for (const statement of source.body) {
    const title = titles.findLast(({ end }) => end <= statement.start)?.value.trim() ?? '';
    const entries = sections.get(title) ?? [];
    sections.set(title, entries);
    for (const { exported, local, from } of passedOn(statement)) {
      const file = posix.join(posix.dirname(index), from);
      entries.push({ name: exported, declarations: declarationsOf(root, file, local) });
    }
  }
  const [first] = source.comments;
  return {
    comment: first?.type === 'Block' && first.start === 0 ? commentText(first.value) : '',
    sections: [...sections].map(([title, entries]) => ({ title, entries })),
  };
}

/** Where a name is declared, followed through the files that only pass it on. */
function declarationsOf(root: string, file: string, name: string): Declaration[] {
  const source = readSource(root, file);
  const own = source.body.flatMap((statement) => declared(source, statement, name));
  const overloads = own.filter(({ isOverload }) => isOverload);
  // Who calls an overloaded function never sees the signature of the one that does the work.
  if (own.length > 0) return overloads.length > 0 ? overloads : own;
  for (const statement of source.body) {
    const next = passedOn(statement).find(({ exported }) => exported === name);
    if (next) return declarationsOf(root, posix.join(posix.dirname(file), next.from), next.local);
  }
  throw new Error(`${file} exports no ${name}, as far as its declarations tell.`);
}

function declared(source: Source, statement: Statement, name: string): Declaration[] {
  if (statement.type !== 'ExportNamedDeclaration' || !statement.declaration) return [];
  const signature = signatureOf(statement.declaration, name, source.text);
  if (signature === undefined) return [];
  return [
    {
      ...signature,
      isOverload: statement.declaration.type === 'TSDeclareFunction',
      comment: commentBefore(source, statement.start),
      file: source.file,
      line: source.text.slice(0, statement.start).split('\n').length,
    },
  ];
}

function passedOn(statement: Statement): { exported: string; local: string; from: string }[] {
  if (statement.type !== 'ExportNamedDeclaration' || !statement.source) return [];
  const from = statement.source.value;
  return statement.specifiers.flatMap(({ exported, local }) =>
    exported.type === 'Literal' || local.type === 'Literal'
      ? []
      : [{ exported: exported.name, local: local.name, from }],
  );
}

function commentBefore({ text, comments }: Source, start: number): string {
  const last = comments.findLast(({ end }) => end <= start);
  if (last === undefined || last.type !== 'Block' || !last.value.startsWith('*')) return '';
  return text.slice(last.end, start).trim() === '' ? commentText(last.value) : '';
}

/** What a doc comment says, without its stars and without the tags that are for programs. */
function commentText(value: string): string {
  return value
    .replace(/^\*/, '')
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, '').trimEnd())
    .filter((line) => line !== '@module')
    .join('\n')
    .replace(/^@example$/gm, 'Example:')
    .trim();
}

function isOwnLine(text: string, start: number): boolean {
  return text.slice(text.lastIndexOf('\n', start - 1) + 1, start).trim() === '';
}

function readSource(root: string, file: string): Source {
  const text = readFileSync(join(root, file), 'utf8');
  const { program, comments, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
  return { file, text, body: program.body, comments };
}
