import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { runPublishedSession } from '../host/a2a/published-session.ts';
import type { Llm } from '../model/llm.ts';
import { accessFor } from '../server/access.ts';
import { serve } from '../server/index.ts';
import { errorNote } from './error-note.ts';
import { EXIT, type ExitCode } from './exit-code.ts';
import type { Invocation } from './invocation.ts';
import { placedStore } from './plan/store-place.ts';
import { plannerRegistry, talkingModel } from './planners.ts';
import { firstCommand } from './store-location.ts';
import { isGone, workerName } from './this-process.ts';

export interface UpOptions {
  readonly port: number;
  readonly host: string;
  readonly open?: boolean;
}

/** Serves until Ctrl-C, which is how it is meant to end. */
export async function up(invocation: Invocation, { port, host, open }: UpOptions): Promise<ExitCode> {
  const { output, signal, env, location } = invocation;
  const token = env.WAYFOLD_TOKEN || undefined;
  // Before the store: a server that may not start leaves no data directory behind.
  accessFor(host, token);
  const store = placedStore(location);
  let llm: Llm | undefined;
  try {
    // A store that cannot be opened is told now, and not to the first who asks.
    await store.store();
    const server = await serve({
      store,
      host,
      port,
      token,
      firstCommand: firstCommand(location),
      registry: plannerRegistry(),
      runPublished: async (session) => {
        llm ??= talkingModel(env.WAYFOLD_MODEL, invocation);
        return await runPublishedSession(session, {
          worker: workerName(),
          isGone,
          llm,
          onError: (error) => output.note(`A session failed, trying again: ${errorNote(error, env)}`),
        });
      },
      publicUrl: env.WAYFOLD_PUBLIC_URL,
      sessions: { env },
      onFailure: (error) => output.note(`A request failed: ${errorNote(error, env)}`),
    });
    if (output.json) await output.value({ url: server.url, port: server.port });
    else await output.line(`Wayfold is running at ${server.url}`);
    if (open) openInBrowser(server.url);
    if (!signal.aborted) await once(signal, 'abort');
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
