import { Pool } from 'pg';

/** What the tables of a schema take on the disk, with their indexes and large values. */
export async function schemaSize(pool: Pool, schema: string): Promise<number> {
  const { rows } = await pool.query<{ size: string }>(
    `SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0) AS size
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = $1 AND c.relkind IN ('r', 'p')`,
    [schema],
  );
  return Number(rows[0]?.size);
}

/** Connections for a peer. One that idles when the server goes away is no failure. */
export function postgresPool(url: string, connections: number): Pool {
  return new Pool({ connectionString: url, max: connections }).on('error', () => {});
}
