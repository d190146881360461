import { readFileSync } from 'node:fs';
import nodeModule, { type LoadHookSync, type ResolveHook, type ResolveHookSync } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const HERE = import.meta.url;
const ROOT = new URL('../../../', HERE);
const RUNS_FROM_SOURCES = HERE.endsWith('.ts');

/** Packages that a module may import although nothing is installed next to its file. */
const SHARED_PACKAGE = /^(?:wayfold|zod)(?:\/|$)/;
const PACKAGE_PROTOCOL = 'wayfold-package:';

let installed = false;

/**
 * Lets this process import planner modules: TypeScript on every supported Node, and `wayfold` and `zod` from any
 * directory.
 */
export function installModuleHooks(): void {
  if (installed) return;
  installed = true;
  // Node 22.13 and 22.14 have only hooks in a separate thread; newer versions deprecate those.
  if (nodeModule.registerHooks === undefined) nodeModule.register(HERE);
  else nodeModule.registerHooks({ resolve: resolveSync, load });
}

/** A specifier that the hooks resolve as if imported from `directory`, or else as Wayfold itself would. */
export function packageSpecifier(name: string, directory: string): string {
  // The file need not exist: packages are searched for next to it and above.
  const from = pathToFileURL(join(directory, 'index.js')).href;
  return `${PACKAGE_PROTOCOL}?${new URLSearchParams({ name, from })}`;
}

/** The hook for hook threads, found by its name. */
export const resolve: ResolveHook = async (specifier, context, next) => {
  const wanted = wantedBy(specifier, context.parentURL);
  if (wanted === undefined) return next(specifier, context);
  try {
    const found = await next(wanted.name, { ...context, parentURL: wanted.from });
    return isOurs(found.url) ? await next(ourOwn(wanted.name), { ...context, parentURL: HERE }) : found;
  } catch (error) {
    if (!isMissing(error)) throw error;
    return next(ourOwn(wanted.name), { ...context, parentURL: HERE });
  }
};

/** The same for synchronous hooks. */
export const resolveSync: ResolveHookSync = (specifier, context, next) => {
  const wanted = wantedBy(specifier, context.parentURL);
  if (wanted === undefined) return next(specifier, context);
  try {
    const found = next(wanted.name, { ...context, parentURL: wanted.from });
    return isOurs(found.url) ? next(ourOwn(wanted.name), { ...context, parentURL: HERE }) : found;
  } catch (error) {
    if (!isMissing(error)) throw error;
    return next(ourOwn(wanted.name), { ...context, parentURL: HERE });
  }
};

/**
 * Loads TypeScript as an ES module, whatever the nearest package.json says about `.js` files; through Node itself
 * if possible. Files in `node_modules` are left to Node: packages ship JavaScript.
 */
export function typeScriptHook(isBuiltIn: boolean): LoadHookSync {
  return (url, context, next) => {
    if (!isTypeScript(url)) return next(url, context);
    if (isBuiltIn) return next(url, { ...context, format: 'module-typescript' });
    return { format: 'module', source: strippedSource(url), shortCircuit: true };
  };
}

/** The hook for both kinds of threads, found by its name. */
export const load: LoadHookSync = typeScriptHook(process.features.typescript !== false);

/** Node calls this in a hook thread, whose warnings cannot be suppressed from elsewhere. */
export function initialize(): void {
  muteLoaderWarnings();
}

/** Suppresses Node's warnings about loading TypeScript or detecting module types. Returns a function that ends that. */
export function muteLoaderWarnings(): () => void {
  const emit = process.emitWarning;
  const selective: typeof process.emitWarning = (...warning: unknown[]) => {
    if (!isLoaderWarning(warning)) Reflect.apply(emit, process, warning);
  };
  process.emitWarning = selective;
  return () => {
    if (process.emitWarning === selective) process.emitWarning = emit;
  };
}

function isLoaderWarning([warning, ...about]: readonly unknown[]): boolean {
  const message = warning instanceof Error ? warning.message : String(warning);
  return (
    /^(?:type stripping|stripTypeScriptTypes) is an experimental feature/i.test(message) ||
    JSON.stringify(about).includes('MODULE_TYPELESS_PACKAGE_JSON')
  );
}

function wantedBy(
  specifier: string,
  parentURL: string | undefined,
): { readonly name: string; readonly from: string | undefined } | undefined {
  if (SHARED_PACKAGE.test(specifier)) return { name: specifier, from: parentURL };
  if (!specifier.startsWith(PACKAGE_PROTOCOL)) return undefined;
  const { searchParams } = new URL(specifier);
  return { name: searchParams.get('name') ?? '', from: searchParams.get('from') ?? parentURL };
}

/** Sources must not load a second, previously built copy of themselves. */
function isOurs(url: string): boolean {
  return RUNS_FROM_SOURCES && url.startsWith(new URL('dist/', ROOT).href);
}

function ourOwn(specifier: string): string {
  if (!RUNS_FROM_SOURCES || !/^wayfold(?:\/|$)/.test(specifier)) return specifier;
  const { exports } = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8')) as Manifest;
  const built = exports[`.${specifier.slice('wayfold'.length)}`]?.default;
  if (built === undefined) return specifier;
  return new URL(built.replace(/^\.\/dist\/(.+)\.js$/, './src/$1.ts'), ROOT).href;
}

interface Manifest {
  readonly exports: { readonly [subpath: string]: { readonly default?: string } };
}

/** Whether an import failed because the package or file does not exist. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
}

function isTypeScript(url: string): boolean {
  return /^file:[^?#]+\.m?ts(?:[?#]|$)/.test(url) && !url.includes('/node_modules/');
}

function strippedSource(url: string): string {
  const source = readFileSync(new URL(url), 'utf8');
  const unmute = muteLoaderWarnings();
  try {
    return nodeModule.stripTypeScriptTypes(source);
  } catch (error) {
    throw syntaxError(url, error);
  } finally {
    unmute();
  }
}

/** An error in the format of Node's JavaScript syntax errors: file and line on top of its stack. */
function syntaxError(url: string, cause: unknown): SyntaxError {
  const drawing = cause instanceof Error ? cause.message : String(cause);
  const [, message = 'this is not TypeScript'] = /^\s*(?:x )?(.+)/.exec(drawing) ?? [];
  const [, line = '1'] = /,-\[(\d+):/.exec(drawing) ?? [];
  const error = new SyntaxError(message, { cause });
  error.stack = `${url}:${line}\n${error.stack}`;
  return error;
}
