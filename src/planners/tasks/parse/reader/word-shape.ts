/** How a text begins: a capitalised word, a capital, a small letter, or the sign itself. */
export function shapeOf(text: string): string {
  return /^\p{Lu}\p{Ll}/u.test(text)
    ? 'Aa'
    : /^\p{Lu}/u.test(text)
      ? 'A'
      : /^\p{Ll}/u.test(text)
        ? 'a'
        : (text[0] ?? '');
}
