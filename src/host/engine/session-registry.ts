import type { PlannerModule } from '../../harness/module/planner-module.ts';
import type { FactStore } from '../../journal/store.ts';
import { guardedFetch } from '../../machine/guarded-fetch.ts';
import { guardedTransport } from '../../machine/guarded-transport.ts';
import {
  type BuiltInOptions,
  builtInModules,
  optionsFromEnv,
  type ScenarioLoader,
} from '../../planners/built-in.ts';
import { isSet } from '../config/settings.ts';
import { taskKindsFrom } from '../config/task-kinds.ts';
import { checkModule, type KnownPlanner } from '../modules/check-module.ts';
import { createRegistry, type PlannerRegistry } from '../registry.ts';

/**
 * The planners of the sessions that servers and workers run: the built-in ones, and `own`. `existing` is the store
 * of uploaded files; `env` may name servers of this machine or network that trips may query. Throws a `ModuleError`
 * if one of `own` cannot run alongside the others.
 */
export function sessionRegistry(
  existing: () => Promise<FactStore | undefined>,
  options: BuiltInOptions = {},
  env: Readonly<Record<string, string | undefined>> = process.env,
  own: readonly PlannerModule[] = [],
): PlannerRegistry {
  const access = machineAccess(existing, env);
  // Settings of a program replace those of its environment.
  const commits = options.commits?.settings ? options.commits : { ...access.commits, ...options.commits };
  const builtIn = builtInModules({ ...access, ...options, commits });
  checkOwn(own, builtIn);
  return createRegistry([...builtIn, ...own]);
}

function checkOwn(own: readonly PlannerModule[], builtIn: readonly PlannerModule[]): void {
  const known: KnownPlanner[] = builtIn.map(({ id, facts }) => ({
    id,
    factTypes: Object.keys(facts),
    source: 'Wayfold itself',
  }));
  for (const [at, module] of own.entries()) {
    known.push(checkModule(module, { source: `planners[${at}]`, others: known }));
  }
}

/** The argument of a module that exports a function, when Wayfold loads its file. */
export interface ModuleOptions {
  /** Queries servers; of this machine and its network only those that its owner has named. */
  readonly fetch: typeof fetch;
  /** The directories that it may work in. */
  readonly roots: readonly string[];
  /** The environment of the process. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** See {@link ModuleOptions}. */
export function moduleOptions(
  env: Readonly<Record<string, string | undefined>> = process.env,
): ModuleOptions {
  return { fetch: serviceFetch(env), roots: [process.cwd()], env };
}

/** What the built-in modules may reach for sessions that servers and workers run; see {@link sessionRegistry}. */
export function machineAccess(
  existing: () => Promise<FactStore | undefined>,
  env: Readonly<Record<string, string | undefined>> = process.env,
): BuiltInOptions {
  return {
    scenario: { load: scenariosOf(existing, isSet(env.WAYFOLD_ALLOW_PRIVATE)) },
    trip: { fetch: serviceFetch(env) },
    tasks: { kinds: taskKindsFrom(env), env },
    ...optionsFromEnv(env),
  };
}

/** Scenarios come from uploaded files, and from public addresses unless private ones are allowed. */
function scenariosOf(existing: () => Promise<FactStore | undefined>, allowPrivate: boolean): ScenarioLoader {
  return async (source, signal) => {
    if (source.type === 'upload') {
      const bytes = await (await existing())?.getAttachment(source.sha256);
      if (bytes) return bytes;
      throw new Error('no file with this hash was uploaded');
    }
    const { status, body, truncated } = await guardedFetch(source.url, {
      signal,
      maxBytes: MAX_FILE_BYTES,
      allowPrivate,
    });
    if (status !== 200) throw new Error(`the address answers with status ${status}`);
    if (truncated) throw new Error(`it has more than ${MAX_FILE_BYTES} bytes`);
    return body;
  };
}

/** How much of a file that a setup names is read. */
const MAX_FILE_BYTES = 4 * 1024 * 1024;

const SERVICES = ['NOMINATIM', 'PHOTON', 'OVERPASS', 'WIKIVOYAGE', 'OSRM'];
const SERVICE_TIMEOUT_MS = 10_000;
const SERVICE_BYTES = 4_000_000;

/**
 * Queries the servers that the setup of a trip names. A setup may come from a link or over the network: of this
 * machine and its network, only servers are queried that whoever runs the server has named, with `WAYFOLD_OSRM_URL`
 * and similar variables.
 */
function serviceFetch(env: Readonly<Record<string, string | undefined>>): typeof fetch {
  const named = SERVICES.flatMap((name) => URL.parse(env[`WAYFOLD_${name}_URL`] ?? '')?.origin ?? []);
  return guardedTransport({
    allowPrivate: named,
    ownOrigin: '',
    timeoutMs: SERVICE_TIMEOUT_MS,
    silenceMs: SERVICE_TIMEOUT_MS,
    maxBytes: SERVICE_BYTES,
  });
}
