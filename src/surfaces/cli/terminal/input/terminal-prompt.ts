import { createInterface, type Interface } from 'node:readline';
import type { Invocation } from '../../invocation.ts';
import type { StatusLine } from '../status-line.ts';
import { setIn } from '../text/printable.ts';

/** Asks a person at the terminal, or reads lines from a pipe. Questions are asked one at a time. */
export class TerminalPrompt {
  readonly #invocation: Invocation;
  readonly #status: StatusLine;
  readonly #lines: string[] = [];
  readonly #waiting: ((line: string | undefined) => void)[] = [];
  #terminal: Interface | undefined;
  #ended = false;
  #turn: Promise<unknown> = Promise.resolve();
  #outputIsThere = async (): Promise<void> => {};

  constructor(invocation: Invocation, status: StatusLine) {
    this.#invocation = invocation;
    this.#status = status;
  }

  /** Whether the input has ended. */
  get isOver(): boolean {
    return this.#ended && this.#lines.length === 0;
  }

  /** Asks a question. Undefined if stdin has ended. */
  readonly ask = (
    question: string,
    { signal }: { readonly signal: AbortSignal },
  ): Promise<string | undefined> => {
    const answer = this.#turn.then(() => this.#ask(question, signal));
    this.#turn = answer.catch(() => {});
    return answer;
  };

  /** Delays questions until the output before them has been written. */
  askAfter(outputIsThere: () => Promise<void>): void {
    this.#outputIsThere = outputIsThere;
  }

  close(): void {
    this.#terminal?.close();
  }

  async #ask(question: string, signal: AbortSignal): Promise<string | undefined> {
    await this.#outputIsThere();
    signal.throwIfAborted();
    if (this.isOver) return undefined;
    const { stdin } = this.#invocation;
    this.#status.pause();
    try {
      if (stdin.isTTY) process.stderr.write(`${setIn(question)}\n> `);
      else this.#invocation.output.note(`? ${question}`);
      const line = await this.#line(signal);
      // The prompt is still on the line.
      if (line === undefined && stdin.isTTY) process.stderr.write('\n');
      return line;
    } catch (error) {
      // The prompt is still on the line.
      if (stdin.isTTY) process.stderr.write('\n');
      throw error;
    } finally {
      this.#status.resume();
    }
  }

  #line(signal: AbortSignal): Promise<string | undefined> {
    this.#open();
    const next = this.#lines.shift();
    if (next !== undefined || this.#ended) return Promise.resolve(next);
    return new Promise((resolve, reject) => {
      const take = (line: string | undefined): void => {
        signal.removeEventListener('abort', stop);
        resolve(line);
      };
      const stop = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(take), 1);
        reject(signal.reason);
      };
      this.#waiting.push(take);
      signal.addEventListener('abort', stop, { once: true });
    });
  }

  #open(): void {
    if (this.#terminal !== undefined) return;
    this.#terminal = createInterface({ input: this.#invocation.stdin });
    this.#terminal.on('line', (line) => {
      const take = this.#waiting.shift();
      if (take) take(line);
      else this.#lines.push(line);
    });
    this.#terminal.on('close', () => {
      this.#ended = true;
      for (const take of this.#waiting.splice(0)) take(undefined);
    });
  }
}
