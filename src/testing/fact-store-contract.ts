import { appendingContract } from './contract/appending.ts';
import { attachmentsContract } from './contract/attachments.ts';
import { erasureContract } from './contract/erasure.ts';
import { forksContract } from './contract/forks.ts';
import { historiesContract } from './contract/histories.ts';
import { housekeepingContract } from './contract/housekeeping.ts';
import { keysContract } from './contract/keys.ts';
import { leasesContract } from './contract/leases.ts';
import { readingContract } from './contract/reading.ts';
import { restoringContract } from './contract/restoring.ts';
import type { MakeStore } from './contract/setting.ts';
import { snapshotsContract } from './contract/snapshots.ts';
import { globalRunner, suiteOver, type TestRunner } from './contract/suite.ts';
import { watchingContract } from './contract/watching.ts';

export type { MakeStore } from './contract/setting.ts';
export type { TestRunner } from './contract/suite.ts';

/**
 * Everything a {@link FactStore} must do, as tests. `makeStore` returns an empty store for each test; `runner` has
 * the `describe` and `it` to use, by default the global ones.
 *
 * ```ts
 * import { describe, it } from 'vitest';
 * factStoreContract(() => myStore(), { describe, it });
 * ```
 */
export function factStoreContract(makeStore: MakeStore, runner: TestRunner = globalRunner()): void {
  const suite = suiteOver(makeStore, runner);
  appendingContract(suite);
  keysContract(suite);
  readingContract(suite);
  watchingContract(suite);
  forksContract(suite);
  snapshotsContract(suite);
  attachmentsContract(suite);
  erasureContract(suite);
  restoringContract(suite);
  housekeepingContract(suite);
  historiesContract(suite);
  leasesContract(suite);
}
