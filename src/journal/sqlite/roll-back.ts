import type { DatabaseSync } from 'node:sqlite';

/**
 * Ends a transaction that failed. SQLite may have ended it already, as on a full disk; the oldest Nodes that Wayfold runs
 * on cannot tell.
 */
export function rollBack(db: Pick<DatabaseSync, 'exec'> & { readonly isTransaction?: boolean }): void {
  if (db.isTransaction === false) return;
  try {
    db.exec('ROLLBACK');
  } catch (error) {
    if (db.isTransaction) throw error;
  }
}
