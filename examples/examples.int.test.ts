import { execFile } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cleanEnv } from '../test/cli-process.ts';
import { linkPackage } from '../test/linked-package.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = fileURLToPath(new URL('..', import.meta.url));
const programs = globSync('*.ts', { cwd: here })
  .filter((file) => isProgram(file))
  .toSorted();
const tellingWhatTheyPrint = programs.filter((file) => promisedBy(file) !== '');

let workspace: string;

// Inside the repository, so that packages like zod are found where a reader's project would have them.
beforeAll(() => {
  mkdirSync(join(root, '.cache'), { recursive: true });
  workspace = mkdtempSync(join(root, '.cache', 'examples-'));
  linkPackage(workspace);
  cpSync(here, join(workspace, 'examples'), { recursive: true });
});

afterAll(() => rmSync(workspace, { recursive: true, force: true }));

describe.concurrent('the example', () => {
  test.each(tellingWhatTheyPrint)('%s runs and prints what its comments say', async (file) => {
    expect(await run(file)).toEqual({ code: 0, printed: promisedBy(file) });
  });

  test('own-store.ts passes the suite that every store has to pass', async () => {
    const { code, printed } = await run('own-store.ts');
    expect(printed).toMatch(/^\D*pass [1-9]\d\d$/m);
    expect(printed).toMatch(/^\D*fail 0$/m);
    expect(code).toBe(0);
  });

  test('negotiation.ts lets both sides talk until they have a contract', async () => {
    const { code, printed } = await run('negotiation.ts');
    const lines = printed.trimEnd().split('\n');
    expect(lines.slice(0, 2)).toEqual([
      expect.stringMatching(/^bakery: Good morning\. Our contract for strong wheat flour/),
      expect.stringMatching(/^mill: {3}\[offline demo model\] Ahrtal Mill here\./),
    ]);
    expect(lines.slice(-2)).toEqual([
      expect.stringMatching(/^talk:bakery-buyer: completed, by .*sign_supply_contract$/),
      expect.stringMatching(/^talk:mill-sales: completed, by .*calculate_price/),
    ]);
    expect(code).toBe(0);
  });

  test('inbox.ts sends what was approved, as it was approved, and goes on after it was stopped', async () => {
    const file = join(workspace, 'inbox.db');
    const before = await run('inbox.ts', { args: [file], input: 'Say that Tuesday is better\na\nq\n' });
    // What was whispered leads to another draft and is not repeated in it.
    expect(sentIn(before.printed)).toEqual([expect.stringMatching(/^The mill: (?!.*Tuesday).*number 2/)]);
    expect(before.printed).toContain('The clinic\n  they: Your visit has to move.');

    const after = await run('inbox.ts', { args: [file], input: 'e No. Friday, please.\na\n' });
    expect(sentIn(after.printed)).toEqual(['The clinic: No. Friday, please.']);
    expect(after.printed.trimEnd()).toMatch(/Nothing needs you\.$/);
    expect([before.code, after.code]).toEqual([0, 0]);
  });
});

function sentIn(printed: string): string[] {
  return [...printed.matchAll(/^Sent to (.+)$/gm)].map(([, sent = '']) => sent);
}

/** What is imported by other examples, and tests, are not run by themselves. */
function isProgram(file: string): boolean {
  return !file.endsWith('.test.ts') && readFileSync(join(here, file), 'utf8').startsWith('/**');
}

/** The lines that comments `// → …` promise, in their order. */
function promisedBy(file: string): string {
  const source = readFileSync(join(here, file), 'utf8');
  return [...source.matchAll(/\/\/ →(?: (.*))?$/gm)].map(([, line = '']) => `${line}\n`).join('');
}

/** Runs an example as its reader would, in a process and a directory of its own. */
function run(
  file: string,
  { args = [], input = '' }: { readonly args?: readonly string[]; readonly input?: string } = {},
): Promise<{ readonly code: unknown; readonly printed: string }> {
  const program = join(workspace, 'examples', file);
  const cwd = mkdtempSync(join(workspace, 'run-'));
  const env = { ...cleanEnv(), GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [program, ...args],
      { cwd, env, timeout: 110_000 },
      (error, stdout, stderr) =>
        resolve({ code: error ? stderr || (error.code ?? error.signal) : 0, printed: stdout }),
    );
    child.stdin?.end(input);
  });
}
