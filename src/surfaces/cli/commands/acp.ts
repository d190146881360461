import { resolve } from 'node:path';
import { limitsFrom } from '../../../host/config/limits.ts';
import type { PlannerRegistry } from '../../../host/registry.ts';
import type { ProjectStores } from '../../acp/agent.ts';
import { serveAcp } from '../../acp/stdio.ts';
import type { ReopeningStore } from '../../http/store/reopening-store.ts';
import { reopeningStore } from '../config/reopening-store.ts';
import { type StoreLocation, storeLocation } from '../config/store-location.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import type { Invocation } from '../invocation.ts';
import { errorNote } from '../terminal/error-note.ts';

/** Serves the editor that started this process, until it closes the connection. */
export async function acp(
  invocation: Invocation,
  { version }: { readonly version: string },
): Promise<ExitCode> {
  const { location, stdin, signal, output, env, clock } = invocation;
  if (stdin.isTTY) {
    output.note(
      'This command speaks the Agent Client Protocol on stdin and stdout. Let an editor start it: see docs/acp.md',
    );
  }
  const limits = limitsFrom(env);
  const stores = new Stores(location);
  try {
    await serveAcp({
      version,
      stores,
      stdin,
      stdout: process.stdout,
      signal,
      now: () => clock.now(),
      limits,
      registry: () => editorPlanners(invocation),
      llm: async () => (await import('../../../model/open-model.ts')).modelFromEnv(env),
      onError: (error) => output.note(errorNote(error, env)),
    });
  } finally {
    await stores.close();
  }
  return EXIT.ok;
}

/** The planners that an editor can choose. Without a model, the person at the editor carries out every task. */
async function editorPlanners(invocation: Invocation): Promise<PlannerRegistry> {
  const { plannerRegistry } = await import('../config/planner-registry.ts');
  const hasModel = invocation.env.WAYFOLD_MODEL?.trim();
  return await plannerRegistry(invocation, undefined, hasModel ? {} : { tasks: { executors: {} } });
}

/** The stores of the editor's projects. A relative data directory is relative to the project. */
class Stores implements ProjectStores {
  readonly #location: StoreLocation;
  readonly #places = new Map<string, ReopeningStore>();

  constructor(location: StoreLocation) {
    this.#location = location;
  }

  at(cwd: string): ReopeningStore {
    const given = this.#location;
    const location = given.type === 'sqlite' ? storeLocation({ data: resolve(cwd, given.data) }) : given;
    const key = location.type === 'sqlite' ? location.file : location.url;
    const place = this.#places.get(key) ?? reopeningStore(location);
    this.#places.set(key, place);
    return place;
  }

  async close(): Promise<void> {
    for (const place of this.#places.values()) await place.close();
  }
}
