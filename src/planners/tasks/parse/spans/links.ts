import { readAt, type Span } from './span.ts';

/** A URL in a text, or a Markdown link or image with its target. */
export interface Link extends Span {
  readonly target: string;
  readonly label: string | undefined;
  readonly isImage: boolean;
}

/** Chinese, Japanese and Korean use no spaces, so a URL continues in them only after a separator. */
const CJK = '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}';
const URL_CHARACTER = `[^\\s<>"\`{}|\\\\^“”„«»‹›「」『』《》。，、；：！？（）【】…\\p{Cc}${CJK}]|(?<=[/=_#?&.+-])[${CJK}]+`;
/** The start of a URL. */
export const URL_START = /[a-z][a-z0-9+.-]{0,20}:\/\/|www\./gi;
const SCHEME = new RegExp(URL_START, 'iy');
const URL_REST = new RegExp(`(?:${URL_CHARACTER})+`, 'uy');
const MARKDOWN_LINK =
  /(!?)\[([^[\]]*)\]\(\s*(?:<([^<>\s]*)>|([^\s()<>]*(?:\([^\s()]*\)[^\s()]*)*))(?:\s+"[^"]*"|\s+'[^']*')?\s*\)/uy;

/** The Markdown link or image at an index. */
export function markdownLinkAt(text: string, start: number): Link | undefined {
  const [whole, bang, label = '', bracketed, bare] = readAt(MARKDOWN_LINK, text, start) ?? [];
  const target = bracketed || bare;
  if (whole === undefined || !target) return undefined;
  return {
    start,
    end: start + whole.length,
    target,
    label: label.trim() || undefined,
    isImage: bang === '!',
  };
}

/** The URL at an index, without the punctuation of the sentence around it. */
export function urlAt(text: string, start: number): Link | undefined {
  if (/[a-z0-9_@]/i.test(text[start - 1] ?? '')) return undefined;
  const scheme = readAt(SCHEME, text, start)?.[0];
  if (scheme === undefined) return undefined;
  const rest = readAt(URL_REST, text, start + scheme.length)?.[0];
  const target = scheme + withoutClosing(rest ?? '');
  if (target === scheme || (/^www\./i.test(scheme) && !target.slice(scheme.length).includes('.')))
    return undefined;
  return { start, end: start + target.length, target, label: undefined, isImage: false };
}

const OPENING: Readonly<Record<string, string>> = { ')': '(', ']': '[' };

/** Closing brackets belong to the URL only if it contains the opening ones. */
function withoutClosing(url: string): string {
  const surplus = new Map<string, number>();
  for (const [closing, opening] of Object.entries(OPENING)) {
    surplus.set(closing, url.split(closing).length - url.split(opening).length);
  }
  let end = url.length;
  while (end > 0) {
    const last = url[end - 1] ?? '';
    const extra = surplus.get(last);
    if (extra !== undefined) {
      if (extra <= 0) break;
      surplus.set(last, extra - 1);
    } else if (!/[.,;:!?'’‘*_~؟،؛]/.test(last)) {
      break;
    }
    end -= 1;
  }
  return url.slice(0, end);
}
