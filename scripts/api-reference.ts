/**
 * `npm run docs:api [folder]`: the API reference, one page for each thing that can be imported, made from the doc comments
 * and the declarations in the sources. It goes into docs/api, or into the folder that is named, and into the package.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { type Declaration, type Entry, readModule, type Section } from './public-names.ts';

/** A page of the reference: `wayfold/journal`, its text, and the names it explains. */
export interface Page {
  readonly name: string;
  readonly file: string;
  readonly text: string;
  readonly names: readonly string[];
}

const LINK = /\{@link ([^}\s]+)[^}]*\}/g;

const Manifest = z.object({ name: z.string(), exports: z.record(z.string(), z.unknown()) });

/** Every page but the first one, which lists them. The same sources always make the same text. */
export function referencePages(root: string): Page[] {
  const { name, exports } = Manifest.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
  return Object.entries(exports).flatMap(([subpath, target]) => {
    const [, index] = /"\.\/dist\/([^"]*\bindex)\.js"/.exec(JSON.stringify(target)) ?? [];
    if (index === undefined) return [];
    const { comment, sections } = readModule(root, `src/${index}.ts`);
    return {
      name: `${name}${subpath.slice(1)}`,
      file: `${subpath === '.' ? name : subpath.slice(2)}.md`,
      text: pageText(`${name}${subpath.slice(1)}`, comment, sections),
      names: sections.flatMap(({ entries }) => entries.map((entry) => entry.name)),
    };
  });
}

/** The first page: what can be imported, and where every name is. */
export function firstPage(pages: readonly Page[]): string {
  const modules = pages.map(({ name, file, names }) => `| [\`${name}\`](${file}) | ${names.length} |`);
  const names = pages
    .flatMap(({ name: from, file, names }) => names.map((name) => ({ name, from, file })))
    .toSorted((a, b) => order(a.name, b.name) || order(a.from, b.from))
    .map(({ name, from, file }) => `- [\`${name}\`](${file}#${name.toLowerCase()}) of \`${from}\``);
  return [
    '# API reference',
    '',
    'Made from the sources. The guide is one folder up.',
    '',
    '| import | names |',
    '| --- | --- |',
    ...modules,
    '',
    '## All names',
    '',
    ...names,
    '',
  ].join('\n');
}

function pageText(name: string, comment: string, sections: readonly Section[]): string {
  const parts = sections.flatMap(({ title, entries }) => [
    ...(title === '' ? [] : [`## ${title}`]),
    ...entries.map((entry) => entryText(entry)),
  ]);
  return `${[`# ${name}`, asMarkdown(comment), ...parts].join('\n\n')}\n`;
}

function entryText({ name, declarations }: Entry): string {
  const kinds = [...new Set(declarations.map(({ kind }) => kind))].join(' and ');
  const comments = declarations.map(({ comment }) => asMarkdown(comment)).filter((text) => text !== '');
  return [
    `### ${name}`,
    `${sentenceCase(kinds)} in ${sourceOf(declarations)}`,
    ...comments,
    ['```typescript', ...declarations.map(({ signature }) => signature.replace(LINK, '$1')), '```'].join(
      '\n',
    ),
  ].join('\n\n');
}

/** Named, not linked: the package holds no sources. */
function sourceOf(declarations: readonly Declaration[]): string {
  const [first] = declarations;
  if (first === undefined) return '';
  return `\`${first.file}:${first.line}\``;
}

/** Links to names become the names, and examples lose the mark by which the tests of the guide find programs to run. */
function asMarkdown(comment: string): string {
  return comment.replace(LINK, '`$1`').replace(/^```ts\b.*$/gm, '```typescript');
}

function sentenceCase(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

if (import.meta.main) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const folder = resolve(root, process.argv[2] ?? 'docs/api');
  const pages = referencePages(root);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'README.md'), firstPage(pages));
  for (const { file, text } of pages) writeFileSync(join(folder, file), text);
  const count = pages.reduce((sum, { names }) => sum + names.length, 0);
  // On stderr, so that the JSON of `npm pack` stays clean.
  console.error(`API reference: ${count} names on ${pages.length} pages`);
}
