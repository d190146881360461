import { MAX_ATTACHMENT_BYTES } from '../../../../journal/attachments.ts';
import { importInvalid, NOT_AN_EXPORT } from '../../../../journal/transfer/transfer-line.ts';

/** The maximum length of an exported line: an attachment in base64, and its envelope. */
const MAX_LINE = Math.ceil(MAX_ATTACHMENT_BYTES / 3) * 4 + 1024;

/** The magic number of gzip; no UTF-8 text starts with it. */
const GZIP = [0x1f, 0x8b];
const UNPACK = 'Unpack it on the way: gunzip -c FILE | wayfold journal import -. Nothing of it was imported.';

/** The lines of a byte stream. Node's own reader also splits at U+2028, which JSON text may contain. */
export async function* textLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let parts: string[] = [];
  let length = 0;
  let line = 1;
  const start: number[] = [];
  const refused = (problem: string, fix?: string) =>
    importInvalid(line, {
      summary: `${problem}.`,
      ...(fix !== undefined && { fix }),
    });
  const decode = (chunk?: Uint8Array): string => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      if (GZIP.every((byte, i) => start[i] === byte))
        throw refused('The file is compressed with gzip', UNPACK);
      throw refused('The file is not UTF-8', line === 1 ? NOT_AN_EXPORT : undefined);
    }
  };
  for await (const chunk of bytes) {
    if (start.length < GZIP.length) start.push(...chunk.subarray(0, GZIP.length - start.length));
    const [first = '', ...rest] = decode(chunk).split('\n');
    parts.push(first);
    length += first.length;
    if (length > MAX_LINE) throw refused(`The line has more than ${MAX_LINE} characters`);
    for (const next of rest) {
      yield parts.join('');
      line += 1;
      parts = [next];
      length = next.length;
    }
  }
  parts.push(decode());
  const last = parts.join('');
  // A trailing line feed ends the last line and does not start another one.
  if (last !== '') yield last;
}
