/** The maximum seq of a branch. */
export const LAST_SEQ = 0xffff_ffff;

/** The row id of a fact, or of the facts after it, by branch and seq. */
export const PLACE = '(? << 32 | ?)';

/** The seq of the last row of a branch in `journals`. */
export const LAST_ROW = `((SELECT max(place) FROM facts
  WHERE place BETWEEN journals.branch << 32 AND journals.branch << 32 | ${LAST_SEQ}) & ${LAST_SEQ})`;

/** The mark of the last row. As long as a hash, so that marking a row does not move it. */
export const OPEN = `x'${'00'.repeat(32)}'`;
/** The mark of a row that something follows, or that nothing may follow, without saying what. */
export const FOLLOWED = `x'${'ff'.repeat(32)}'`;
