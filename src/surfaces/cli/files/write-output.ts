import type { Invocation } from '../invocation.ts';
import { atomicWrite } from './atomic-write.ts';

/** The `-o` and `--force` options. */
export interface WrittenFile {
  /** The file; stdout without it. */
  readonly output?: string;
  /** Whether to overwrite an existing file. */
  readonly force?: boolean;
}

/**
 * Writes a text to stdout or to a file. For a file it then prints its name: in the JSON `value`, or after `line` on
 * stdout or `note` on stderr.
 */
export async function writeOutput(
  { output }: Pick<Invocation, 'output'>,
  text: string,
  { output: file, force = false }: WrittenFile,
  report: { readonly value?: object } & ({ readonly line: string } | { readonly note: string }),
): Promise<void> {
  if (file === undefined) {
    await output.raw(text);
    return;
  }
  await atomicWrite(file, [text], { force });
  if (output.json) await output.value({ ...report.value, file });
  else if ('line' in report) await output.line(`${report.line} ${file}.`);
  else output.note(`${report.note} ${file}.`);
}
