import { systemClock } from '../../journal/clock.ts';
import { hook } from './commands/agent/hook.ts';
import { DEFAULT_DATA, storeLocation } from './config/store-location.ts';
import { Output } from './terminal/output.ts';

/**
 * `wayfold hook AGENT EVENT` without a configuration file. It is bundled separately: an agent waits for each hook, and
 * loading everything else takes longer than the work.
 */
const [, , , agent = '', event = '', , named] = process.argv;
const { env, stdin, stdout, stderr } = process;
const location =
  named === undefined
    ? storeLocation({ data: env.WAYFOLD_DATA || DEFAULT_DATA, store: env.WAYFOLD_STORE })
    : storeLocation({ data: named });

process.removeAllListeners('warning');
await hook(
  {
    output: new Output({ stdout, stderr }, false),
    location,
    signal: new AbortController().signal,
    clock: systemClock,
    stdin,
    env,
  },
  agent,
  event,
);
process.exit(0);
