/** What the published package has to hold, and what it must not. */
import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, posix } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { z } from 'zod';
import { STARTED as STARTED_PROGRAMS } from './program-bundle.config.mjs';

export interface PackedFile {
  readonly path: string;
  readonly size: number;
}

/** The largest tarball that is published. The places of the world and the map of it take two thirds of it. */
export const TARBALL_BUDGET = 22_000_000;

const FILE_BUDGET = 3_000_000;
const GAZETTEER = 'dist/planners/trip/places/gazetteer/gazetteer.bin';
const GAZETTEER_BUDGET = 21_000_000;
/** The coasts and towns of the world, which are sent compressed and only to those who look near. */
const BASE_MAP = /^dist\/web\/assets\/(land-detail|towns)-[\w-]+\.json$/;
const BASE_MAP_BUDGET = 8_000_000;

const BELONGS = [
  /^(package\.json|README\.md|LICENSE|CHANGELOG\.md|SECURITY\.md)$/,
  /^bin\/[a-z-]+\.cjs$/,
  /^dist\/web\/(index\.html|icon\.svg|document\.css)$/,
  /^dist\/web\/assets\/[\w-]+(-[\w-]+)?\.(js|mjs|css|json|woff2|svg)$/,
  /^dist\/(?!web\/)[\w/-]+(\.js|\.d\.ts)$/,
  /^dist\/licenses\.md$/,
  /^dist\/hook\/[\w-]+\.mjs$/,
  /^dist\/plan-app\/plan-app\.html$/,
  /^docs\/[\w/-]+\.md$/,
  /^docs\/images\/[\w/-]+\.(png|svg|webp)$/,
  /^examples\/(README\.md|[\w/-]+\.ts)$/,
  /^examples\/scenarios\/[\w-]+\.json$/,
  /^deploy\/compose\.yaml$/,
  /^examples\/evolve\/[\w-]+\.mjs$/,
];

/** At least one file for each. */
const NEEDED = [
  /^bin\/wayfold\.cjs$/,
  /^dist\/surfaces\/cli\/main\.js$/,
  /^dist\/hook\/hook-main\.mjs$/,
  /^dist\/plan-app\/plan-app\.html$/,
  /^dist\/web\/index\.html$/,
  /^dist\/web\/document\.css$/,
  /^dist\/web\/assets\/maplibre-gl-worker-/,
  /^dist\/web\/assets\/land-detail-/,
  /^docs\/errors\//,
];

/** Programs that are started by their address, and imported by nothing. */
const STARTED = [...STARTED_PROGRAMS.map((name) => `dist/${name}.js`), 'dist/hook/hook-main.mjs'];

const Manifest = z.object({
  dependencies: z.record(z.string(), z.string()),
  peerDependencies: z.record(z.string(), z.string()),
  bin: z.record(z.string(), z.string()),
  exports: z.record(z.string(), z.union([z.string(), z.record(z.string(), z.string())])),
});

/** Finds everything that is wrong with a package of some files, whose bytes are under `root`; nothing when all is well. */
export function packageInspector(root: string): (files: readonly PackedFile[]) => string[] {
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  const parsed = new Map<string, readonly string[]>();
  const importsOf = (path: string) => {
    const imports = parsed.get(path) ?? importedBy(path, read(path));
    parsed.set(path, imports);
    return imports;
  };
  return (files) => {
    const paths = new Set(files.map(({ path }) => path));
    return [
      ...files.flatMap((file) => placeProblems(file)),
      ...NEEDED.filter((needed) => !files.some(({ path }) => needed.test(path))).map(
        (needed) => `There is no ${needed.source}.`,
      ),
      ...(paths.has(GAZETTEER) ? [] : [`There is no ${GAZETTEER}.`]),
      ...pageProblems(paths, read),
      ...programProblems(paths, Manifest.parse(JSON.parse(read('package.json'))), importsOf),
    ];
  };
}

function placeProblems({ path, size }: PackedFile): string[] {
  if (path === GAZETTEER) return size > GAZETTEER_BUDGET ? [`${path} is too large: ${size} bytes.`] : [];
  const budget = BASE_MAP.test(path) ? BASE_MAP_BUDGET : FILE_BUDGET;
  const belongs = BELONGS.some((pattern) => pattern.test(path)) && !/\.test\.|\/__/.test(path);
  return [
    ...(belongs ? [] : [`${path} does not belong into the package.`]),
    ...(size > budget ? [`${path} is too large: ${size} bytes.`] : []),
  ];
}

/** What the page loads first is there. */
function pageProblems(paths: ReadonlySet<string>, read: (path: string) => string): string[] {
  if (!paths.has('dist/web/index.html')) return [];
  const assets = [...read('dist/web/index.html').matchAll(/(?:src|href)="\/([^"]+)"/g)];
  return assets
    .map(([, asset = '']) => `dist/web/${asset}`)
    .filter((asset) => !paths.has(asset))
    .map((asset) => `The page wants ${asset}, which is not in the package.`);
}

/**
 * Everything that can be imported and the command lead to every other program in the package, to packages that are
 * installed with it, and to nothing else. What nothing leads to is a test's or a leftover.
 */
function programProblems(
  paths: ReadonlySet<string>,
  { bin, exports, dependencies, peerDependencies }: z.infer<typeof Manifest>,
  importsOf: (path: string) => readonly string[],
): string[] {
  const installed = new Set([...Object.keys(dependencies), ...Object.keys(peerDependencies)]);
  const targets = Object.values(exports).flatMap((target) =>
    typeof target === 'string' ? [target] : Object.values(target),
  );
  const problems: string[] = [];
  const reached = new Set<string>();
  const waiting = [...Object.values(bin), ...targets, ...STARTED].map((path) => posix.normalize(path));
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (reached.has(path)) continue;
    reached.add(path);
    if (!paths.has(path)) problems.push(`${path} is wanted, and not in the package.`);
    else if (path.startsWith('dist/')) {
      for (const name of importsOf(path)) {
        if (name.startsWith('.')) waiting.push(programOf(path, beside(path, name)));
        else if (!isBuiltin(name) && !installed.has(packageOf(name))) {
          problems.push(`${path} imports ${name}, which is not installed with the package.`);
        }
      }
    }
  }
  for (const path of paths) {
    const isProgram = /^dist\/(?!web\/|plan-app\/).+(\.m?js|\.d\.ts)$/.test(path);
    if (isProgram && !reached.has(path))
      problems.push(`Nothing that can be imported or run leads to ${path}.`);
  }
  return problems;
}

/** What a program or its types import, in whichever way. */
function importedBy(path: string, text: string): string[] {
  const parsed = parseSync(path, text);
  const { module } = parsed;
  const found = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.map(({ moduleRequest }) => moduleRequest?.value),
    ),
    // What makes programs smaller writes names as templates.
    ...module.dynamicImports.map(
      ({ moduleRequest: { start, end } }) => /^(['"`])([^$]*)\1$/.exec(text.slice(start, end))?.[2],
    ),
  ].filter((name) => name !== undefined);
  if (path.endsWith('.d.ts')) {
    new Visitor({ TSImportType: ({ source }) => void found.push(source.value) }).visit(parsed.program);
  }
  return found;
}

/** Types lead to types. */
function programOf(importer: string, imported: string): string {
  return importer.endsWith('.d.ts') ? imported.replace(/\.[jt]s$/, '.d.ts') : imported;
}

function packageOf(name: string): string {
  return name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');
}

function beside(path: string, relative: string): string {
  return posix.join(posix.dirname(path), relative);
}
