/** Longer texts are seldom asked about twice, and would take room. */
const LONGEST = 2_000;
const MOST = 256;

/** The same function of a text, which answers at once what it was asked a moment ago. The answers are shared, so nobody may change them. */
export function remembered<Answer>(answer: (text: string) => Answer): (text: string) => Answer {
  const known = new Map<string, Answer>();
  return (text) => {
    if (text.length > LONGEST) return answer(text);
    const found = known.get(text);
    if (found !== undefined) return found;
    const fresh = answer(text);
    if (known.size >= MOST) known.clear();
    known.set(text, fresh);
    return fresh;
  };
}
