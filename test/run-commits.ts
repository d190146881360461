import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { systemClock } from '../src/journal/clock.ts';
import { addCommitsCommands } from '../src/surfaces/cli/aliases/commits/commands.ts';
import { storeLocation } from '../src/surfaces/cli/config/store-location.ts';
import type { Perform } from '../src/surfaces/cli/invocation.ts';
import { Output } from '../src/surfaces/cli/terminal/output.ts';
import { Verb } from '../src/surfaces/cli/verb.ts';

/** Programs that stand in for coding agents. */
const STAND_INS = fileURLToPath(new URL('cli-stand-ins', import.meta.url));

/** What a command wrote, and the code it ended with where it gave one. */
export interface CommandOutput {
  stdout: string;
  stderr: string;
  code: unknown;
}

/** Runs `wayfold commits …` in this process, as `wayfold` would, with journals in `data`. */
export async function runCommits(
  args: readonly string[],
  { data, env = {} }: { readonly data: string; readonly env?: Readonly<Record<string, string>> },
): Promise<CommandOutput> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const written: CommandOutput = { stdout: '', stderr: '', code: undefined };
  stdout.setEncoding('utf8').on('data', (text: string) => {
    written.stdout += text;
  });
  stderr.setEncoding('utf8').on('data', (text: string) => {
    written.stderr += text;
  });
  // The streams of a process have more to them than what is written to here.
  const streams = { stdout, stderr } as unknown as ConstructorParameters<typeof Output>[0];
  const perform: Perform = async (options, command) => {
    written.code = await command({
      output: new Output(streams, options.json ?? false),
      location: storeLocation(options),
      signal: new AbortController().signal,
      stdin: process.stdin,
      env: {
        LOGS_BASE_DIR: data,
        WORKER_PLANNING_CODEX_BIN: join(STAND_INS, 'codex'),
        WORKER_PLANNING_MAX_ATTEMPTS: '1',
        ...env,
      },
      clock: systemClock,
    });
  };
  const program = new Verb('wayfold', perform)
    .option('--json')
    .option('--data <dir>', '', data)
    .option('--store <url>')
    .configureOutput({ outputError: () => undefined })
    .exitOverride();
  addCommitsCommands(program);
  await program.parseAsync(['commits', ...args], { from: 'user' });
  return written;
}
