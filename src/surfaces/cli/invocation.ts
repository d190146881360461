import type { ResolvedConfiguration } from '../../host/config/resolve.ts';
import type { Clock } from '../../journal/clock.ts';
import type { FactStore } from '../../journal/store.ts';
import { openStore, type StoreLocation } from './config/store-location.ts';
import type { ExitCode } from './exit-code.ts';
import type { Output } from './terminal/output.ts';

/** What a command gets to work with. */
export interface Invocation {
  readonly output: Output;
  readonly location: StoreLocation;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  readonly stdin: NodeJS.ReadStream;
  readonly env: NodeJS.ProcessEnv;
  readonly clock: Clock;
  /** What `env` is made of: the configuration file, the environment and the flags. */
  readonly config?: ResolvedConfiguration;
  /** What `--planner` names, in its order: ids of planners, files and packages with one. */
  readonly planners?: readonly string[];
}

/** A command, apart from its arguments. It returns the exit code when that is not 0. */
type Command = (invocation: Invocation) => Promise<ExitCode | undefined>;

/** The options every command takes. */
interface GlobalOptions {
  readonly json?: boolean;
  readonly data: string;
  readonly store?: string;
  readonly planner?: readonly string[];
}

/** Carries out what a command line asks for. */
export type Perform = (options: GlobalOptions, command: Command) => Promise<void>;

/** The same invocation, in which addresses of this machine and of private networks may be reached. */
export function allowingPrivate(invocation: Invocation): Invocation {
  return { ...invocation, env: { ...invocation.env, WAYFOLD_ALLOW_PRIVATE: '1' } };
}

/** Runs with the store open, and closes it whatever happens. */
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

/** The same promise, given up when Ctrl-C comes first. */
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
