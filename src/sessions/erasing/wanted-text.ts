/** What is to be erased: words wherever they stand, or everything by a person and about them. */
export type ErasureQuery =
  | { readonly words: string; readonly subject?: undefined }
  | { readonly subject: string; readonly words?: undefined };

/** Tells what has to do with what is to be erased. */
export interface WantedText {
  /** Whether a text has it, however it is written: case, spacing, and escapes of JSON make no difference. */
  isIn(text: string): boolean;
  /** Whether a field says that the person did this. */
  isAuthor(field: string, value: string): boolean;
}

/** The fields that say who did something. */
const AUTHORS: ReadonlySet<string> = new Set(['by', 'from', 'person', 'author', 'approvedBy']);

/** Finds what a query is about. */
export function wantedText(query: ErasureQuery): WantedText {
  const wanted = plain(query.words ?? query.subject);
  const isWhole = query.subject !== undefined;
  const has = (text: string) => (isWhole ? hasWord(text, wanted) : text.includes(wanted));
  return {
    isIn: (text) => variantsOf(text).some(has),
    isAuthor: (field, value) => isWhole && AUTHORS.has(field) && plain(value) === wanted,
  };
}

/** As it is, and without one or two layers of JSON around it: prompts hold data as JSON inside of JSON. */
function variantsOf(text: string): readonly string[] {
  if (!text.includes('\\')) return [plain(text)];
  const once = unescaped(text);
  return [text, once, unescaped(once)].map(plain);
}

function plain(text: string): string {
  return text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim();
}

function unescaped(text: string): string {
  return text.replace(/\\(?:u([0-9a-fA-F]{4})|(.))/gs, (_, code: string | undefined, sign: string) =>
    code === undefined ? (SIGNS[sign] ?? sign) : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

const SIGNS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

const LETTER = /[\p{L}\p{N}_]/u;

/** Whether a name stands in a text by itself, and not inside of a longer word. */
function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const before = text.slice(0, at).at(-1) ?? '';
    const after = text.slice(at + word.length).at(0) ?? '';
    if (!LETTER.test(before) && !LETTER.test(after)) return true;
  }
  return false;
}
