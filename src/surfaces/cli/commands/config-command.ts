import type { Command } from 'commander';
import { addExample } from '../example.ts';
import type { Perform } from '../invocation.ts';

/** `wayfold config`: what is configured, and where that comes from. */
export function addConfigCommand(program: Command, perform: Perform): void {
  const config = program
    .command('config')
    .description('show every value of the configuration, and where it came from')
    .option('--schema', 'print the JSON Schema of wayfold.config.json instead')
    .action((options: { schema?: boolean }, command: Command) =>
      perform(command.optsWithGlobals(), async (invocation) =>
        (await import('./config.ts')).config(invocation, options),
      ),
    );
  addExample(config, ['wayfold config', 'wayfold config --schema > wayfold.schema.json']);
}
