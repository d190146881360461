import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { relative, resolve } from 'node:path';
import type { LoadedModule } from '../../../host/modules/load-modules.ts';
import { programEnvironment } from '../../../machine/program-environment.ts';
import { watchSharedPlans } from '../../../machine/shared-plans/watch-plans.ts';
import { accessFor } from '../../http/access/access.ts';
import { serve } from '../../http/serve.ts';
import type { RunningServer } from '../../http/server-options.ts';
import type { ReopeningStore } from '../../http/store/reopening-store.ts';
import { projectRoot } from '../agents/project-root.ts';
import { usualModel } from '../config/models.ts';
import { type ModuleWatch, watchModules } from '../config/module-watch.ts';
import { namedModules } from '../config/planner-registry.ts';
import { projectPlans } from '../config/project-plans.ts';
import { reopeningStore } from '../config/reopening-store.ts';
import { sessionEngine } from '../config/session-engine.ts';
import { firstCommand, storeName } from '../config/store-location.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import type { Invocation } from '../invocation.ts';
import { onPauseSignals } from './pause/pause-signals.ts';
import { logOf } from './server-log.ts';

export interface UpOptions {
  readonly port: number;
  readonly host: string;
  readonly open?: boolean;
  readonly engine?: string;
  readonly claimSeconds?: number;
  /** Whether setups may load from private addresses. */
  readonly allowPrivate?: boolean;
  /** Whether to reload changed planner modules. */
  readonly watch?: boolean;
}

/** Serves until Ctrl-C, which is the normal exit. */
export async function up(invocation: Invocation, options: UpOptions): Promise<ExitCode> {
  const { host, open, watch = false } = options;
  const { output, signal, env, location } = invocation;
  // Checked before the store, so that a refused server leaves no data directory behind.
  accessFor(host, env.WAYFOLD_TOKEN || undefined, { trustedProxies: env.WAYFOLD_TRUSTED_PROXIES });
  let modules = await namedModules(invocation);
  await usualModel(invocation);
  const engine = await sessionEngine(invocation, options);
  const store = reopeningStore(location);
  const changes = watch ? watchModules(invocation, modules) : undefined;
  const stopped = new AbortController();
  let sharing: Promise<void> | undefined;
  try {
    // Reports a store that cannot be opened now, instead of on the first request.
    await store.store();
    sharing = watchSharedPlans(
      {
        root: projectRoot(process.cwd()),
        storeName: storeName(location),
        store: () => store.store(),
        onError: (error) => logOf(invocation).failure('Shared plans could not be synced', error),
      },
      AbortSignal.any([signal, stopped.signal]),
    );
    let { port } = options;
    for (let isFirst = true; ; isFirst = false) {
      const server = await start(invocation, { ...options, port }, { store, modules, engine });
      ({ port } = server);
      const unheard = onPauseSignals(invocation, () => store.store());
      if (isFirst) await announce(output, server);
      else output.note(`Restarted with ${modules.map(({ source }) => relative('', source)).join(', ')}`);
      if (isFirst && open) openInBrowser(server.url);
      const changed = await nextLoaded(signal, changes);
      unheard();
      await server.close();
      if (changed === undefined) return EXIT.ok;
      modules = changed;
    }
  } finally {
    changes?.close();
    stopped.abort();
    await sharing;
    await store.close();
  }
}

/** The reloaded modules; undefined when the server should stop. */
async function nextLoaded(
  signal: AbortSignal,
  changes: ModuleWatch | undefined,
): Promise<readonly LoadedModule[] | undefined> {
  if (signal.aborted) return undefined;
  const ended = once(signal, 'abort').then(() => undefined);
  return await (changes ? Promise.race([ended, changes.next()]) : ended);
}

async function announce(output: Invocation['output'], { url, port }: RunningServer): Promise<void> {
  if (output.json) await output.value({ url, port });
  else await output.line(`Wayfold is running at ${url}`);
}

async function start(
  invocation: Invocation,
  { port, host, claimSeconds, allowPrivate = false }: UpOptions,
  {
    store,
    modules,
    engine,
  }: {
    readonly store: ReopeningStore;
    readonly modules: readonly LoadedModule[];
    readonly engine: Awaited<ReturnType<typeof sessionEngine>>;
  },
): Promise<RunningServer> {
  const { env, location } = invocation;
  const log = logOf(invocation);
  const planners = modules.map(({ module }) => module);
  return await serve({
    store,
    host,
    port,
    token: env.WAYFOLD_TOKEN || undefined,
    trustedProxies: env.WAYFOLD_TRUSTED_PROXIES,
    firstCommand: firstCommand(location),
    planners,
    publicUrl: env.WAYFOLD_PUBLIC_URL,
    sharedPlans: projectPlans(store, { env, location }),
    sessions: {
      env: allowPrivate ? { ...env, WAYFOLD_ALLOW_PRIVATE: '1' } : env,
      ...(claimSeconds !== undefined && { ttlMs: claimSeconds * 1000 }),
      ...(engine && { engine }),
      ...(location.type === 'sqlite' && { examplesFolder: resolve(location.data, 'examples') }),
    },
    log,
  });
}

function openInBrowser(url: string): void {
  const opener = { darwin: 'open', win32: 'explorer' }[String(process.platform)] ?? 'xdg-open';
  const env = programEnvironment(process.env, { kind: 'browser' });
  spawn(opener, [url], { env, stdio: 'ignore', detached: true })
    .on('error', () => undefined)
    .unref();
}
