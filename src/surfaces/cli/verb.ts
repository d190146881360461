import { styleText } from 'node:util';
import { Command } from 'commander';
import { EXIT_CODES_HELP, type ExitCode } from './exit-code.ts';
import type { Invocation, Perform } from './invocation.ts';

/** What a command does: with its arguments, and then its options. */
type Work = (invocation: Invocation, ...given: never[]) => Promise<ExitCode | undefined>;

/** A command of the command line. What it does is imported only when it is called. */
export class Verb extends Command {
  readonly #perform: Perform;

  constructor(name: string | undefined, perform: Perform) {
    super(name);
    this.#perform = perform;
  }

  override createCommand(name?: string): Verb {
    return new Verb(name, this.#perform);
  }

  /** What it does with its arguments, its options and itself, in this order. It resolves to the exit code if that is not 0. */
  runs<Given extends readonly unknown[]>(
    work: (invocation: Invocation, ...given: Given) => Promise<ExitCode | undefined>,
  ): this {
    return this.action((...given: Given) =>
      this.#perform(this.optsWithGlobals(), (invocation) => work(invocation, ...given)),
    );
  }

  /**
   * The same by a function of a module that is loaded when it is called. Its options have those of the commands above it:
   * where both take an option, the one above is given it.
   */
  calls<Name extends string>(load: () => Promise<Readonly<Record<Name, Work>>>, name: Name): this {
    return this.runs(async (invocation, ...given: never[]) => {
      // Last come the options and the command itself.
      const options = this.optsWithGlobals() as never;
      return await (await load())[name](invocation, ...given.slice(0, -2), options);
    });
  }

  /** Examples and exit codes at the end of its help. */
  examples(...lines: readonly string[]): this {
    const shown = lines.map((line) => `  $ ${line}`).join('\n');
    const [example, exitCodes] = ['Example:', 'Exit codes:'].map((title) => styleText('bold', title));
    return this.addHelpText('after', `\n${example}\n${shown}\n\n${exitCodes}\n${EXIT_CODES_HELP}`);
  }
}
