import type { StoreUsage } from '../store.ts';
import type { Database, Statement } from './database.ts';

const USAGE: Statement = {
  slow: true,
  text: `SELECT
           (SELECT count(*) FROM journals WHERE id IS NOT NULL) AS journals,
           (SELECT coalesce(sum(head - base), 0)::bigint FROM journals) AS facts,
           (SELECT count(*) FROM attachments) AS attachments,
           (SELECT coalesce(sum(size), 0)::bigint FROM attachments) AS "attachmentBytes",
           (SELECT sum(pg_total_relation_size(oid))::bigint FROM pg_class
            WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r') AS bytes`,
};

/** Each fact counts once, in the branch that stores it. */
export async function usageOf(db: Database): Promise<StoreUsage> {
  const [usage] = await db.query<StoreUsage>(USAGE);
  return usage ?? { journals: 0, facts: 0, attachments: 0, attachmentBytes: 0, bytes: 0 };
}
