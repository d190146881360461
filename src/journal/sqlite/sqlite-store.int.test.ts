import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'vitest';
import { factStoreContract } from '../../testing/fact-store-contract.ts';
import { sqliteStore } from './sqlite-store.ts';

describe('the SQLite store', () => {
  factStoreContract(
    () => {
      const directory = mkdtempSync(join(tmpdir(), 'wayfold-sqlite-'));
      const open = () => sqliteStore({ file: join(directory, 'wayfold.db'), pollMs: 1 });
      return {
        store: open(),
        second: open,
        reopen: open,
        cleanUp: () => rmSync(directory, { recursive: true }),
      };
    },
    { describe, it },
  );
});
