import { hash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import type { Contender } from '../harness/blocks.ts';
import { type Step, stepAt } from './plan.ts';

interface ChainedFact {
  readonly seq: number;
  readonly id: string;
  readonly ts: string;
  readonly type: string;
  readonly v: number;
  readonly payload: string;
  readonly digest: string;
  readonly hash: string;
}

const GENESIS = { seq: 0, hash: '0'.repeat(64) };

/**
 * The fact that Wayfold keeps, written by hand: with the digest of its payload and a hash that covers the fact before
 * it. One table, one journal; whoever wants to know the head looks at the last row.
 */
class HandWrittenChain {
  readonly #db: DatabaseSync;
  readonly #begin;
  readonly #commit;
  readonly #last;
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
        payload TEXT NOT NULL,
        digest  TEXT NOT NULL,
        hash    TEXT NOT NULL
      ) STRICT`);
    this.#begin = this.#db.prepare('BEGIN IMMEDIATE');
    this.#commit = this.#db.prepare('COMMIT');
    this.#last = this.#db.prepare('SELECT seq, hash FROM facts ORDER BY seq DESC LIMIT 1');
    this.#insert = this.#db.prepare('INSERT INTO facts VALUES (?,?,?,?,?,?,?,?)');
  }

  /** Writes right after `expected` and returns what it wrote, or throws. */
  compareAndAppend(expected: number, step: Step): ChainedFact {
    const payload = JSON.stringify(step);
    const digest = hash('sha256', payload, 'hex');
    const id = crypto.randomUUID();
    const ts = new Date().toISOString();
    this.#begin.run();
    const last = this.#last.get() ?? GENESIS;
    if (last.seq !== expected) throw new RangeError(`the head is ${last.seq}, not ${expected}`);
    const seq = expected + 1;
    const link = hash('sha256', `${last.hash}\n${seq}\n${id}\n${ts}\nstep_added\n1\n${digest}`, 'hex');
    this.#insert.run(seq, id, ts, 'step_added', 1, payload, digest, link);
    this.#commit.run();
    return { seq, id, ts, type: 'step_added', v: 1, payload, digest, hash: link };
  }

  close(): void {
    this.#db.close();
  }
}

/** One transaction an append: take the lock, read the last fact, compare, hash, insert, commit. */
export function rawChain(file: string): Contender {
  const chain = new HandWrittenChain(file);
  let head = 0;
  return {
    run: async (operations) => {
      for (const last = head + operations; head < last; ) {
        head = chain.compareAndAppend(head, stepAt(head)).seq;
      }
    },
    close: async () => chain.close(),
  };
}
