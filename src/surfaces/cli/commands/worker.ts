import { once } from 'node:events';
import { limitsFrom } from '../../../host/config/limits.ts';
import type { SessionRunOptions } from '../../../host/engine/hosted-session.ts';
import { HostedSessions } from '../../../host/engine/hosted-sessions.ts';
import { InProcessEngine } from '../../../host/engine/in-process-engine.ts';
import type { RestateAddress } from '../../../host/engine/restate/address.ts';
import { type RetryOptions, retryWhileUnreachable } from '../../../host/engine/retry-while-unreachable.ts';
import { withoutAddresses } from '../../../host/engine/session-model.ts';
import { isGone, ownWorkerName } from '../../../host/this-process.ts';
import type { FactStore } from '../../../journal/store.ts';
import { modelsOf, usualModel } from '../config/models.ts';
import { plannerRegistry } from '../config/planner-registry.ts';
import { engineAddress } from '../config/session-engine.ts';
import { locationName } from '../config/store-location.ts';
import { CliError } from '../error.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { type Invocation, withStore } from '../invocation.ts';
import { logOf } from './server-log.ts';

export interface WorkerOptions {
  readonly engine?: string;
  readonly listen: string;
  readonly reachedAt?: string;
  readonly sharePort?: boolean;
  readonly atOnce?: number;
  readonly claimSeconds?: number;
  readonly patience: number;
}

/** Runs the sessions of a store until Ctrl-C, which is the normal exit. */
export async function worker(invocation: Invocation, options: WorkerOptions): Promise<ExitCode> {
  const address = engineAddress(invocation, options.engine);
  // Checked before the store, so that a refused worker leaves no data directory behind.
  let opened: FactStore | undefined;
  const registry = await plannerRegistry(invocation, async () => opened);
  const [llm, openModel] = [await usualModel(invocation), withoutAddresses(await modelsOf(invocation))];
  return await withStore(invocation, { create: true }, async (store) => {
    opened = store;
    const equipment = { ...equipmentFor(invocation, options), registry, llm, openModel };
    return address === undefined
      ? await workAlone(invocation, options, { store, equipment })
      : await workForEngine(invocation, options, { store, equipment, address });
  });
}

async function workAlone(
  invocation: Invocation,
  { atOnce, patience }: WorkerOptions,
  { store, equipment }: { readonly store: FactStore; readonly equipment: Equipment },
): Promise<ExitCode> {
  const { output, signal, location } = invocation;
  const { onError } = equipment;
  const engine = new InProcessEngine(store, { ...equipment, ...(atOnce !== undefined && { atOnce }) });
  const sessions = await retryWhileUnreachable(
    () => HostedSessions.open(store, { engine, onError }),
    patienceOf(invocation, patience),
  );
  try {
    const where = locationName(location);
    if (output.json) await output.value({ working: true, store: where, worker: equipment.worker });
    else await output.line(`Working on the sessions of ${where}`);
    if (!signal.aborted) await once(signal, 'abort');
    return EXIT.ok;
  } finally {
    await sessions.close();
    await engine.close();
  }
}

async function workForEngine(
  invocation: Invocation,
  { listen, reachedAt, sharePort, atOnce, patience }: WorkerOptions,
  {
    store,
    equipment,
    address,
  }: { readonly store: FactStore; readonly equipment: Equipment; readonly address: RestateAddress },
): Promise<ExitCode> {
  const { output, signal, env, location } = invocation;
  const { startRestateWorker } = await import('../../../host/engine/restate/worker.ts');
  const running = await startRestateWorker(store, {
    ...equipment,
    ...listenAddress(listen),
    address,
    token: env.WAYFOLD_ENGINE_TOKEN || undefined,
    identityKeys: env.WAYFOLD_ENGINE_KEYS?.split(/[\s,]+/).filter(Boolean) ?? [],
    reachedAt,
    ...(sharePort && { sharePort }),
    ...(atOnce !== undefined && { atOnce }),
    ...patienceOf(invocation, patience),
  });
  try {
    const where = locationName(location);
    if (output.json) await output.value({ working: true, store: where, url: running.url });
    else await output.line(`Working on the sessions of ${where}, for the engine at ${address.ingress}`);
    if (!signal.aborted) await once(signal, 'abort');
    return EXIT.ok;
  } finally {
    await running.close();
  }
}

function patienceOf({ output, signal }: Invocation, seconds: number): RetryOptions {
  return {
    timeoutMs: seconds * 1000,
    signal,
    onWait: (error) => output.note(`${error.message} Trying for ${seconds} s.`),
  };
}

type Equipment = SessionRunOptions & { onError(error: unknown, session?: string): void };

function equipmentFor(
  invocation: Invocation,
  { claimSeconds }: WorkerOptions,
): Omit<Equipment, 'registry' | 'llm' | 'openModel'> {
  const log = logOf(invocation);
  return {
    worker: ownWorkerName('worker'),
    isGone,
    ...(claimSeconds !== undefined && { ttlMs: claimSeconds * 1000 }),
    limits: limitsFrom(invocation.env),
    onError: (error, session) =>
      log.failure('Something failed; trying again', error, session === undefined ? {} : { session }),
  };
}

function listenAddress(listen: string): { readonly host: string; readonly port: number } {
  const [, host, port] = /^(.+):(\d{1,5})$/.exec(listen) ?? [];
  if (host !== undefined && Number(port) <= 65_535) {
    return { host: host.replace(/^\[(.*)\]$/, '$1'), port: Number(port) };
  }
  throw new CliError('usage', {
    expected: '--listen to be an address and a port, like 127.0.0.1:9080',
    actual: JSON.stringify(listen),
    fix: 'Correct it; port 0 takes any free one.',
  });
}
