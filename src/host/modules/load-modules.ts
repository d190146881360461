import { statSync } from 'node:fs';
import { extname, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isPlannerModule, PLANNER_BRAND, type PlannerModule } from '../../harness/module/planner-module.ts';
import { shown } from '../../journal/error.ts';
import { checkModule, type KnownPlanner } from './check-module.ts';
import { ModuleError } from './error.ts';
import { installModuleHooks, isMissing, muteLoaderWarnings, packageSpecifier } from './module-hooks.ts';

/** Options for loading planner modules. */
export interface LoadModulesOptions {
  /** The directory for relative paths and packages. */
  readonly cwd: string;
  /** The argument for modules that export a function. */
  readonly options?: unknown;
  /** What names the modules, such as `--planner` or the path of a configuration file; for errors. */
  readonly from?: string | undefined;
  /** The planners that are already loaded. */
  readonly alreadyLoaded?: readonly KnownPlanner[] | undefined;
  /** A new text reloads the files. Their imports are not reloaded. */
  readonly version?: string | undefined;
}

/** A planner module, and the path of its file. */
export interface LoadedModule {
  readonly module: PlannerModule;
  readonly source: string;
}

const EXTENSIONS = ['.ts', '.mts', '.js', '.mjs', '.cjs'];
const OWN_FOLDER = new URL('.', import.meta.url).href;
const WAYFOLD = new URL('../../', import.meta.url).href;
const PACKAGE = 'npm:';
const PACKAGE_NAME = /^(?:@[a-z0-9~-][\w.~-]*\/)?[a-z0-9~-][\w.~-]*(?:\/[\w.~/-]+)?$/i;

/**
 * Imports planner modules into this process and checks that they can run side by side. A spec is the path of a file or
 * `npm:NAME`. A file that is named twice is loaded once. Throws a {@link ModuleError} at the first that cannot be used.
 *
 * ```ts
 * const [minutes] = await loadPlannerModules(['./minutes.ts'], { cwd: process.cwd() });
 * ```
 */
export async function loadPlannerModules(
  specs: readonly string[],
  { cwd, options = {}, from, alreadyLoaded = [], version }: LoadModulesOptions,
): Promise<readonly LoadedModule[]> {
  if (specs.length === 0) return [];
  installModuleHooks();
  const unmute = muteLoaderWarnings();
  try {
    const loaded: LoadedModule[] = [];
    const known = [...alreadyLoaded];
    const urls = new Set(specs.map((spec) => locate(spec, { cwd, from })));
    for (const url of urls) {
      const source = fileURLToPath(url);
      const module = await moduleFrom(await defaultExport(url, version), { source, options });
      known.push(checkModule(module, { source, others: known }));
      loaded.push({ module, source });
    }
    return loaded;
  } finally {
    unmute();
  }
}

interface Place {
  readonly cwd: string;
  readonly from: string | undefined;
}

function locate(spec: string, place: Place): string {
  return spec.startsWith(PACKAGE) ? locatePackage(spec, place) : locateFile(spec, place);
}

function locateFile(spec: string, { cwd, from }: Place): string {
  const path = spec.startsWith('file:') ? fileURLToPath(spec) : resolve(cwd, spec);
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) {
    throw new ModuleError('module-not-found', {
      source: path,
      summary: `There is no file ${path}${namedBy(from)}.`,
      fix: 'Check the path, or write npm:NAME for a package.',
    });
  }
  if (!EXTENSIONS.includes(extname(path))) {
    throw new ModuleError('module-unloadable', {
      source: path,
      summary: `${path} is neither TypeScript nor JavaScript by its name${namedBy(from)}.`,
      fix: `Name a file that ends in ${EXTENSIONS.join(', ')}.`,
    });
  }
  return pathToFileURL(path).href;
}

function locatePackage(spec: string, { cwd, from }: Place): string {
  const name = spec.slice(PACKAGE.length);
  try {
    const url = PACKAGE_NAME.test(name) ? import.meta.resolve(packageSpecifier(name, cwd)) : '';
    if (url.startsWith('file:')) return url;
  } catch (error) {
    if (!isMissing(error)) throw unloadable(spec, error);
  }
  throw new ModuleError('module-not-found', {
    source: spec,
    summary: `No package ${shown(name)} is installed for ${cwd}${namedBy(from)}.`,
    fix: 'Check the name, or install the package with npm install.',
  });
}

function namedBy(from: string | undefined): string {
  return from === undefined ? '' : ` (named by ${from})`;
}

async function defaultExport(url: string, version: string | undefined): Promise<unknown> {
  const source = fileURLToPath(url);
  try {
    const query = version === undefined ? '' : `?${new URLSearchParams({ version })}`;
    const loading: Promise<{ readonly default?: unknown }> = import(/* @vite-ignore */ `${url}${query}`);
    const { default: value } = await withinTime(loading);
    // CommonJS compiled from an ES module has its default export one level down.
    return isObject(value) && '__esModule' in value && 'default' in value ? value.default : value;
  } catch (error) {
    throw unloadable(source, error);
  }
}

/** How long a module may take to load. One that never finishes would end the process silently. */
const MAX_LOADING_MS = 20_000;

async function withinTime<Value>(loading: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    const late = () => reject(new Error(`it did not finish loading within ${MAX_LOADING_MS / 1000} seconds`));
    timer = setTimeout(late, MAX_LOADING_MS);
  });
  try {
    return await Promise.race([loading, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}

async function moduleFrom(
  exported: unknown,
  { source, options }: { readonly source: string; readonly options: unknown },
): Promise<PlannerModule> {
  const module = isFunction(exported) ? await called(exported, { source, options }) : exported;
  if (isPlannerModule(module)) return module;
  if (isObject(module) && PLANNER_BRAND in module) {
    throw new ModuleError('module-invalid', {
      source,
      summary: `${source} was created with a newer version of Wayfold.`,
      fix: 'Update Wayfold.',
    });
  }
  throw new ModuleError('module-invalid', {
    source,
    summary: `${source} exports no planner as its default${module === undefined ? '' : ` but ${shown(module)}`}.`,
    fix: 'Write "export default definePlanner({ … })", or export a function that returns such a module.',
  });
}

async function called(
  make: (options: unknown) => unknown,
  { source, options }: { readonly source: string; readonly options: unknown },
): Promise<unknown> {
  try {
    return await make(options);
  } catch (error) {
    throw unloadable(source, error);
  }
}

function unloadable(source: string, error: unknown): ModuleError {
  return new ModuleError('module-unloadable', {
    source,
    summary: `${source} cannot be loaded: ${error instanceof Error ? firstLine(error) : shown(error)}${placeOf(error)}.`,
    fix: fixOf(source, error),
    cause: error,
  });
}

function fixOf(source: string, error: unknown): string {
  if (isReadAsCommonJs(error)) {
    return 'Name the file .ts or .mjs, or write "type": "module" into the package.json above it.';
  }
  if (/[\\/]node_modules[\\/].+\.m?ts$/.test(source)) {
    return 'Packages have to ship JavaScript: compile it before it is published.';
  }
  return 'Correct the file and try again: nothing was started.';
}

function isReadAsCommonJs(error: unknown): boolean {
  return error instanceof SyntaxError && /outside a module|Unexpected token 'export'/.test(error.message);
}

function firstLine({ name, message }: Error): string {
  return `${name}: ${message.trim().split('\n')[0]}`.replace(/\.$/, '');
}

/** Where the author of a module has to look: the location of a syntax error, or else the first frame in their code. */
function placeOf(error: unknown): string {
  const stack = error instanceof Error ? String(error.stack) : '';
  const [, file, place] = /^(\/.+|[A-Z]:\\.+):(\d+)$/m.exec(stack.split('\n', 1)[0] ?? '') ?? [];
  if (file !== undefined) return ` (${file}:${place})`;
  for (const [, url = '', line] of stack.matchAll(/(file:\/\/[^\s?:]+)(?:\?\S*?)?:(\d+)/g)) {
    // From here on the stack shows who imported the module, not what is wrong with it.
    if (url.startsWith(OWN_FOLDER)) return '';
    if (!url.startsWith(WAYFOLD) && !url.includes('/node_modules/'))
      return ` (${fileURLToPath(url)}:${line})`;
  }
  return '';
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isFunction(value: unknown): value is (options: unknown) => unknown {
  return typeof value === 'function';
}
