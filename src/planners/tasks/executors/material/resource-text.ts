import type { FetchResult } from '../../../../machine/guarded-fetch.ts';
import { readableText } from './readable-text.ts';

/** A fetched resource as text: its address, status, type and size, and its content if it is text. */
export function resourceText({ url, status, statusText, contentType, body, truncated }: FetchResult): string {
  const size = truncated ? `more than ${body.length} bytes` : `${body.length} bytes`;
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const head = `${url}\n${`${status} ${statusText}`.trim()}, ${type || 'no content type'}, ${size}`;
  const readable = body.length === 0 ? undefined : contentText(body, contentType);
  if (readable === undefined) return head;
  return [head, readable, ...(truncated ? [`[cut off after ${body.length} bytes]`] : [])].join('\n\n');
}

/** The text of a page or text file; undefined for other content. Without a type, the bytes decide. */
export function contentText(body: Uint8Array, contentType: string): string | undefined {
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (!isText(type, body)) return undefined;
  const text = decoded(body, contentType);
  return isHtml(type, text) ? readableText(text) : text.trim();
}

const CHARSET = /charset\s*=\s*["']?([\w-]+)/i;
const META_CHARSET = /<meta[^>]{0,200}?charset\s*=\s*["']?([\w-]+)/i;
const TEXT_TYPE =
  /^(?:text\/.*|application\/(?:.*\+)?(?:json|xml|yaml)|application\/(?:x-)?(?:javascript|ecmascript|ndjson|yaml|toml|sql|graphql|www-form-urlencoded|sh)|image\/svg\+xml)$/;

function isText(type: string, body: Uint8Array): boolean {
  if (body.includes(0) && utf16Of(body) === undefined) return false;
  return type === '' || type === 'application/octet-stream' ? isUtf8(body) : TEXT_TYPE.test(type);
}

function utf16Of([first, second]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

function isUtf8(body: Uint8Array): boolean {
  try {
    // A truncated last character is still valid.
    new TextDecoder('utf-8', { fatal: true }).decode(body, { stream: true });
    return true;
  } catch {
    return false;
  }
}

function isHtml(type: string, text: string): boolean {
  return (
    type === 'text/html' ||
    type === 'application/xhtml+xml' ||
    (type === '' && /^\s*<(?:!doctype html|html)/i.test(text))
  );
}

/** Decodes by byte order mark, Content-Type, the page's own declaration, or else as UTF-8. */
function decoded(body: Uint8Array, contentType: string): string {
  const start = new TextDecoder('latin1').decode(body.subarray(0, 1024));
  const declared = CHARSET.exec(contentType) ?? META_CHARSET.exec(start);
  const encoding = utf16Of(body) ?? declared?.[1] ?? 'utf-8';
  // Drops a truncated character at the end.
  return decoderFor(encoding).decode(body, { stream: true });
}

function decoderFor(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding);
  } catch {
    // An unknown encoding.
    return new TextDecoder();
  }
}
