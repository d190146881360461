const YES =
  /^\W*(?:yes|yeah|yep|ok(?:ay)?|sure|fine|please do|go ahead|do it|do that|plan it again|replan|ja|oui|sí|si|claro|d'accord)(?![\p{L}])/iu;
const NO =
  /^\W*(?:no|nope|nah|don't|do not|leave it|keep (?:it|them|the trip)|nein|non|cancel|stop)[\s.!,]*$/i;

const UNSURE =
  /(?<!\p{L})(?:(?<!whether )or not|(?:i|we) (?:don'?t|do not) know(?: yet)?|(?:i'm|i am|we're|we are)? ?not sure(?: yet)?|undecided|wei(?:ß|ss) (?:es )?(?:noch )?nicht|(?:noch )?nicht sicher|je (?:ne )?sais pas|pas s[ûu]re?|no (?:lo )?s[ée]|no estoy segur[oa])\s*(?:[.,!?…]|$)/iu;

/** Whether somebody says that they do not know yet whether they want it. */
export function isUnsure(text: string): boolean {
  return UNSURE.test(text);
}

/** Whether an answer confirms the question. */
export function isAgreement(text: string): boolean {
  return YES.test(text);
}

/** The text that an answer stands for: the pending one, if it only confirms. */
export function wordsOf(text: string, pending: string | undefined): string {
  return pending !== undefined && isAgreement(text) ? pending : text;
}

/** Whether an answer only declines the question. */
export function isDeclined(text: string, pending: string | undefined): boolean {
  return pending !== undefined && NO.test(text);
}
