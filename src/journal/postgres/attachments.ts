import type { Database, Statement } from './database.ts';

const PUT: Statement = {
  text: `INSERT INTO attachments (sha256, size, created_at, bytes) VALUES (decode($1, 'hex'), $2, $3, $4)
         ON CONFLICT (sha256) DO UPDATE SET size = excluded.size, created_at = excluded.created_at,
           bytes = CASE WHEN attachments.bytes = excluded.bytes THEN attachments.bytes ELSE excluded.bytes END`,
};

const GET: Statement = { text: `SELECT bytes FROM attachments WHERE sha256 = decode($1, 'hex')` };

// The text that hashesIn() finds too. Facts are searched only when there is something to collect.
const COLLECT: Statement = {
  slow: true,
  text: `WITH old AS MATERIALIZED (SELECT sha256 FROM attachments WHERE created_at < $1),
         referred AS (
           SELECT decode(match[1], 'hex') AS sha256
           FROM facts, regexp_matches(payload, '"([0-9a-f]{64})"', 'g') AS match
           WHERE EXISTS (SELECT FROM old)
         ),
         collected AS (
           DELETE FROM attachments
           WHERE created_at < $1 AND sha256 IN (SELECT sha256 FROM old EXCEPT SELECT sha256 FROM referred)
           RETURNING size
         )
         SELECT count(*) AS count, coalesce(sum(size), 0)::bigint AS bytes FROM collected`,
};

export async function putAttachment(
  db: Database,
  { sha256, bytes, createdAt }: { sha256: string; bytes: Uint8Array; createdAt: string },
): Promise<void> {
  await db.query(PUT, [sha256, bytes.length, createdAt, bytes]);
}

export async function getAttachment(db: Database, sha256: string): Promise<Uint8Array | undefined> {
  const [found] = await db.query<{ bytes: Uint8Array }>(GET, [sha256]);
  return found && new Uint8Array(found.bytes);
}

export async function collectAttachments(
  db: Database,
  before: string,
): Promise<{ count: number; bytes: number }> {
  const [collected] = await db.query<{ count: number; bytes: number }>(COLLECT, [before]);
  return collected ?? { count: 0, bytes: 0 };
}
