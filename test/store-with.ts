import type { FactStore } from '../src/journal/store.ts';

/** A store that does some things its own way: to disturb, to slow down or to break it in a test. */
export function storeWith(store: FactStore, own: Partial<FactStore>): FactStore {
  return new Proxy(store, {
    get(target, name: keyof FactStore) {
      const value = own[name] ?? target[name];
      return typeof value === 'function' && own[name] === undefined ? value.bind(target) : value;
    },
  });
}
