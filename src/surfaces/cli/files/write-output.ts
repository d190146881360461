import type { Invocation } from '../invocation.ts';
import { atomicWrite } from './atomic-write.ts';

/** Where `-o` and `--force` have a command write to. */
export interface WrittenFile {
  /** A file; without it stdout. */
  readonly output?: string;
  /** Whether a file that is there is overwritten. */
  readonly force?: boolean;
}

/**
 * Writes a text to stdout, or to a file, and then tells so: a program `value` with the name of the file, a person
 * `line` on stdout or `note` on stderr, before that name.
 */
export async function writeOutput(
  { output }: Pick<Invocation, 'output'>,
  text: string,
  { output: file, force = false }: WrittenFile,
  told: { readonly value?: object } & ({ readonly line: string } | { readonly note: string }),
): Promise<void> {
  if (file === undefined) {
    await output.raw(text);
    return;
  }
  await atomicWrite(file, [text], { force });
  if (output.json) await output.value({ ...told.value, file });
  else if ('line' in told) await output.line(`${told.line} ${file}.`);
  else output.note(`${told.note} ${file}.`);
}
