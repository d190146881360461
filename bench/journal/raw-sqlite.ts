import { DatabaseSync } from 'node:sqlite';
import type { Contender } from '../harness/blocks.ts';
import { type Step, stepAt } from './plan.ts';

/** What each append costs when there is nothing but the database: an append-only table, written by hand. */
class HandWrittenLog {
  readonly #db: DatabaseSync;
  readonly #begin;
  readonly #commit;
  readonly #head;
  readonly #insert;

  constructor(file: string) {
    this.#db = new DatabaseSync(file);
    this.#db.exec(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
      CREATE TABLE facts (
        seq     INTEGER PRIMARY KEY,
        id      TEXT NOT NULL,
        ts      TEXT NOT NULL,
        type    TEXT NOT NULL,
        v       INTEGER NOT NULL,
        payload TEXT NOT NULL
      ) STRICT`);
    this.#begin = this.#db.prepare('BEGIN IMMEDIATE');
    this.#commit = this.#db.prepare('COMMIT');
    this.#head = this.#db.prepare('SELECT max(seq) AS head FROM facts');
    this.#insert = this.#db.prepare('INSERT INTO facts VALUES (?,?,?,?,?,?)');
  }

  /** Writes right after `expected`, or throws. */
  compareAndAppend(expected: number, steps: readonly Step[]): void {
    this.#begin.run();
    const head = Number(this.#head.get()?.head ?? 0);
    if (head !== expected) throw new RangeError(`the head is ${head}, not ${expected}`);
    steps.forEach((step, i) => {
      this.insert(head + 1 + i, step);
    });
    this.#commit.run();
  }

  /** By itself it is a transaction. */
  insert(seq: number, step: Step): void {
    this.#insert.run(
      seq,
      crypto.randomUUID(),
      new Date().toISOString(),
      'step_added',
      1,
      JSON.stringify(step),
    );
  }

  close(): void {
    this.#db.close();
  }
}

/** One transaction an append: take the lock, read the head, compare, insert, commit. */
export function rawCompareAndSet(file: string): Contender {
  const log = new HandWrittenLog(file);
  let head = 0;
  return {
    run: async (operations) => {
      for (const last = head + operations; head < last; head++) log.compareAndAppend(head, [stepAt(head)]);
    },
    close: async () => log.close(),
  };
}

/** The least there can be: one INSERT, which is its own transaction and compares nothing. */
export function rawInsert(file: string): Contender {
  const log = new HandWrittenLog(file);
  let head = 0;
  return {
    run: async (operations) => {
      for (const last = head + operations; head < last; head++) log.insert(head + 1, stepAt(head));
    },
    close: async () => log.close(),
  };
}

/** As many appends as there are appenders in each transaction, as if all of them always came at once. */
export function rawBatches(file: string, size: number): Contender {
  const log = new HandWrittenLog(file);
  let head = 0;
  return {
    run: async (operations) => {
      for (const last = head + operations; head < last; head += size) {
        log.compareAndAppend(
          head,
          Array.from({ length: size }, (_, i) => stepAt(head + i)),
        );
      }
    },
    close: async () => log.close(),
  };
}
