/** The shape of a text's start: a capitalised word, a capital, a lower-case letter, or the symbol itself. */
export function shapeOf(text: string): string {
  return /^\p{Lu}\p{Ll}/u.test(text)
    ? 'Aa'
    : /^\p{Lu}/u.test(text)
      ? 'A'
      : /^\p{Ll}/u.test(text)
        ? 'a'
        : (text[0] ?? '');
}
