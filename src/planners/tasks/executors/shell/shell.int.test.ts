import { readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../../../test/eventually.ts';
import type { ExecutionOutcome } from '../executor.ts';
import { type ShellExecutorOptions, shellExecutor } from './shell.ts';

let directory: string;
let cwd: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'wayfold-shell-'));
  cwd = join(directory, 'work');
  await mkdir(cwd);
});

afterEach(() => rm(directory, { recursive: true, force: true }));

/** Puts a program into the PATH of the executor. */
async function program(name: string, script: string): Promise<void> {
  const file = join(directory, name);
  await writeFile(file, `#!/bin/sh\n${script}\n`);
  await chmod(file, 0o755);
}

const environment = () => ({
  ...process.env,
  PATH: [directory, dirname(process.execPath), process.env.PATH].join(delimiter),
});

interface Given extends Partial<ShellExecutorOptions> {
  readonly parameters?: string;
  readonly signal?: AbortSignal;
  readonly onProgress?: (text: string) => void;
}

async function run(description: string, given: Given = {}): Promise<ExecutionOutcome> {
  const { parameters = description, signal = new AbortController().signal, onProgress, ...options } = given;
  const executor = shellExecutor({ allow: ['node', 'echo', 'tool'], cwd, env: environment(), ...options });
  return await executor.execute(
    { id: 1, kind: 'ToolCall', description, parameters, attachments: [], context: '' },
    { signal, idempotencyKey: 'k', progress: (text) => onProgress?.(text) },
  );
}

/** One that has ended and waits for its parent to notice is not alive. */
function isAlive(pid: number): boolean {
  try {
    if (process.platform === 'linux') return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function pidIn(file: string): Promise<number> {
  await eventually(() => readFile(join(cwd, file), 'utf8').catch(() => '')).toMatch(/^\d+\n/);
  return Number(await readFile(join(cwd, file), 'utf8'));
}

describe('what is run', () => {
  it.each([
    ['code in backticks', 'Say hello with `echo hello`'],
    ['a fenced block', 'Say hello:\n```sh\n$ echo hello\n```'],
    ['the words after the verb', 'Run echo hello'],
    ['the words by themselves', 'echo hello'],
  ])('is %s', async (_, description) => {
    expect(await run(description)).toEqual({ type: 'completed', result: 'hello' });
  });

  it("is a person's answer if the task was unclear", async () => {
    const description = 'Run the greeting';
    expect(await run(description)).toMatchObject({ type: 'needs-clarification' });
    const parameters = `${description}\n\nQuestion: Which command?\nAnswer: echo hello`;
    expect(await run(description, { parameters })).toEqual({ type: 'completed', result: 'hello' });
  });

  it('gets its arguments literally', async () => {
    await writeFile(join(cwd, 'args.cjs'), 'console.log(JSON.stringify(process.argv.slice(2)))');
    const outcome = await run(`Run \`node args.cjs "a b" '$HOME' '*' '; touch x' "it's" ''\``);
    expect(outcome).toMatchObject({ type: 'completed' });
    expect(JSON.parse(outcome.type === 'completed' ? outcome.result : '')).toEqual([
      'a b',
      '$HOME',
      '*',
      '; touch x',
      "it's",
      '',
    ]);
    expect(await readdir(cwd)).toEqual(['args.cjs']);
  });

  it('runs in the working directory, with its input closed', async () => {
    await program('tool', 'pwd; cat; echo end');
    expect(await run('`tool`')).toEqual({ type: 'completed', result: `${cwd}\nend` });
  });

  it('reports progress line by line', async () => {
    const lines: string[] = [];
    await run('`echo hello`', { onProgress: (text) => lines.push(text) });
    expect(lines).toEqual(['$ echo hello', 'hello']);
  });

  it('is reported if it wrote nothing', async () => {
    await program('tool', 'exit 0');
    expect(await run('`tool`')).toEqual({
      type: 'completed',
      result: 'tool ended with exit code 0 and wrote nothing.',
    });
  });
});

describe('what is refused', () => {
  it.each([
    'echo $(touch x)',
    'echo `touch x`',
    'echo "$(touch x)"',
    'echo "`touch x`"',
    'echo a; touch x',
    'echo a && touch x',
    'echo a || touch x',
    'echo a | tee x',
    'echo a > x',
    'echo a & touch x',
    'echo a\ntouch x',
    'echo a\rtouch x',
    'echo a \\\n touch x',
    `echo $\{IFS}x`,
    'echo $HOME',
    'echo *',
    'echo ~/x',
    'echo a # touch x',
    'echo {a,b}',
    'X=1 echo a',
    'echo "a',
    "echo 'a",
    'echo a\\',
    'echo a\0b',
  ])('%j, and nothing runs', async (command) => {
    const outcome = await run(`\`\`\`sh\n${command}\n\`\`\``);
    expect(outcome).toMatchObject({ type: 'failed', failureClass: 'forbidden' });
    expect(await readdir(cwd)).toEqual([]);
  });

  it.each(['./echo', '/bin/echo', '../echo', 'echo.cmd', 'ECHO', 'rm', 'bin\\echo', '"./echo"', "'rm'"])(
    'the program %s, with how to allow it',
    async (name) => {
      await writeFile(join(cwd, 'echo'), '#!/bin/sh\ntouch "$0.ran"\n', { mode: 0o755 });
      const outcome = await run(`Run \`${name} -rf x\``);
      expect(outcome).toMatchObject({ type: 'failed', failureClass: 'forbidden' });
      expect(await readdir(cwd)).toEqual(['echo']);
    },
  );

  it('says how to allow a program', async () => {
    expect(await run('Run `rm -rf x`')).toMatchObject({
      error:
        "rm was not run: it is not allowed. Only node, echo, tool may be run; allow it with --allow rm, or with allow: ['rm'] in code.",
    });
    expect(await run('Run `rm -rf x`', { allow: [] })).toMatchObject({
      error: expect.stringContaining('No program may be run'),
    });
  });

  it('is no program from the working directory, even if PATH contains it', async () => {
    await writeFile(join(cwd, 'tool'), '#!/bin/sh\ntouch ran\n', { mode: 0o755 });
    const PATH = ['.', '', 'work', process.env.PATH].join(delimiter);
    expect(await run('`tool`', { env: { PATH } })).toMatchObject({ failureClass: 'unavailable' });
    expect(await readdir(cwd)).toEqual(['tool']);
  });
});

describe('the environment', () => {
  const environmentOf = async (given: Given) => {
    const outcome = await run('`node -p "JSON.stringify(process.env)"`', given);
    return JSON.parse(outcome.type === 'completed' ? outcome.result : '{}');
  };

  it('has the usual variables and no secrets', async () => {
    const env = {
      ...environment(),
      HOME: '/home/somebody',
      LC_ALL: 'C',
      OPENAI_API_KEY: 'sk',
      AWS_SECRET_ACCESS_KEY: 's',
    };
    const given = await environmentOf({ env });
    expect(given).toMatchObject({ HOME: '/home/somebody', LC_ALL: 'C' });
    expect(Object.keys(given)).not.toContain('OPENAI_API_KEY');
    expect(Object.keys(given)).not.toContain('AWS_SECRET_ACCESS_KEY');
  });

  it('has the named variables too', async () => {
    const env = { ...environment(), NPM_TOKEN: 'npm', OTHER_TOKEN: 'other' };
    const given = await environmentOf({ env, passEnv: ['NPM_TOKEN'] });
    expect(given).toMatchObject({ NPM_TOKEN: 'npm' });
    expect(Object.keys(given)).not.toContain('OTHER_TOKEN');
  });
});

describe('the outcome', () => {
  it('contains the exit code and the end of stderr', async () => {
    await program('tool', 'echo out; echo "it broke" >&2; exit 3');
    expect(await run('`tool`')).toEqual({
      type: 'failed',
      error: 'tool ended with exit code 3: it broke',
      failureClass: 'rejected',
    });
  });

  it('contains the end of stdout if stderr is empty', async () => {
    await program('tool', 'echo "1 test failed"; exit 1');
    expect(await run('`tool`')).toMatchObject({ error: 'tool ended with exit code 1: 1 test failed' });
  });

  it('contains the errors on stdout too if stderr has other text', async () => {
    await program('tool', 'echo "src/a.ts(3,5): error TS2322: Type"; echo "npm error code 2" >&2; exit 2');
    expect(await run('`tool`')).toMatchObject({
      error: expect.stringMatching(/exit code 2:\n.*TS2322.*npm error code 2/s),
    });
  });

  it('is a crash if the program was killed', async () => {
    await program('tool', 'kill -SEGV $$');
    expect(await run('`tool`')).toMatchObject({
      failureClass: 'crash',
      error: expect.stringContaining('SIGSEGV'),
    });
  });

  it('is unavailable if the program is missing', async () => {
    expect(await run('`nowhere-to-be-found`', { allow: ['nowhere-to-be-found'] })).toEqual({
      type: 'failed',
      error:
        'nowhere-to-be-found could not be started: There is no such program in PATH. Install it, or correct its name.',
      failureClass: 'unavailable',
    });
  });

  it('names a missing working directory', async () => {
    const gone = join(directory, 'gone');
    expect(await run('`echo a`', { cwd: gone })).toMatchObject({
      failureClass: 'unavailable',
      error: expect.stringContaining(gone),
    });
  });

  it('kills a hanging program and its children on timeout', async () => {
    await program('tool', 'sleep 1000 & echo $! > child.pid; trap "" TERM; wait; sleep 1000');
    const outcome = await run('`tool`', { timeoutMs: 2000 });
    expect(outcome).toMatchObject({ failureClass: 'timeout', error: expect.stringContaining('2000 ms') });
    const child = await pidIn('child.pid');
    await eventually(() => isAlive(child)).toBe(false);
  });

  it.skipIf(process.platform !== 'linux')(
    'kills children in other sessions if the program had to be killed',
    async () => {
      const script = `
      const child = require('node:child_process').spawn('sleep', ['600'], { detached: true, stdio: 'inherit' });
      require('node:fs').writeFileSync('pid', child.pid + '\\n');`;
      await writeFile(join(cwd, 'apart.cjs'), `${script}\nsetTimeout(() => {}, 600_000);`);
      const stop = new AbortController();
      const running = run('`node apart.cjs`', { signal: stop.signal });
      const child = await pidIn('pid');
      stop.abort();
      await running.catch(() => undefined);
      await eventually(() => isAlive(child)).toBe(false);
    },
  );

  it('kills children that a program leaves behind', async () => {
    await program('tool', 'sleep 1000 & echo $! > child.pid; echo started');
    expect(await run('`tool`')).toEqual({ type: 'completed', result: 'started' });
    const child = await pidIn('child.pid');
    await eventually(() => isAlive(child)).toBe(false);
  });

  it('does not wait for a child in another session', async () => {
    const script = `const { spawn } = require('node:child_process');
      const child = spawn('sleep', ['1000'], { detached: true, stdio: 'inherit' });
      child.unref();
      console.log(child.pid);`;
    await writeFile(join(cwd, 'leave.cjs'), script);
    const outcome = await run('`node leave.cjs`');
    expect(outcome).toMatchObject({ type: 'completed', result: expect.stringMatching(/^\d+$/) });
    if (outcome.type === 'completed') process.kill(Number(outcome.result), 'SIGKILL');
  });

  it('comes at once on cancellation, and nothing is left behind', async () => {
    await program('tool', 'sleep 1000 & echo $! > child.pid; wait');
    const cancel = new AbortController();
    const outcome = run('`tool`', { signal: cancel.signal });
    const child = await pidIn('child.pid');
    const reason = new Error('cancelled');
    cancel.abort(reason);
    await expect(outcome).rejects.toBe(reason);
    await eventually(() => isAlive(child)).toBe(false);
  });

  it('is an abort if it was cancelled before the start', async () => {
    await expect(run('`echo a`', { signal: AbortSignal.abort(new Error('before')) })).rejects.toThrow(
      'before',
    );
  });
});

describe('output', () => {
  it('of 100 MB is reduced to its beginning and its end', async () => {
    await program('tool', "echo first; head -c 100000000 /dev/zero | tr '\\0' x; echo; echo last >&2");
    const outcome = await run('`tool`', { maxOutputBytes: 1000 });
    const result = outcome.type === 'completed' ? outcome.result : '';
    expect(result.length).toBeLessThan(1100);
    expect(result).toMatch(/^first\nx+\n\[… \d+ bytes left out …\]\nx*/);
    expect(result).toMatch(/last$/);
  });

  it('with invalid UTF-8 keeps the rest', async () => {
    await program('tool', "printf 'a\\377b \\303\\244'");
    expect(await run('`tool`')).toEqual({ type: 'completed', result: 'a\ufffdb ä' });
  });

  it('has no terminal colors', async () => {
    await program('tool', "printf '\\033[31mred\\033[0m'");
    expect(await run('`tool`')).toEqual({ type: 'completed', result: 'red' });
  });
});
