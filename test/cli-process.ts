import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { MAIN, NODE_COMPILE_CACHE } from './built-program.ts';
import { WarmProgram } from './warm-program.ts';

export interface RunResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string | Uint8Array;
}

export interface StartOptions extends RunOptions {
  /** The program; without it the one that is built. */
  readonly main?: string;
}

/** A `wayfold` that is running, with what it has written so far. */
export class CliProcess {
  stdout = '';
  stderr = '';
  readonly child: ChildProcess;
  readonly #ended: Promise<unknown>;

  constructor(args: readonly string[], { cwd, env = {}, input, main = MAIN }: StartOptions) {
    this.child = spawn(process.execPath, [main, ...args], { cwd, env: { ...cleanEnv(), ...env } });
    this.#ended = once(this.child, 'close');
    this.child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.stdout += text;
    });
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text;
    });
    if (input !== undefined) this.child.stdin?.end(input);
  }

  get lines(): string[] {
    return this.stdout.split('\n').filter((line) => line !== '');
  }

  write(text: string): void {
    this.child.stdin?.write(text);
  }

  async end(signal?: NodeJS.Signals): Promise<RunResult> {
    if (signal) this.child.kill(signal);
    await this.#ended;
    return { code: this.child.exitCode, stdout: this.stdout, stderr: this.stderr };
  }
}

/** Runs `wayfold` to its end, in a process that has run others before and will run others after it. */
export async function runWayfold(
  args: readonly string[],
  { cwd, env = {}, input = '' }: RunOptions,
): Promise<RunResult> {
  const program = WarmProgram.run({ args, cwd, env: { ...cleanEnv(), ...env }, input });
  const code = await program.end();
  return { code, stdout: program.stdout, stderr: program.stderr };
}

/** The command as a shell writes it. */
export const WAYFOLD_IN_SHELL = `'${process.execPath}' '${MAIN}'`;

/** The environment without what would change how `wayfold` behaves. */
export function cleanEnv(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(WAYFOLD_|OTEL_|NO_COLOR|FORCE_COLOR|NODE_OPTIONS|CI$)/.test(name),
  );
  return { ...Object.fromEntries(kept), NODE_COMPILE_CACHE };
}
