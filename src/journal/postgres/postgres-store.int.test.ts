import { describe, it } from 'vitest';
import { testSchema } from '../../../test/postgres-schema.ts';
import { factStoreContract } from '../../testing/fact-store-contract.ts';
import { postgresStore } from './postgres-store.ts';

describe('the PostgreSQL store', () => {
  factStoreContract(
    () => {
      const { url, drop } = testSchema();
      const open = () => postgresStore(url);
      return { store: open(), second: open, reopen: open, cleanUp: drop };
    },
    { describe, it },
  );
});
