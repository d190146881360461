import { type Journal, openJournal } from '../../journal/journal.ts';
import type { FactStore } from '../../journal/store.ts';
import { sequentialIds } from '../sequential-ids.ts';
import { SimulatedClock } from '../simulated-clock.ts';

/** An empty store for one test, and what the suite may do with its data. */
export interface StoreUnderTest {
  readonly store: FactStore;
  /** Another instance on the same data, like another process. By default `store` is used. */
  readonly second?: () => FactStore | Promise<FactStore>;
  /** Opens the same data again after every instance was closed. Leave it out for a store that is not persistent. */
  readonly reopen?: () => FactStore | Promise<FactStore>;
  /** Called last, when every instance is closed, to remove what the test left behind. */
  readonly cleanUp?: () => void | Promise<void>;
}

/** Creates an empty store; called once per test. */
export type MakeStore = () => FactStore | StoreUnderTest | Promise<FactStore | StoreUnderTest>;

/** What a contract test works with. */
export interface Setting {
  readonly store: FactStore;
  readonly clock: SimulatedClock;
  /** Opens a journal of `store`, or of another instance. */
  open(id: string, store?: FactStore): Journal;
  second(): Promise<FactStore>;
  /** Closes every instance and opens the data again; `undefined` for a store that is not persistent. */
  readonly reopen: (() => Promise<FactStore>) | undefined;
  /** Called when the test ends, before the stores are closed. */
  atEnd(stop: () => void): void;
}

/** Prepares a setting, runs the test in it, and closes all instances whatever happens. */
export async function inSetting(
  makeStore: MakeStore,
  test: (setting: Setting) => Promise<void>,
): Promise<void> {
  const result = await makeStore();
  const given: StoreUnderTest = 'append' in result ? { store: result } : result;
  const stops: (() => void)[] = [];
  const opened = new Set([given.store]);
  const closeAll = async () => {
    for (const store of opened) await store.close();
    opened.clear();
  };
  const added = (store: FactStore): FactStore => {
    opened.add(store);
    return store;
  };
  const clock = new SimulatedClock();
  const newId = sequentialIds();
  const { second, reopen } = given;
  try {
    await test({
      store: given.store,
      clock,
      open: (id, store = given.store) => openJournal(store, id, { clock, newId }),
      second: async () => (second ? added(await second()) : given.store),
      reopen: reopen && (async () => closeAll().then(async () => added(await reopen()))),
      atEnd: (stop) => void stops.push(stop),
    });
  } finally {
    for (const stop of stops) stop();
    await closeAll();
    await given.cleanUp?.();
  }
}
