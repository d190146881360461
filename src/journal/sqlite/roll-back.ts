import type { DatabaseSync } from 'node:sqlite';

/**
 * Ends a failed transaction. SQLite may have ended it already, as on a full disk; the oldest supported Node
 * versions cannot tell.
 */
export function rollBack(db: Pick<DatabaseSync, 'exec'> & { readonly isTransaction?: boolean }): void {
  if (db.isTransaction === false) return;
  try {
    db.exec('ROLLBACK');
  } catch (error) {
    if (db.isTransaction) throw error;
  }
}
