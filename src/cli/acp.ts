import { resolve } from 'node:path';
import type { FactStore } from '../journal/store.ts';
import type { ProjectStores } from '../server/acp/agent.ts';
import { serveAcp } from '../server/acp/stdio.ts';
import { EXIT, type ExitCode } from './exit-code.ts';
import type { Invocation } from './invocation.ts';
import { errorNote } from './plan/error-note.ts';
import { openStore, type StoreLocation, storeExists, storeLocation } from './store-location.ts';

/** Serves the editor that started this process, until it closes the connection. */
export async function acp(
  { location, stdin, signal, output, env, clock }: Invocation,
  { version }: { readonly version: string },
): Promise<ExitCode> {
  if (stdin.isTTY) {
    output.note(
      'This speaks the Agent Client Protocol on stdin and stdout, for an editor to start. How to set one up: docs/acp.md',
    );
  }
  const stores = new Stores(location);
  try {
    await serveAcp({
      version,
      stores,
      stdin,
      stdout: process.stdout,
      signal,
      now: () => clock.now(),
      onError: (error) => output.note(errorNote(error, env)),
    });
  } finally {
    await stores.close();
  }
  return EXIT.ok;
}

/** The stores of the projects an editor works in. A data directory that is given as a relative path is that of the project. */
class Stores implements ProjectStores {
  readonly #location: StoreLocation;
  readonly #open = new Map<string, Promise<FactStore>>();

  constructor(location: StoreLocation) {
    this.#location = location;
  }

  open(cwd: string): Promise<FactStore> {
    const location = this.#at(cwd);
    const key = location.type === 'sqlite' ? location.file : location.url;
    const open =
      this.#open.get(key) ??
      openStore(location, { create: true }).catch((error: unknown) => {
        this.#open.delete(key);
        throw error;
      });
    this.#open.set(key, open);
    return open;
  }

  async openExisting(cwd: string): Promise<FactStore | undefined> {
    return storeExists(this.#at(cwd)) ? await this.open(cwd) : undefined;
  }

  async close(): Promise<void> {
    for (const open of this.#open.values()) await (await open.catch(() => undefined))?.close();
  }

  #at(cwd: string): StoreLocation {
    const location = this.#location;
    return location.type === 'sqlite' ? storeLocation({ data: resolve(cwd, location.data) }) : location;
  }
}
