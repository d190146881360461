import { join } from 'node:path';
import { type FactStore, sqliteStore } from '../../src/journal/index.ts';
import type { FaultSetting } from './fault.ts';

/** One store for all rounds: what one crash leaves behind is where the next round begins. */
export class OneStore implements AsyncDisposable {
  readonly file: string;
  readonly store: FactStore;

  constructor({ directory }: Pick<FaultSetting, 'directory'>) {
    this.file = join(directory, 'wayfold.db');
    this.store = sqliteStore({ file: this.file, lockTimeoutMs: 60_000 });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.store.close();
  }
}
