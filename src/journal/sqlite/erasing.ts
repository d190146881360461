import type { DatabaseSync } from 'node:sqlite';
import { ERASED_KEY, placeAfter } from '../append.ts';
import { JournalError } from '../error.ts';
import { GENESIS_HASH, meaninglessDigest, Rechaining } from '../integrity/chain.ts';
import { keySeal } from '../integrity/row-seal.ts';
import { saltedText } from '../integrity/salt.ts';
import type { NewFact } from '../store.ts';
import { BranchEnds } from './branch-ends.ts';
import { FOLLOWED, LAST_SEQ, OPEN, PLACE } from './place.ts';

/** A branch, and the journal id under which it can be opened. */
export interface NamedBranch {
  readonly branch: number;
  readonly id: string | null;
  readonly parent: number | null;
  readonly base: number;
}

interface LinkRow {
  readonly seq: number;
  readonly id: string;
  readonly ts: string;
  readonly type: string;
  readonly v: number;
  readonly digest: string;
  readonly hash: string;
}

/** This branch and all that share its fact at `seq`, each after its parent. */
export function branchesSharing(db: DatabaseSync, branch: number, seq: number): NamedBranch[] {
  const rows = db
    .prepare(
      `WITH RECURSIVE sharing (branch) AS (
         SELECT ? UNION
         SELECT j.branch FROM journals j JOIN sharing s ON j.parent = s.branch WHERE j.base >= ?
       ) SELECT branch, id, parent, base FROM sharing JOIN journals USING (branch) ORDER BY branch`,
    )
    .all(branch, seq);
  return rows as unknown as NamedBranch[];
}

/**
 * Appends the record of an erasure to a branch. Throws if facts are missing at its end: nothing may cover up the
 * loss.
 */
export function appendRecord(
  db: DatabaseSync,
  { branch, base }: Pick<NamedBranch, 'branch' | 'base'>,
  record: NewFact,
  ts: string,
): void {
  const tip = new BranchEnds(db).tipOf({ branch, base });
  const insert = db.prepare(
    `INSERT OR ROLLBACK INTO facts (place, id, ts, type, v, payload, digest, hash, next)
     VALUES (${PLACE},?,?,?,?,?,?,?,${OPEN})`,
  );
  for (const fact of placeAfter(tip, { facts: [record], ts })) {
    const { seq, id, type, v, digest, hash } = fact;
    insert.run(branch, seq, id, fact.ts, type, v, saltedText(record), digest, hash);
  }
}

/**
 * Gives a fact a random digest, and rechains all later facts, here and in every branch that shares it: the digest
 * of an unsalted payload, and every hash that covers it, would reveal what was erased.
 */
export function forgetDigest(db: DatabaseSync, sharing: readonly NamedBranch[], seq: number): void {
  const links = db.prepare(
    `SELECT place & 0xffffffff AS seq, id, ts, type, v, digest, hash FROM facts
     WHERE place BETWEEN ${PLACE} AND ${PLACE} ORDER BY place LIMIT 1000`,
  );
  const setHash = db.prepare(`UPDATE facts SET hash = ? WHERE place = ${PLACE}`);
  const setNext = db.prepare(
    `UPDATE facts SET next = unhex(?) WHERE place = ${PLACE} AND next NOT IN (${OPEN}, ${FOLLOWED})`,
  );
  /** The old and new hashes of the facts at which branches were forked. */
  const bases = new Map<string, readonly [before: string, after: string]>();
  const owner = sharing[0];
  for (const { branch, parent, base } of sharing) {
    const isOwner = branch === owner?.branch;
    const start = isOwner ? seq : base + 1;
    const known = isOwner ? undefined : bases.get(`${parent} ${base}`);
    if (!isOwner && known === undefined) throw brokenBranch(branch);
    if (known) setHash.run(known[1], branch, base);
    const before = known?.[0] ?? hashBefore(db, branch, seq);
    const rechaining = new Rechaining(before, known?.[1] ?? before);
    const wanted = new Set(sharing.filter((other) => other.parent === branch).map((other) => other.base));
    for (let from = start; ; ) {
      const page = links.all(branch, from, branch, LAST_SEQ) as unknown as LinkRow[];
      for (const link of page) {
        const digest = isOwner && link.seq === seq ? meaninglessDigest() : link.digest;
        const hash = rechaining.next(link, digest);
        if (digest !== link.digest) {
          db.prepare(`UPDATE facts SET digest = ? WHERE place = ${PLACE}`).run(digest, branch, seq);
        }
        setHash.run(hash, branch, link.seq);
        setNext.run(hash, branch, link.seq - 1);
        if (wanted.has(link.seq)) bases.set(`${branch} ${link.seq}`, [link.hash, hash]);
      }
      const last = page.at(-1);
      if (last === undefined) break;
      from = last.seq + 1;
    }
  }
}

/** Replaces the digests of keys that cover an erased fact: they would reveal it. */
export function forgetKeys(db: DatabaseSync, branch: number, seq: number): void {
  const covering = db
    .prepare('SELECT name, from_seq, to_seq FROM keys WHERE branch = ? AND ? BETWEEN from_seq AND to_seq')
    .all(branch, seq);
  const forget = db.prepare('UPDATE keys SET digest = ?, seal = ? WHERE branch = ? AND name = ?');
  for (const row of covering) {
    const [name, from, to] = [String(row.name), Number(row.from_seq), Number(row.to_seq)];
    forget.run(ERASED_KEY, keySeal({ name, digest: ERASED_KEY, from, to }), branch, name);
  }
}

/** The hash of the previous row: of the fact there, or of the fact that the branch follows. */
function hashBefore(db: DatabaseSync, branch: number, seq: number): string {
  const row = db.prepare(`SELECT hash FROM facts WHERE place = ${PLACE}`).get(branch, seq - 1);
  return typeof row?.hash === 'string' ? row.hash : GENESIS_HASH;
}

function brokenBranch(branch: number): JournalError {
  return new JournalError('store-corrupt', {
    summary: `The fact at which branch ${branch} was forked is missing.`,
    fix: 'Nothing was erased. Run `wayfold journal verify --all`, then restore a backup.',
  });
}
