import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const SRC = fileURLToPath(new URL('../src', import.meta.url));
const STARTS = /(?<![.\w])(?:execa|spawn|spawnSync|execFile|execFileSync|execSync|exec)\(/g;

/** What is no program of others: a plugin that OpenCode runs, and a suite that tests the command line. */
const OWN = new Set(['surfaces/cli/agents/opencode.ts', 'testing/contract/planner-cli.ts']);

/** Every place that starts a program, with the options it gives. */
const starts = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => /\.ts$/.test(path) && !/\.test\.ts$/.test(path) && !OWN.has(path))
  .flatMap((path) => {
    const text = readFileSync(join(SRC, path), 'utf8');
    return [...text.matchAll(STARTS)].map(({ index, 0: call }) => ({
      path,
      call: call.slice(0, -1),
      text: text.slice(index, index + 600),
    }));
  });

it('every started program is given an environment, and none inherits that of Wayfold', () => {
  expect(starts.length).toBeGreaterThan(5);
  const inheriting = starts.filter(({ call, text }) => {
    const [options = ''] = text.split('});');
    // What execa is given comes on top of the environment of the process unless told.
    return !/\benv\b/.test(options) || (call === 'execa' && !options.includes('extendEnv: false'));
  });
  expect(inheriting.map(({ path }) => path)).toEqual([]);
});

it('no environment of a program is that of the process itself', () => {
  expect(starts.filter(({ text }) => /\benv: process\.env\b/.test(text)).map(({ path }) => path)).toEqual([]);
});
