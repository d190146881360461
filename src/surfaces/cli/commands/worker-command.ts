import { Option } from 'commander';
import { parseInteger } from '../config/parse-integer.ts';
import type { Verb } from '../verb.ts';
import type { WorkerOptions } from './worker.ts';

const ENGINE = 'a Restate to take work from and to keep timers, like restate://host:8080';

/** `wayfold worker`: runs the sessions of a store without serving the page. */
export function addWorkerCommand(program: Verb): void {
  program
    .command('worker')
    .description('work on the sessions of servers on this store, without serving anything')
    .addOption(engineOption(ENGINE))
    .option('--listen <address>', 'where the engine calls this worker', '127.0.0.1:9080')
    .option('--reached-at <url>', 'address by which the engine reaches all workers, if it differs')
    .option('--share-port', 'let several workers of this machine listen on one port (Linux, BSD)')
    .option('--at-once <number>', 'how many sessions to work on at once', parseInteger(1, 10_000))
    .addOption(claimSecondsOption())
    .option(
      '--patience <seconds>',
      'how long to wait for a store or an engine that is not up yet',
      parseInteger(0, 86_400),
      30,
    )
    .examples(
      'wayfold worker --store postgres://wayfold@db/wayfold',
      'wayfold worker --store postgres://wayfold@db/wayfold --engine restate://restate:8080 --listen 0.0.0.0:9080 --reached-at http://workers:9080',
    )
    .runs(async (invocation, options: WorkerOptions) =>
      (await import('./worker.ts')).worker(invocation, options),
    );
}

/** The `--engine` option. */
export function engineOption(description: string): Option {
  return new Option('--engine <url>', description).env('WAYFOLD_ENGINE');
}

/** The `--claim-seconds` option. */
export function claimSecondsOption(): Option {
  return new Option(
    '--claim-seconds <number>',
    'seconds until work of an unresponsive process on another machine is taken over (30)',
  )
    .env('WAYFOLD_CLAIM_SECONDS')
    .argParser(parseInteger(1, 86_400));
}
