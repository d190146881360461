import { styleText } from 'node:util';
import { Command } from 'commander';
import { EXIT_CODES_HELP, type ExitCode } from './exit-code.ts';
import type { Invocation, Perform } from './invocation.ts';

/** The implementation of a command: called with its arguments and then its options. */
type Work = (invocation: Invocation, ...given: never[]) => Promise<ExitCode | undefined>;

/** A command of the command line. Its implementation is imported only when called. */
export class Verb extends Command {
  readonly #perform: Perform;

  constructor(name: string | undefined, perform: Perform) {
    super(name);
    this.#perform = perform;
  }

  override createCommand(name?: string): Verb {
    return new Verb(name, this.#perform);
  }

  /**
   * Sets the implementation, called with arguments, options and the command. It resolves to the exit code if that is
   * not 0.
   */
  runs<Given extends readonly unknown[]>(
    work: (invocation: Invocation, ...given: Given) => Promise<ExitCode | undefined>,
  ): this {
    return this.action((...given: Given) =>
      this.#perform(this.optsWithGlobals(), (invocation) => work(invocation, ...given)),
    );
  }

  /**
   * Sets the implementation as a function of a module that is loaded when called. Its options include those of the
   * parent commands, which take precedence.
   */
  calls<Name extends string>(load: () => Promise<Readonly<Record<Name, Work>>>, name: Name): this {
    return this.runs(async (invocation, ...given: never[]) => {
      // The last arguments are the options and the command.
      const options = this.optsWithGlobals() as never;
      return await (await load())[name](invocation, ...given.slice(0, -2), options);
    });
  }

  /** Adds examples and exit codes to the help. */
  examples(...lines: readonly string[]): this {
    const shown = lines.map((line) => `  $ ${line}`).join('\n');
    const [example, exitCodes] = ['Example:', 'Exit codes:'].map((title) => styleText('bold', title));
    return this.addHelpText('after', `\n${example}\n${shown}\n\n${exitCodes}\n${EXIT_CODES_HELP}`);
  }
}
