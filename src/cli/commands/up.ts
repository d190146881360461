import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { runPublishedSession } from '../../host/a2a/published-session.ts';
import { limitsFrom } from '../../host/config/limits.ts';
import { SessionModel, withoutAddresses } from '../../host/engine/session-model.ts';
import { isGone, workerName } from '../../host/this-process.ts';
import type { Llm } from '../../model/llm.ts';
import { accessFor } from '../../server/access.ts';
import { serve } from '../../server/index.ts';
import { modelsOf, plannerRegistry, talkingModel, usualModel } from '../config/planner-registry.ts';
import { reopeningStore } from '../config/reopening-store.ts';
import { sessionEngine } from '../config/session-engine.ts';
import { firstCommand } from '../config/store-location.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import type { Invocation } from '../invocation.ts';
import { onPauseSignals } from './pause-signals.ts';
import { logOf } from './server-log.ts';

export interface UpOptions {
  readonly port: number;
  readonly host: string;
  readonly open?: boolean;
  readonly engine?: string;
  readonly claimSeconds?: number;
}

/** Serves until Ctrl-C, which is how it is meant to end. */
export async function up(invocation: Invocation, options: UpOptions): Promise<ExitCode> {
  const { port, host, open, claimSeconds } = options;
  const { output, signal, env, location } = invocation;
  const log = logOf(invocation);
  const token = env.WAYFOLD_TOKEN || undefined;
  // Before the store: a server that may not start leaves no data directory behind.
  const trustedProxies = env.WAYFOLD_TRUSTED_PROXIES;
  accessFor(host, token, { trustedProxies });
  usualModel(invocation);
  const engine = await sessionEngine(invocation, options);
  const store = reopeningStore(location);
  let usual: Llm | undefined;
  try {
    // A store that cannot be opened is told now, and not to the first who asks.
    await store.store();
    const server = await serve({
      store,
      host,
      port,
      token,
      trustedProxies,
      firstCommand: firstCommand(location),
      registry: plannerRegistry(),
      runPublished: async (session) => {
        usual ??= talkingModel(env.WAYFOLD_MODEL, invocation);
        const llm = new SessionModel(usual, withoutAddresses(modelsOf(invocation)));
        return await runPublishedSession(session, {
          worker: workerName(),
          isGone,
          llm,
          // There are no secrets to add, but this is told of every setup before it is used.
          secrets: (config) => {
            llm.configured(config);
            return config;
          },
          limits: limitsFrom(env),
          onError: (error) =>
            log.failure('A session failed, and is tried again', error, { session: session.journal.id }),
        });
      },
      publicUrl: env.WAYFOLD_PUBLIC_URL,
      sessions: {
        env,
        ...(claimSeconds !== undefined && { ttlMs: claimSeconds * 1000 }),
        ...(engine && { engine }),
        ...(location.type === 'sqlite' && { examplesFolder: resolve(location.data, 'examples') }),
      },
      log,
    });
    const unheard = onPauseSignals(invocation, () => store.store());
    if (output.json) await output.value({ url: server.url, port: server.port });
    else await output.line(`Wayfold is running at ${server.url}`);
    if (open) openInBrowser(server.url);
    if (!signal.aborted) await once(signal, 'abort');
    unheard();
    await server.close();
    return EXIT.ok;
  } finally {
    await store.close();
  }
}

function openInBrowser(url: string): void {
  const opener = { darwin: 'open', win32: 'explorer' }[String(process.platform)] ?? 'xdg-open';
  spawn(opener, [url], { stdio: 'ignore', detached: true })
    .on('error', () => undefined)
    .unref();
}
