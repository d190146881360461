import { ERASED_KEY, placeAfter } from '../append.ts';
import { JournalError } from '../error.ts';
import { GENESIS_HASH, meaninglessDigest, Rechaining } from '../integrity/chain.ts';
import { keySeal } from '../integrity/row-seal.ts';
import { hasSalt } from '../integrity/salt.ts';
import { noSuchFact } from '../refusals.ts';
import type { NewFact, RedactRequest, StoredFact, Tip } from '../store.ts';
import { headOf, ownerOf } from './branching.ts';
import type { Session, Statement } from './database.ts';
import { insertFacts } from './fact-rows.ts';

const PAYLOAD: Statement = { text: 'SELECT payload FROM facts WHERE branch = $1 AND seq = $2' };

const ERASE: Statement = {
  text: 'UPDATE facts SET payload = NULL, redacted_at = $3, kept = $4 WHERE branch = $1 AND seq = $2',
};

const COUNT: Statement = { text: 'UPDATE redactions SET count = count + 1' };

/** Branch $1 and all that share its fact at seq $2. */
const SHARING = `
  WITH RECURSIVE sharing (branch) AS (
    SELECT $1::bigint
    UNION ALL
    SELECT below.branch FROM sharing JOIN journals below ON below.parent = sharing.branch
    WHERE below.base >= $2 AND below.branch > sharing.branch
  )`;

// In the order in which appends take these locks, to avoid deadlocks.
const LOCK_SHARING: Statement = {
  text: `${SHARING} SELECT FROM journals WHERE branch IN (SELECT branch FROM sharing) ORDER BY id FOR NO KEY UPDATE`,
};

const SHARING_BRANCHES: Statement = {
  text: `${SHARING}
         SELECT branch, id, parent, base, head, encode(head_hash, 'hex') AS hash, head_ts AS ts
         FROM sharing JOIN journals USING (branch) ORDER BY branch`,
};

const FORGET_SNAPSHOTS: Statement = {
  text: `${SHARING} DELETE FROM snapshots USING sharing WHERE snapshots.branch = sharing.branch AND seq >= $2`,
};

const COVERING_KEYS: Statement = {
  text: 'SELECT name, from_seq AS "from", to_seq AS "to" FROM keys WHERE branch = $1 AND $2 BETWEEN from_seq AND to_seq',
};

const FORGET_KEY: Statement = {
  text: `UPDATE keys SET digest = decode($3, 'hex'), seal = decode($4, 'hex') WHERE branch = $1 AND name = $2`,
};

const MOVE_HEAD: Statement = {
  text: `UPDATE journals SET head = $2, head_hash = decode($3, 'hex'), head_ts = $4 WHERE branch = $1`,
};

const LINKS: Statement = {
  text: `SELECT seq, id, ts, type, v, encode(digest, 'hex') AS digest, encode(hash, 'hex') AS hash
         FROM facts WHERE branch = $1 AND seq BETWEEN $2 AND $3 ORDER BY seq LIMIT 1000`,
};

const SET_LINKS: Statement = {
  text: `UPDATE facts SET hash = decode(new.hash, 'hex'), digest = decode(new.digest, 'hex')
         FROM unnest($2::bigint[], $3::text[], $4::text[]) AS new (seq, hash, digest)
         WHERE facts.branch = $1 AND facts.seq = new.seq`,
};

const SET_HEAD_HASH: Statement = {
  text: `UPDATE journals SET head_hash = decode($2, 'hex') WHERE branch = $1`,
};

/** A branch that contains a fact, and its end. */
interface SharingBranch {
  readonly branch: number;
  readonly id: string | null;
  readonly parent: number | null;
  readonly base: number;
  readonly head: number;
  readonly hash: string;
  readonly ts: string;
}

type Link = Pick<StoredFact, 'seq' | 'id' | 'ts' | 'type' | 'v' | 'digest' | 'hash'>;

/**
 * Erases a payload and resolves to the journals that shared it; none if it was erased before. The old row version
 * is gone from every result at once, and from the disk with the next vacuum.
 */
export async function redactFact(
  session: Session,
  { journal, seq, redactedAt, kept, record }: RedactRequest,
): Promise<string[]> {
  const head = await headOf(session, journal);
  if (seq < 1 || seq > head) throw noSuchFact(journal, seq, head);
  const owner = await ownerOf(session, journal, seq);
  const sharing = await lockSharing(session, owner, seq);
  const [fact] = await session.query<{ payload: string | null }>(PAYLOAD, [owner, seq]);
  if (typeof fact?.payload !== 'string') return [];
  if (!hasSalt(fact.payload)) await forgetDigest(session, sharing, seq);
  await session.query(ERASE, [owner, seq, redactedAt, kept ?? null]);
  await session.query(COUNT);
  await session.query(FORGET_SNAPSHOTS, [owner, seq]);
  await forgetKeys(session, owner, seq);
  return await recordErasure(session, { owner, seq, record, ts: redactedAt });
}

/** Blocks appends to every branch that contains this fact until the transaction ends. */
export async function lockSharing(session: Session, owner: number, seq: number): Promise<SharingBranch[]> {
  await session.query(LOCK_SHARING, [owner, seq]);
  return await session.query<SharingBranch>(SHARING_BRANCHES, [owner, seq]);
}

/** Appends the record of an erasure to every journal that shares the fact, and resolves to their ids. */
export async function recordErasure(
  session: Session,
  { owner, seq, record, ts }: { owner: number; seq: number; record: () => NewFact; ts: string },
): Promise<string[]> {
  const journals: string[] = [];
  // Read again: their heads may have been rechained.
  for (const row of await session.query<SharingBranch>(SHARING_BRANCHES, [owner, seq])) {
    if (row.id === null) continue;
    const tip: Tip = { seq: row.head, hash: row.hash, ts: row.ts };
    const facts = placeAfter(tip, { facts: [record()], ts });
    const last = facts.at(-1) ?? tip;
    await insertFacts(session, row.branch, facts);
    await session.query(MOVE_HEAD, [row.branch, last.seq, last.hash, last.ts]);
    journals.push(row.id);
  }
  return journals;
}

/** A key's digest would reveal the facts under it. */
export async function forgetKeys(session: Session, branch: number, seq: number): Promise<void> {
  const keys = await session.query<{ name: string; from: number; to: number }>(COVERING_KEYS, [branch, seq]);
  for (const key of keys) {
    const seal = keySeal({ ...key, digest: ERASED_KEY });
    await session.query(FORGET_KEY, [branch, key.name, ERASED_KEY, seal]);
  }
}

/**
 * Gives a fact a random digest, and rechains all later facts, here and in every branch that shares it: the digest
 * of an unsalted payload, and every hash that covers it, would reveal what was erased.
 */
export async function forgetDigest(
  session: Session,
  sharing: readonly SharingBranch[],
  seq: number,
): Promise<void> {
  /** The old and new hashes of the facts at which branches were forked. */
  const bases = new Map<string, readonly [before: string, after: string]>();
  for (const [i, { branch, parent, base, head }] of sharing.entries()) {
    const known = i === 0 ? undefined : bases.get(`${parent} ${base}`);
    if (i > 0 && known === undefined) throw brokenBranch(branch);
    const before = known?.[0] ?? (await hashBefore(session, sharing[0], seq));
    const rechaining = new Rechaining(before, known?.[1] ?? before);
    const wanted = new Set(sharing.filter((other) => other.parent === branch).map((other) => other.base));
    let last = known?.[1];
    for (let from = i === 0 ? seq : base + 1; from <= head; ) {
      const page = await session.query<Link>(LINKS, [branch, from, head]);
      const digests = page.map((link) => (i === 0 && link.seq === seq ? meaninglessDigest() : link.digest));
      const hashes = page.map((link, at) => rechaining.next(link, digests[at]));
      await session.query(SET_LINKS, [branch, page.map((link) => link.seq), hashes, digests]);
      for (const [at, link] of page.entries()) {
        if (wanted.has(link.seq)) bases.set(`${branch} ${link.seq}`, [link.hash, hashes[at] ?? '']);
      }
      if (page.length === 0) throw brokenBranch(branch);
      last = hashes.at(-1);
      from += page.length;
    }
    if (last !== undefined) await session.query(SET_HEAD_HASH, [branch, last]);
  }
}

/** The hash of the fact before `seq`, which is in this branch or is the last one it shares. */
async function hashBefore(session: Session, owner: SharingBranch | undefined, seq: number): Promise<string> {
  if (owner === undefined || seq === 1) return GENESIS_HASH;
  const branch = seq - 1 > owner.base ? owner.branch : owner.parent;
  const [link] = await session.query<Link>(LINKS, [branch, seq - 1, seq - 1]);
  if (link === undefined) throw brokenBranch(owner.branch);
  return link.hash;
}

function brokenBranch(branch: number): JournalError {
  return new JournalError('store-corrupt', {
    summary: `Facts of branch ${branch} are missing.`,
    fix: 'Nothing was erased. Run `wayfold journal verify --all`, then restore a backup.',
  });
}
