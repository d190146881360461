import { linkAddress } from './link-address.ts';

/** A piece of a line of Markdown. */
export type Inline =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'code'; readonly text: string }
  | { readonly type: 'strong' | 'emphasis' | 'strike'; readonly content: readonly Inline[] }
  | { readonly type: 'link'; readonly address: string; readonly content: readonly Inline[] };

/** Marks within marks beyond this stay text. */
const MAX_NESTED = 6;
const MAX_ADDRESS_LENGTH = 2000;
const ESCAPABLE = /[!-/:-@[-`{-~]/;
const WORD = /[\p{L}\p{N}_]/u;
const BARE_ADDRESS = /https?:\/\/[^\s<>"'`]+/iy;
const LINK_TARGET = /\(\s*<?([^\s<>()]*(?:\([^\s<>()]*\)[^\s<>()]*)*)>?(?:\s+(?:"[^"]*"|'[^']*'))?\s*\)/y;
const MARKS = [
  ['**', 'strong'],
  ['__', 'strong'],
  ['~~', 'strike'],
  ['*', 'emphasis'],
  ['_', 'emphasis'],
] as const;

/** The pieces of a line: code, emphasis and links. Everything else, HTML too, is plain text. */
export function inlineOf(text: string, depth = 0): readonly Inline[] {
  const pieces: Inline[] = [];
  /** Marks without an end in the rest of the text, so that it is searched for each of them only once. */
  const unclosed = new Set<string>();
  let plain = '';
  let at = 0;
  const add = (piece: Inline, end: number) => {
    if (plain !== '') pieces.push({ type: 'text', text: plain });
    plain = '';
    pieces.push(piece);
    at = end;
  };
  while (at < text.length) {
    const char = text.charAt(at);
    const found = pieceAt(text, at, depth, unclosed);
    if (found !== undefined) add(found.piece, found.end);
    else if (char === '\\' && ESCAPABLE.test(text.charAt(at + 1))) {
      plain += text.charAt(at + 1);
      at += 2;
    } else {
      // A run of marks that begins nothing is not looked at again mark by mark.
      const end = '`*_~'.includes(char) ? endOfRun(text, at) : at + 1;
      plain += text.slice(at, end);
      at = end;
    }
  }
  if (plain !== '') pieces.push({ type: 'text', text: plain });
  return pieces;
}

interface Found {
  readonly piece: Inline;
  readonly end: number;
}

function pieceAt(text: string, at: number, depth: number, unclosed: Set<string>): Found | undefined {
  switch (text.charAt(at)) {
    case '`':
      return codeAt(text, at, unclosed);
    case '!':
    case '[':
      return depth < MAX_NESTED ? linkAt(text, at, depth) : undefined;
    case '<':
      return bracketedAddressAt(text, at);
    case 'h':
    case 'H':
      return bareAddressAt(text, at);
    case '*':
    case '_':
    case '~':
      return depth < MAX_NESTED ? markedAt(text, at, depth, unclosed) : undefined;
    default:
      return undefined;
  }
}

/** Where a run of the same mark ends. */
function endOfRun(text: string, at: number): number {
  let end = at + 1;
  while (text.charAt(end) === text.charAt(at)) end++;
  return end;
}

function codeAt(text: string, at: number, unclosed: Set<string>): Found | undefined {
  const marks = text.slice(at, endOfRun(text, at));
  if (unclosed.has(marks)) return undefined;
  let end = at + marks.length;
  for (;;) {
    end = text.indexOf(marks, end);
    if (end === -1) {
      unclosed.add(marks);
      return undefined;
    }
    if (text.charAt(end + marks.length) !== '`') break;
    end = endOfRun(text, end);
  }
  const inner = text.slice(at + marks.length, end);
  const isPadded = inner.length > 2 && inner.startsWith(' ') && inner.endsWith(' ');
  return {
    piece: { type: 'code', text: isPadded ? inner.slice(1, -1) : inner },
    end: end + marks.length,
  };
}

/** `[label](address)`; a picture is a link too: nothing is loaded from elsewhere. */
function linkAt(text: string, at: number, depth: number): Found | undefined {
  const isPicture = text.charAt(at) === '!';
  const open = isPicture ? at + 1 : at;
  if (text.charAt(open) !== '[') return undefined;
  const length = text.slice(open, open + MAX_ADDRESS_LENGTH).indexOf('](');
  if (length === -1) return undefined;
  const close = open + length;
  const label = text.slice(open + 1, close);
  if (label.includes('[') || label.includes('\n\n')) return undefined;
  LINK_TARGET.lastIndex = 0;
  const target = LINK_TARGET.exec(text.slice(close + 1, close + 1 + MAX_ADDRESS_LENGTH));
  if (target === null) return undefined;
  const end = close + 1 + target[0].length;
  const address = linkAddress(target[1] ?? '');
  const shown = label === '' ? (target[1] ?? '') : label;
  const content: readonly Inline[] = isPicture
    ? [{ type: 'text', text: shown }]
    : inlineOf(shown, depth + 1).filter(({ type }) => type !== 'link');
  if (address === undefined) return { piece: { type: 'text', text: text.slice(at, end) }, end };
  return { piece: { type: 'link', address, content }, end };
}

function bracketedAddressAt(text: string, at: number): Found | undefined {
  const inner = /^<([^\s<>]+)>/.exec(text.slice(at, at + MAX_ADDRESS_LENGTH))?.[1];
  const address =
    inner && linkAddress(inner.includes('@') && !inner.includes(':') ? `mailto:${inner}` : inner);
  if (!inner || !address) return undefined;
  return {
    piece: { type: 'link', address, content: [{ type: 'text', text: inner }] },
    end: at + inner.length + 2,
  };
}

function bareAddressAt(text: string, at: number): Found | undefined {
  if (WORD.test(text.charAt(at - 1))) return undefined;
  BARE_ADDRESS.lastIndex = at;
  const matched = BARE_ADDRESS.exec(text)?.[0];
  if (matched === undefined) return undefined;
  const shown = withoutEnd(matched);
  const address = linkAddress(shown);
  if (address === undefined) return undefined;
  return {
    piece: { type: 'link', address, content: [{ type: 'text', text: shown }] },
    end: at + shown.length,
  };
}

/** Punctuation at the end of an address, such as a closing bracket, is not part of it. */
function withoutEnd(address: string): string {
  const trimmed = address.replace(/[.,:;!?*_~]+$/, '');
  return trimmed.endsWith(')') && !trimmed.includes('(') ? withoutEnd(trimmed.slice(0, -1)) : trimmed;
}

function markedAt(text: string, at: number, depth: number, unclosed: Set<string>): Found | undefined {
  for (const [mark, type] of MARKS) {
    if (!text.startsWith(mark, at) || unclosed.has(mark)) continue;
    if (mark.startsWith('_') && WORD.test(text.charAt(at - 1))) continue;
    const from = at + mark.length;
    if (/^\s?$/.test(text.charAt(from))) continue;
    const end = endOf(text, from, mark, unclosed);
    if (end === undefined) continue;
    return {
      piece: { type, content: inlineOf(text.slice(from, end), depth + 1) },
      end: end + mark.length,
    };
  }
  return undefined;
}

function endOf(text: string, from: number, mark: string, unclosed: Set<string>): number | undefined {
  for (let end = text.indexOf(mark, from); end !== -1; end = text.indexOf(mark, end + 1)) {
    const after = text.charAt(end + mark.length);
    // A single star is not one half of two.
    const isDouble = mark.length === 1 && (after === mark || text.charAt(end - 1) === mark);
    const isInWord = mark.startsWith('_') && WORD.test(after);
    if (end === from || isDouble || isInWord || /[\s\\]/.test(text.charAt(end - 1))) continue;
    // Of three stars the first ends what began within.
    return mark.length === 2 && after === mark.charAt(0) ? end + 1 : end;
  }
  unclosed.add(mark);
  return undefined;
}
