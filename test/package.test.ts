import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { z } from 'zod';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');

const manifest = z
  .object({
    exports: z.record(
      z.string(),
      z.union([z.string(), z.object({ types: z.string(), default: z.string() })]),
    ),
    bin: z.object({ wayfold: z.string() }),
    dependencies: z.record(z.string(), z.string()),
    devDependencies: z.record(z.string(), z.string()),
  })
  .parse(JSON.parse(read('package.json')));

const faces = Object.entries(manifest.exports).flatMap(([subpath, target]) =>
  typeof target === 'string' ? [] : [{ subpath, ...target }],
);
const page = z
  .object({ devDependencies: z.record(z.string(), z.string()) })
  .parse(JSON.parse(read('web/package.json')));
const dependencies = Object.entries({
  ...manifest.dependencies,
  ...manifest.devDependencies,
  ...page.devDependencies,
});

test.each(faces)('$subpath is the index.ts of a folder, or the root', ({ types, default: program }) => {
  const [, folder] = /^\.\/dist\/(.+\/)?index\.js$/.exec(program) ?? [];
  expect(types).toBe(`./dist/${folder ?? ''}index.d.ts`);
  expect(`src/${folder ?? ''}index.ts`).toSatisfy(
    (path: string) => existsSync(join(root, path)),
    'is a file',
  );
});

test('every dependency is pinned to one version', () => {
  expect(dependencies.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
});

test('docs/dependencies.md gives the reason for every dependency and for nothing else', () => {
  const explained = [...read('docs/dependencies.md').matchAll(/^\| `([^`]+)` +\| \S.+ \|$/gm)].map(
    ([, name]) => name,
  );
  expect(explained.toSorted()).toEqual(dependencies.map(([name]) => name).toSorted());
});

const { packages } = z
  .object({
    packages: z.record(
      z.string(),
      z.object({
        hasInstallScript: z.boolean().optional(),
        dependencies: z.record(z.string(), z.string()).optional(),
        optionalDependencies: z.record(z.string(), z.string()).optional(),
      }),
    ),
  })
  .parse(JSON.parse(read('package-lock.json')));

test('nothing that a user of Wayfold installs runs a script when it is installed', () => {
  const installed = new Set(['']);
  for (const folder of installed) {
    const { dependencies, optionalDependencies } = packages[folder] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const own = `${folder}/node_modules/${name}`;
      installed.add(own in packages ? own : `node_modules/${name}`);
    }
  }
  const missing = [...installed].filter((folder) => packages[folder] === undefined);
  const scripted = [...installed].filter((folder) => packages[folder]?.hasInstallScript);
  expect({ missing, scripted }).toEqual({ missing: [], scripted: [] });
  expect(installed.size).toBeGreaterThan(1);
});

test('the lockfile has the optional packages of every system, without which npm ci fails', () => {
  const locked = new Set(Object.keys(packages).map((path) => path.slice(path.lastIndexOf('node_modules/'))));
  const named = Object.values(packages).flatMap(({ optionalDependencies = {} }) =>
    Object.keys(optionalDependencies),
  );
  expect(named.filter((name) => !locked.has(`node_modules/${name}`))).toEqual([]);
  expect(named).toContain('@biomejs/cli-darwin-arm64');
});

test('the lockfile names no registry, so that everybody can use their own', () => {
  expect(read('package-lock.json')).not.toMatch(/"resolved": "https?:/);
});
