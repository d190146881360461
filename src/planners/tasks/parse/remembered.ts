/** How many characters of texts are kept with their answers; a parser asks about the same ones within a few steps. */
const MOST = 4 * 1024 * 1024;

const forgetting: (() => void)[] = [];

/**
 * The same function of a text, which answers at once what it was asked before in the same reading. The answers are
 * shared, so nobody may change them.
 */
export function remembered<Answer>(answer: (text: string) => Answer): (text: string) => Answer {
  const known = new Map<string, Answer>();
  let size = 0;
  const forget = () => {
    known.clear();
    size = 0;
  };
  forgetting.push(forget);
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const fresh = answer(text);
    if (size > MOST) forget();
    known.set(text, fresh);
    size += text.length;
    return fresh;
  };
}

/** To be called when a text was read: what people wrote stays nowhere but in their journal. */
export function forgetRemembered(): void {
  for (const forget of forgetting) forget();
}
