import type { Scheduler } from 'fast-check';
import type { FactStore } from '../src/journal/store.ts';
import { storeWith } from './store-with.ts';

/** A store that reads and appends when the scheduler lets it: the turns of those who share it come in any order. */
export function scheduledStore(store: FactStore, scheduler: Scheduler): FactStore {
  const turn = async <T>(work: () => Promise<T>) => {
    await scheduler.schedule(Promise.resolve());
    return await work();
  };
  return storeWith(store, {
    append: (request) => turn(() => store.append(request)),
    read: (journal, range) => turn(() => store.read(journal, range)),
    redact: (request) => turn(() => store.redact(request)),
  });
}
