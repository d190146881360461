import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'vitest';
import { factStoreContract } from '../../testing/fact-store-contract.ts';
import { type SqliteOptions, sqliteStore } from './sqlite-store.ts';

/** Two stores on one file, each with its own options. */
function contractOf(first: Partial<SqliteOptions>, second = first): void {
  factStoreContract(
    () => {
      const directory = mkdtempSync(join(tmpdir(), 'wayfold-sqlite-'));
      const open = (options: Partial<SqliteOptions>) =>
        sqliteStore({ file: join(directory, 'wayfold.db'), pollMs: 1, ...options });
      return {
        store: open(first),
        second: () => open(second),
        reopen: () => open(first),
        cleanUp: () => rmSync(directory, { recursive: true }),
      };
    },
    { describe, it },
  );
}

describe('the SQLite store', () => contractOf({}));

describe('the SQLite store with every commit of one process deferred, and none of another', () =>
  contractOf({ deferJournals: 1 }, {}));
