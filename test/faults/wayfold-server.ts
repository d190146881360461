import { z } from 'zod';
import { CliProcess } from '../cli-process.ts';
import { COMPILE_CACHE, eventuallyHolds } from './program.ts';

const Started = z.object({ url: z.string() });

/** `wayfold up` on a directory, which can be killed and started again. */
export class WayfoldServer implements AsyncDisposable {
  readonly #directory: string;
  readonly #env: Readonly<Record<string, string>>;
  #process: CliProcess | undefined;
  #url = '';

  constructor(directory: string, env: Readonly<Record<string, string>> = {}) {
    this.#directory = directory;
    this.#env = env;
  }

  get url(): string {
    return this.#url;
  }

  async start(): Promise<void> {
    const started = new CliProcess(['up', '--port', '0', '--json'], {
      cwd: this.#directory,
      env: { ...COMPILE_CACHE, ...this.#env },
    });
    this.#process = started;
    await eventuallyHolds('the server is up', () => {
      if (started.child.exitCode !== null) throw new Error(`wayfold up ended:\n${started.stderr}`);
      return started.lines.length > 0;
    });
    this.#url = Started.parse(JSON.parse(started.lines[0] ?? '')).url;
  }

  async kill(): Promise<void> {
    await this.#process?.end('SIGKILL');
    this.#process = undefined;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
  }
}
