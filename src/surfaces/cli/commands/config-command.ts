import type { Verb } from '../verb.ts';

/** `wayfold config`: the configured values and their origins. */
export function addConfigCommand(program: Verb): void {
  program
    .command('config')
    .description('show every value of the configuration, and where it comes from')
    .option('--schema', 'print the JSON Schema of wayfold.config.json instead')
    .examples('wayfold config', 'wayfold config --schema > wayfold.schema.json')
    .runs(async (invocation, options: { schema?: boolean }) =>
      (await import('./config.ts')).config(invocation, options),
    );
}
