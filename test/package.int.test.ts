import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { isBuildStale } from '../scripts/build.mjs';
import { importableNames, ownComplaints, RESOLUTIONS, writeConsumer } from '../scripts/package-consumer.ts';
import { type PackedFile, packageInspector, TARBALL_BUDGET } from '../scripts/package-contents.ts';
import { CliProcess } from './cli-process.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const Packed = z.tuple([
  z.object({ size: z.number(), files: z.array(z.object({ path: z.string(), size: z.number() })) }),
]);

// `npm test` builds before it runs this; what an older build holds says nothing.
describe.skipIf(isBuildStale())('the package', () => {
  const problemsOf = packageInspector(root);
  let packed: z.infer<typeof Packed>[0];
  let project: string;

  beforeAll(async () => {
    const args = ['pack', '--dry-run', '--json', '--ignore-scripts'];
    const { stdout } = await promisify(execFile)('npm', args, { cwd: root, maxBuffer: 2 ** 26 });
    [packed] = Packed.parse(JSON.parse(stdout));
    mkdirSync(join(root, '.cache'), { recursive: true });
    project = mkdtempSync(join(root, '.cache', 'consumer-'));
    mkdirSync(join(project, 'node_modules'));
    symlinkSync(root, join(project, 'node_modules', 'wayfold'), 'junction');
    writeConsumer(project, { names: importableNames(root), examples: false });
  });

  afterAll(() => rmSync(project, { recursive: true, force: true }));

  test('contains exactly what it should', () => {
    expect(problemsOf(packed.files)).toEqual([]);
  });

  test('stays within its size limit', () => {
    expect(packed.size).toBeLessThan(TARBALL_BUDGET);
  });

  test.each([
    { what: 'a source', path: 'src/journal/journal.ts' },
    { what: 'a snapshot', path: 'src/plan-tools/__snapshots__/plan.md' },
    { what: 'the record of the build', path: 'dist/.built-from' },
    { what: 'a source of the page', path: 'web/src/main.tsx' },
    { what: 'a benchmark', path: 'bench/run.ts' },
    { what: 'a set-up script', path: 'scripts/setup.mjs' },
  ])('is refused with $what in it', ({ path }) => {
    const manifest = { path: 'package.json', size: 1 };
    expect(problemsOf([manifest, { path, size: 1 }])).toContain(`${path} does not belong into the package.`);
  });

  test.each([
    { what: 'the page', path: 'dist/web/index.html' },
    { what: 'the look of the error pages', path: 'dist/web/document.css' },
    { what: 'types that only others import', path: 'dist/journal/clock.d.ts' },
    { what: 'a program for threads', path: 'dist/model/answers/off-thread-worker.js' },
    { what: 'the places of the world', path: 'dist/planners/trip/places/gazetteer/gazetteer.bin' },
  ])('is refused without $what', ({ path }) => {
    const without: PackedFile[] = packed.files.filter((file) => file.path !== path);
    expect(without).toHaveLength(packed.files.length - 1);
    expect(problemsOf(without)).not.toEqual([]);
  });

  // What is compiled can fail where its sources do not.
  test('runs as built: it serves, and answers', async () => {
    const program = new CliProcess(['up', '--port', '0', '--data', join(project, 'data')], {
      cwd: project,
      main: join(root, 'bin', 'wayfold.cjs'),
    });
    const address = () => /http:\/\/[\w.:]+/.exec(program.stdout)?.[0] ?? program.stderr;
    await expect.poll(address, { timeout: 30_000 }).toMatch(/^http/);
    const health = await fetch(`${address()}/healthz`);
    const page = await fetch(address());
    const { code } = await program.end('SIGTERM');
    expect([health.status, page.status, code]).toEqual([200, 200, 0]);
  });

  test.each(RESOLUTIONS)('has types for a project with %s module resolution', async (resolution) => {
    const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
    const args = [tsc, '-p', `tsconfig.${resolution}.json`];
    const output = await promisify(execFile)(process.execPath, args, { cwd: project }).then(
      () => '',
      (failure) => `${failure.stdout}${failure.stderr}`,
    );
    expect(ownComplaints(output)).toEqual([]);
  });
});
