import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { SOURCE } from './built-program.ts';
import { cleanEnv } from './cli-process.ts';

/** Writes the address of every module to stderr when the process ends. */
const LISTING = `
import { registerHooks } from 'node:module';
import { writeSync } from 'node:fs';
const loaded = new Set();
registerHooks({ load: (url, context, next) => (loaded.add(url), next(url, context)) });
process.on('exit', () => writeSync(2, JSON.stringify([...loaded])));`;

// Loading modules is nearly all that the start of a command costs, and it can be counted on a busy machine too.
test.each(['--help', '--version', 'journal --help'])(
  '%s loads the commands and their parser, and no other package',
  async (line) => {
    const { files, packages } = await modulesOf(line.split(' '));
    expect(packages).toEqual(['commander']);
    expect(files).toBeGreaterThan(10);
    expect(files).toBeLessThanOrEqual(60);
  },
);

test('a command on a store of files loads no PostgreSQL, no engine and no telemetry', async () => {
  const data = mkdtempSync(join(tmpdir(), 'wayfold-start-'));
  onTestFinished(() => rmSync(data, { recursive: true }));
  await modulesOf(['journal', 'append', 'notes', '{"type":"noted"}', '--data', data]);
  const { packages } = await modulesOf(['journal', 'verify', '--all', '--data', data]);
  const rare = /^(pg|pg-.*|@restatedev\/.*|@opentelemetry\/(?!api$).*)$/;
  expect(packages.filter((name) => rare.test(name))).toEqual([]);
  expect(packages).toContain('commander');
});

async function modulesOf(args: readonly string[]): Promise<{ files: number; packages: string[] }> {
  const hook = `data:text/javascript,${encodeURIComponent(LISTING)}`;
  const node = ['--import', hook, SOURCE, ...args];
  const { stderr } = await promisify(execFile)(process.execPath, node, { env: cleanEnv() });
  const loaded: string[] = JSON.parse(stderr.slice(stderr.indexOf('["')));
  const files = loaded.filter((url) => url.startsWith('file:'));
  const packages = files.flatMap((url) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? []);
  return { files: files.length, packages: [...new Set(packages)] };
}
