/** What to erase: words anywhere, or everything by and about a person. */
export type ErasureQuery =
  | { readonly words: string; readonly subject?: undefined }
  | { readonly subject: string; readonly words?: undefined };

/** Matches what is to be erased. */
export interface SearchedText {
  /** Whether a text contains it, in any form: case, spacing, and the escapes of JSON, URLs and HTML are ignored. */
  isIn(text: string): boolean;
  /** Whether a field names the person as the author. */
  isAuthor(field: string, value: string): boolean;
}

/** The author fields. */
const AUTHORS: ReadonlySet<string> = new Set(['by', 'from', 'person', 'author', 'approvedBy']);

/** Creates the matcher of a query. */
export function searchedText(query: ErasureQuery): SearchedText {
  const wanted = plain(query.words ?? query.subject);
  const isWhole = query.subject !== undefined;
  const has = (text: string) => (isWhole ? hasWord(text, wanted) : text.includes(wanted));
  return {
    isIn: (text) => variantsOf(text).some(has),
    isAuthor: (field, value) => isWhole && AUTHORS.has(field) && plain(value) === wanted,
  };
}

/** The text as it is, and unescaped from other formats. Prompts contain JSON inside JSON. */
function variantsOf(text: string): readonly string[] {
  const unescaped = fromJson(text);
  const variants = [text, unescaped, fromJson(unescaped), fromLink(text), fromHtml(text)];
  return [...new Set(variants)].map(plain);
}

/** Ignores invisible characters, Unicode variants of a letter, and case in any language. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toUpperCase()
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();
}

function fromJson(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(/\\(?:u([0-9a-fA-F]{4})|(.))/gs, (_, code: string | undefined, sign: string) =>
    code === undefined ? (SIGNS[sign] ?? sign) : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

const SIGNS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

function fromLink(text: string): string {
  if (!text.includes('%') && !text.includes('://')) return text;
  const spaced = text.replace(/\S+:\/\/\S+/g, (link) => link.replaceAll('+', ' '));
  return spaced.replace(/(?:%[0-9a-fA-F]{2})+/g, (bytes) => {
    try {
      return decodeURIComponent(bytes);
    } catch {
      return bytes;
    }
  });
}

function fromHtml(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos));/gi, (entity, ...groups) => {
    const [decimal, hexadecimal, name]: (string | undefined)[] = groups;
    if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? entity;
    const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : entity;
  });
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const LETTER = /[\p{L}\p{N}_]/u;

/** Whether a name occurs as a separate word. */
function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const before = text.slice(0, at).at(-1) ?? '';
    const after = text.slice(at + word.length).at(0) ?? '';
    if (!LETTER.test(before) && !LETTER.test(after)) return true;
  }
  return false;
}
