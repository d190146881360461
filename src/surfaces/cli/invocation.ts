import type { ResolvedConfiguration } from '../../host/config/resolve.ts';
import type { Clock } from '../../journal/clock.ts';
import type { FactStore } from '../../journal/store.ts';
import { openStore, type StoreLocation } from './config/store-location.ts';
import type { ExitCode } from './exit-code.ts';
import type { Output } from './terminal/output.ts';

/** The context of a command. */
export interface Invocation {
  readonly output: Output;
  readonly location: StoreLocation;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  readonly stdin: NodeJS.ReadStream;
  readonly env: NodeJS.ProcessEnv;
  readonly clock: Clock;
  /** The sources of `env`: the configuration file, the environment and the options. */
  readonly config?: ResolvedConfiguration;
  /** The values of `--planner`, in order: planner ids, files and packages. */
  readonly planners?: readonly string[];
}

/** A command without its arguments. It returns its exit code if that is not 0. */
type Command = (invocation: Invocation) => Promise<ExitCode | undefined>;

/** The options of every command. */
interface GlobalOptions {
  readonly json?: boolean;
  readonly data: string;
  readonly store?: string;
  readonly planner?: readonly string[];
}

/** Runs the command of a command line. */
export type Perform = (options: GlobalOptions, command: Command) => Promise<void>;

/** The same invocation with access to addresses of this machine and of private networks. */
export function allowingPrivate(invocation: Invocation): Invocation {
  return { ...invocation, env: { ...invocation.env, WAYFOLD_ALLOW_PRIVATE: '1' } };
}

/** Runs with the store open, and always closes it. */
export async function withStore<Result>(
  { location }: Invocation,
  { create }: { create: boolean },
  work: (store: FactStore) => Promise<Result>,
): Promise<Result> {
  const store = await openStore(location, { create });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** Rejects when Ctrl-C comes before the promise settles. */
export async function orInterrupted<Result>(promise: Promise<Result>, signal: AbortSignal): Promise<Result> {
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([promise, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
