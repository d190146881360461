/** Statements that turn an SQLite store of today into one of version 5, without the table of recent commits. */
export const AS_VERSION_5 = `DROP TRIGGER facts_follow; DROP TABLE recent; DELETE FROM sqlite_sequence WHERE name = 'recent';
  ALTER TABLE store DROP COLUMN moved;
  CREATE TRIGGER facts_follow AFTER INSERT ON facts WHEN new.v > 0 BEGIN
    UPDATE facts SET next = unhex(new.hash) WHERE place = new.place - 1 AND next = zeroblob(32);
    SELECT RAISE(ROLLBACK, 'the head has moved') WHERE changes() = 0;
  END; PRAGMA user_version = 5`;

/** The same for version 4, which did not know what attachments a journal has. */
export const AS_VERSION_4 = `${AS_VERSION_5}; DROP TABLE kept_attachments; PRAGMA user_version = 4`;

/** The same for version 3, which did not know what appends had keys. */
export const AS_VERSION_3 = `${AS_VERSION_4}; ALTER TABLE facts DROP COLUMN keyed; PRAGMA user_version = 3`;
