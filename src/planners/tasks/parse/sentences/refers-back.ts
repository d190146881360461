const BACK =
  /\b(?:that|this|it|them|those|these|former|latter|first one|second one|there|both|all (?:of them|three|four)|the (?:first|second|third|last|other|others|rest))\b/i;

/** Whether a piece of a text refers to the preceding text near its beginning: `fix that`. */
export function refersBack(text: string): boolean {
  return BACK.test(text.slice(0, 80));
}
