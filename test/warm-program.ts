import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { StringDecoder } from 'node:string_decoder';
import { fileURLToPath } from 'node:url';

/** What a process that is kept is to run. */
export interface WarmCommand {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly input?: string | Uint8Array;
  /** Whether more input follows, until it is ended. */
  readonly isInputOpen?: boolean;
}

/** More input for the command that is running; none ends it. */
export interface WarmInput {
  readonly more: string | undefined;
}

/** What it tells while it does so. */
export type WarmReport =
  | { readonly type: 'wrote'; readonly to: 'stdout' | 'stderr'; readonly bytes: Uint8Array }
  | { readonly type: 'ended'; readonly code: number };

const CHILD = fileURLToPath(new URL('./warm-program-child.ts', import.meta.url));

/**
 * A `wayfold` in a process that runs one command after the other. Loading the program takes ten times as long as most of what
 * a test has it do; that it starts, is killed and leaves nothing to the next is what the tests with {@link CliProcess} look at.
 */
export class WarmProgram {
  static readonly #idle: WarmProgram[] = [];

  stdout = '';
  stderr = '';
  readonly #child: ChildProcess;
  #ended: Promise<number | null> = Promise.resolve(null);

  private constructor() {
    this.#child = fork(CHILD, {
      serialization: 'advanced',
      execArgv: ['--disable-warning=ExperimentalWarning'],
    });
    // It ends with the tests, which do not wait for it.
    this.#child.unref();
    this.#child.channel?.unref();
  }

  /** Runs a command in a process that has nothing to do, or in a new one. */
  static run(command: WarmCommand, onOutput: (text: string) => void = () => undefined): WarmProgram {
    const program = WarmProgram.#idle.pop() ?? new WarmProgram();
    program.#ended = program.#run(command, onOutput);
    return program;
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  write(text: string): void {
    this.#child.send({ more: text } satisfies WarmInput);
  }

  endInput(): void {
    if (this.#child.connected) this.#child.send({ more: undefined } satisfies WarmInput);
  }

  async end(signal?: NodeJS.Signals): Promise<number | null> {
    if (signal) this.#child.kill(signal);
    return await this.#ended;
  }

  async #run(command: WarmCommand, onOutput: (text: string) => void): Promise<number | null> {
    this.stdout = '';
    this.stderr = '';
    const decoders = { stdout: new StringDecoder(), stderr: new StringDecoder() };
    const answered = new AbortController();
    const { signal } = answered;
    const reported = new Promise<number>((resolve) => {
      const listen = (report: WarmReport) => {
        if (report.type === 'ended') return resolve(report.code);
        const text = decoders[report.to].write(Buffer.from(report.bytes));
        this[report.to] += text;
        if (report.to === 'stdout') onOutput(text);
      };
      this.#child.on('message', listen);
      signal.addEventListener('abort', () => this.#child.off('message', listen), { once: true });
    });
    const gone = once(this.#child, 'exit', { signal }).then(
      () => null,
      () => null,
    );
    this.#child.send(command);
    const code = await Promise.race([reported, gone]);
    answered.abort();
    if (code !== null) WarmProgram.#idle.push(this);
    return code;
  }
}
