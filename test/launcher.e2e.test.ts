import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  accessSync,
  constants,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { parse } from 'acorn';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const ownNode = join(root, 'node_modules', 'node');
const oldNode = findOldNode();

const MAIN = `
process.stdin.on('data', (chunk) => process.stdout.write('heard ' + chunk));
process.on('SIGTERM', () => process.exit(7));
const [task, ...rest] = process.argv.slice(2);
if (task === 'report') {
  console.log(JSON.stringify({ version: process.version, rest }));
  process.exit(3);
}
if (task === 'echo') process.stdin.on('end', () => process.exit(0));
if (task === 'wait') console.log('ready');
if (task === 'die') process.kill(process.pid, 'SIGKILL');
`;

let home: string;
let elsewhere: string;

beforeEach(() => {
  const parent = realpathSync(mkdtempSync(join(tmpdir(), 'wayfold-launcher-')));
  home = join(parent, 'package');
  elsewhere = join(parent, 'project');
  cpSync(join(root, 'bin'), join(home, 'bin'), { recursive: true });
  mkdirSync(join(home, 'dist', 'surfaces', 'cli'), { recursive: true });
  mkdirSync(elsewhere);
  writeFileSync(join(home, 'package.json'), JSON.stringify({ type: 'module' }));
  writeFileSync(join(home, 'dist', 'surfaces', 'cli', 'main.js'), MAIN);
});

afterEach(() => rmSync(join(home, '..'), { recursive: true, force: true }));

test('the launcher is ES5, so that any Node can parse it', () => {
  const source = readFileSync(join(root, 'bin', 'wayfold.cjs'), 'utf8');
  const program = parse(source, { ecmaVersion: 5, sourceType: 'script', allowHashBang: true });
  expect(program.body.length).toBeGreaterThan(0);
});

test('a recent Node runs the program itself', async () => {
  const { code, stdout } = await finish(launch(process.execPath, ['report', '--data', 'a b']));
  expect(JSON.parse(stdout)).toEqual({ version: process.version, rest: ['--data', 'a b'] });
  expect(code).toBe(3);
});

test('without a build it says what to run', async () => {
  rmSync(join(home, 'dist'), { recursive: true });
  const { code, stderr } = await finish(launch(process.execPath, ['report']));
  expect(stderr).toContain('npm run build');
  expect(code).toBe(1);
});

describe.skipIf(oldNode === undefined && !process.env.CI)('with a Node that is too old', () => {
  test("the package's own Node takes over, with arguments and exit code", async () => {
    giveNodeTo(home);
    const { code, stdout } = await finish(launchOld(['report', '--data', 'a b']));
    expect(JSON.parse(stdout)).toEqual({ version: versionOf(ownNode), rest: ['--data', 'a b'] });
    expect(code).toBe(3);
  });

  test('the Node of the current project takes over', async () => {
    giveNodeTo(elsewhere);
    mkdirSync(join(elsewhere, 'deep', 'down'), { recursive: true });
    const { stdout } = await finish(launchOld(['report'], join(elsewhere, 'deep', 'down')));
    expect(JSON.parse(stdout)).toMatchObject({ version: versionOf(ownNode) });
  });

  test('input reaches the program', async () => {
    giveNodeTo(home);
    const child = launchOld(['echo']);
    child.stdin?.end('you');
    expect((await finish(child)).stdout).toBe('heard you');
  });

  test('a signal reaches the program, and its exit code comes back', async () => {
    giveNodeTo(home);
    const child = launchOld(['wait']);
    child.stdout?.once('data', () => child.kill('SIGTERM'));
    expect(await finish(child)).toMatchObject({ code: 7, signal: null });
  });

  test('a killed program looks killed from outside', async () => {
    giveNodeTo(home);
    expect(await finish(launchOld(['die']))).toMatchObject({ code: null, signal: 'SIGKILL' });
  });

  test('without a newer Node it says what is needed in two lines', async () => {
    const { code, stdout, stderr } = await finish(launchOld(['report']));
    const lines = stderr.trimEnd().split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain('wayfold needs Node 22.13 or newer');
    expect(lines[1]).toContain('npm install --save-dev node@24');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  });

  test('a packaged Node that is also too old is skipped', async () => {
    mkdirSync(join(home, 'node_modules', 'node', 'bin'), { recursive: true });
    writeFileSync(join(home, 'node_modules', 'node', 'bin', 'node'), '');
    writeFileSync(join(home, 'node_modules', 'node', 'package.json'), JSON.stringify({ version: '18.20.0' }));
    expect(await finish(launchOld(['report']))).toMatchObject({ code: 1 });
  });
});

function launch(node: string, args: readonly string[], cwd = elsewhere): ChildProcess {
  return spawn(node, [join(home, 'bin', 'wayfold.cjs'), ...args], { cwd });
}

function launchOld(args: readonly string[], cwd = elsewhere): ChildProcess {
  if (oldNode === undefined) throw new Error('CI needs a Node older than 22.13 on its PATH for this test');
  return launch(oldNode, args, cwd);
}

async function finish(child: ChildProcess) {
  const ended = new Promise<{ code: number | null; signal: string | null }>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
  const [stdout, stderr, ending] = await Promise.all([read(child.stdout), read(child.stderr), ended]);
  return { stdout, stderr, ...ending };
}

function read(stream: NodeJS.ReadableStream | null): Promise<string> {
  return stream === null ? Promise.resolve('') : text(stream);
}

function giveNodeTo(directory: string): void {
  mkdirSync(join(directory, 'node_modules'));
  symlinkSync(ownNode, join(directory, 'node_modules', 'node'));
}

function versionOf(packaged: string): string {
  return execFileSync(join(packaged, 'bin', 'node'), ['--version'], { encoding: 'utf8' }).trim();
}

function findOldNode(): string | undefined {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .map((directory) => join(directory, 'node'))
    .filter(isExecutable)
    .find((path) => {
      const version = execFileSync(path, ['--version'], { encoding: 'utf8' }).slice(1);
      const [major = 0, minor = 0] = version.split('.').map(Number);
      return major < 22 || (major === 22 && minor < 13);
    });
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
