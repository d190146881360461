import type { Fact } from '../../journal/fact.ts';
import type { Journal } from '../../journal/journal.ts';
import type { FactStore } from '../../journal/store.ts';
import { withinTime } from './expectations.ts';
import type { Setting } from './setting.ts';

/** Collects what arrives, and lets a test wait until there is enough. */
export class Collector<T> {
  readonly items: T[] = [];
  #waiting: { enough: (items: readonly T[]) => boolean; resolve: () => void }[] = [];

  add(items: readonly T[]): void {
    this.items.push(...items);
    this.#waiting = this.#waiting.filter(({ enough, resolve }) => {
      if (!enough(this.items)) return true;
      resolve();
      return false;
    });
  }

  async until(enough: (items: readonly T[]) => boolean, what: string): Promise<readonly T[]> {
    if (!enough(this.items)) {
      const arrived = new Promise<void>((resolve) => this.#waiting.push({ enough, resolve }));
      await withinTime(arrived, () => `waited for ${what}; ${this.items.length} arrived`);
    }
    return this.items;
  }

  count(wanted: number): Promise<readonly T[]> {
    return this.until((items) => items.length >= wanted, `${wanted} items`);
  }
}

/** Subscribes and collects. */
export function collect({ atEnd }: Setting, journal: Journal, from = 1): Collector<Fact> {
  const collector = new Collector<Fact>();
  atEnd(journal.subscribe({ from }, (facts) => collector.add(facts)));
  return collector;
}

/** Watches and collects the ids of journals that changed. */
export function collectChanges({ atEnd }: Setting, store: FactStore, journal?: string): Collector<string> {
  const collector = new Collector<string>();
  atEnd(store.watch((changed) => collector.add([changed]), journal));
  return collector;
}
