/** How many characters of text to cache with their results; the parser asks about the same ones within a few steps. */
const MAX_CHARACTERS = 4 * 1024 * 1024;

const forgetting: (() => void)[] = [];

/** Memoizes a function of a text during one parse. The results are shared and must not be changed. */
export function memoized<Answer>(answer: (text: string) => Answer): (text: string) => Answer {
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
    if (size > MAX_CHARACTERS) forget();
    known.set(text, fresh);
    size += text.length;
    return fresh;
  };
}

/** Call this after parsing, so that people's texts are kept only in their journals. */
export function clearMemoized(): void {
  for (const forget of forgetting) forget();
}
