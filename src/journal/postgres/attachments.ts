import { attachmentMissing } from '../attachments.ts';
import type { Database, Statement } from './database.ts';

const PUT: Statement = {
  text: `WITH kept AS (INSERT INTO kept_attachments VALUES (decode($1, 'hex')) ON CONFLICT DO NOTHING)
         INSERT INTO attachments (sha256, size, created_at, bytes) VALUES (decode($1, 'hex'), $2, $3, $4)
         ON CONFLICT (sha256) DO UPDATE SET size = excluded.size, created_at = excluded.created_at,
           bytes = CASE WHEN attachments.bytes = excluded.bytes THEN attachments.bytes ELSE excluded.bytes END`,
};

// One snapshot for both: an attachment that is being collected is in neither.
const GET: Statement = {
  text: `SELECT (SELECT bytes FROM attachments WHERE sha256 = decode($1, 'hex')) AS bytes,
           EXISTS (SELECT FROM kept_attachments WHERE sha256 = decode($1, 'hex')) AS kept`,
};

// The same text that hashesIn() finds. Facts are searched only if there is something to collect.
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
           RETURNING sha256, size
         ),
         released AS (DELETE FROM kept_attachments WHERE sha256 IN (SELECT sha256 FROM collected))
         SELECT count(*) AS count, coalesce(sum(size), 0)::bigint AS bytes FROM collected`,
};

export async function putAttachment(
  db: Database,
  { sha256, bytes, createdAt }: { sha256: string; bytes: Uint8Array; createdAt: string },
): Promise<void> {
  await db.query(PUT, [sha256, bytes.length, createdAt, bytes]);
}

export async function getAttachment(db: Database, sha256: string): Promise<Uint8Array | undefined> {
  const [found] = await db.query<{ bytes: Uint8Array | null; kept: boolean }>(GET, [sha256]);
  if (found?.bytes) return new Uint8Array(found.bytes);
  if (found?.kept) throw attachmentMissing(sha256);
  return undefined;
}

export async function collectAttachments(
  db: Database,
  before: string,
): Promise<{ count: number; bytes: number }> {
  const [collected] = await db.query<{ count: number; bytes: number }>(COLLECT, [before]);
  return collected ?? { count: 0, bytes: 0 };
}
