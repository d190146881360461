import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import {
  muteLoaderWarnings,
  packageSpecifier,
  resolve,
  resolveSync,
  typeScriptHook,
} from './module-hooks.ts';

const context = { conditions: ['import'], importAttributes: {}, parentURL: 'file:///tmp/minutes.ts' };
const OURS = new URL('./module-hooks.ts', import.meta.url).href;
const ROOT = new URL('../../../', import.meta.url).href;

/** Resolves as Node would where only `installed` directories have packages. */
function nodeWith(...installed: string[]) {
  return (specifier: string, { parentURL = '' }: { parentURL?: string | undefined } = {}) => {
    if (specifier.startsWith('file:')) return { url: specifier };
    const home = installed.find((directory) => parentURL.startsWith(directory));
    if (home !== undefined) return { url: `${home}node_modules/${specifier}/index.js` };
    throw Object.assign(new Error(`Cannot find package '${specifier}'`), { code: 'ERR_MODULE_NOT_FOUND' });
  };
}

/** Both kinds of hooks, which have to agree. */
async function resolved(specifier: string, next: ReturnType<typeof nodeWith>): Promise<string> {
  const { url } = resolveSync(specifier, context, next);
  expect(await resolve(specifier, context, async (...asked) => next(...asked))).toEqual({ url });
  return url;
}

describe('an import by a module', () => {
  it('of zod or wayfold is answered from where the module lies, if it is installed there', async () => {
    const node = nodeWith('file:///tmp/', ROOT);
    expect(await resolved('zod', node)).toBe('file:///tmp/node_modules/zod/index.js');
    expect(await resolved('wayfold/journal', node)).toBe('file:///tmp/node_modules/wayfold/journal/index.js');
  });

  it('of zod or wayfold is answered with our own copy elsewhere', async () => {
    const node = nodeWith(ROOT);
    expect(await resolved('zod', node)).toBe(`${ROOT}node_modules/zod/index.js`);
    expect(await resolved('wayfold/journal', node)).toBe(`${ROOT}src/journal/index.ts`);
    expect(await resolved('wayfold/trip', node)).toBe(`${ROOT}src/planners/trip/index.ts`);
  });

  it('of wayfold never meets what was built of the sources that are running', async () => {
    const next = (specifier: string) =>
      specifier.startsWith('file:') ? { url: specifier } : { url: `${ROOT}dist/journal/index.js` };
    expect(await resolved('wayfold/journal', next)).toBe(`${ROOT}src/journal/index.ts`);
  });

  it.each(['ai', 'zodiac', 'wayfold-minutes'])(
    'of another package is none of ours: %s',
    async (specifier) => {
      expect(() => resolveSync(specifier, context, nodeWith(ROOT))).toThrow(specifier);
      await expect(resolve(specifier, context, nodeWith(ROOT))).rejects.toThrow(specifier);
    },
  );

  it('that fails for another reason fails with that reason', async () => {
    const next = () => {
      throw Object.assign(new Error('not exported'), { code: 'ERR_PACKAGE_PATH_NOT_EXPORTED' });
    };
    expect(() => resolveSync('zod/nothing', context, next)).toThrow('not exported');
    await expect(resolve('zod/nothing', context, next)).rejects.toThrow('not exported');
  });
});

describe('a package that is named as a planner', () => {
  it('is looked for in the directory that was given, then beside Wayfold', async () => {
    const specifier = packageSpecifier('@me/minutes', '/srv/some project');
    expect(await resolved(specifier, nodeWith('file:///srv/some%20project/', ROOT))).toBe(
      'file:///srv/some%20project/node_modules/@me/minutes/index.js',
    );
    expect(await resolved(specifier, nodeWith(ROOT))).toBe(`${ROOT}node_modules/@me/minutes/index.js`);
  });
});

describe('loading', () => {
  const left = { format: 'left to Node' };
  const loadContext = { conditions: ['import'], format: undefined, importAttributes: {} };

  it('asks Node for TypeScript as an ES module where Node can load it', () => {
    const next = vi.fn(() => left);
    expect(typeScriptHook(true)('file:///tmp/a.ts?version=2', loadContext, next)).toBe(left);
    expect(next).toHaveBeenCalledWith('file:///tmp/a.ts?version=2', {
      ...loadContext,
      format: 'module-typescript',
    });
  });

  it('removes the types itself where Node cannot', () => {
    const { format, source } = typeScriptHook(false)(`${OURS}?version=2`, loadContext, () => left);
    expect(format).toBe('module');
    expect(source).toContain('export function packageSpecifier(name        , directory        )');
  });

  it.each(['file:///tmp/a.js', 'file:///p/node_modules/a/a.ts', 'node:fs', 'data:text/javascript,a.ts'])(
    'leaves everything else to Node: %s',
    (url) => {
      expect(typeScriptHook(false)(url, loadContext, () => left)).toBe(left);
    },
  );
});

it('tells the file and the line of TypeScript that cannot be read', () => {
  const directory = mkdtempSync(join(tmpdir(), 'wayfold-hooks-'));
  const url = pathToFileURL(join(directory, 'a.ts')).href;
  writeFileSync(new URL(url), 'const a: number = 1;\n\nenum Order { asSaid }\n');
  const context = { conditions: ['import'], format: undefined, importAttributes: {} };
  try {
    expect(() => typeScriptHook(false)(url, context, () => ({ format: 'module' }))).toThrow(
      expect.objectContaining({ name: 'SyntaxError', stack: expect.stringMatching(/^file:.+a\.ts:\d+\n/) }),
    );
  } finally {
    rmSync(directory, { recursive: true });
  }
});

describe('warnings', () => {
  it('of the loader are held back, and others are not, until that is ended', () => {
    const emit = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    const unmute = muteLoaderWarnings();
    process.emitWarning('Type Stripping is an experimental feature and might change', 'ExperimentalWarning');
    process.emitWarning('stripTypeScriptTypes is an experimental feature', 'ExperimentalWarning');
    process.emitWarning('Module type of a.js is not specified', { code: 'MODULE_TYPELESS_PACKAGE_JSON' });
    expect(emit).not.toHaveBeenCalled();
    process.emitWarning('The disk is nearly full');
    expect(emit).toHaveBeenCalledWith('The disk is nearly full');
    unmute();
    process.emitWarning('Type Stripping is an experimental feature', 'ExperimentalWarning');
    expect(emit).toHaveBeenCalledTimes(2);
    emit.mockRestore();
  });
});
