import { MAX_ATTACHMENT_BYTES } from '../journal/index.ts';
import { importInvalid } from '../journal/transfer-line.ts';

/** The longest line an export can have: an attachment in base64, and what stands around it. */
const MAX_LINE = Math.ceil(MAX_ATTACHMENT_BYTES / 3) * 4 + 1024;

/** The lines of a byte stream. Node's own reader ends lines at U+2028 too, which JSON texts may hold. */
export async function* textLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let parts: string[] = [];
  let length = 0;
  let line = 1;
  const refused = (actual: string) =>
    importInvalid(line, { expected: 'text that wayfold exported, not compressed', actual });
  const decode = (chunk?: Uint8Array): string => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      throw refused('bytes that are no UTF-8');
    }
  };
  for await (const chunk of bytes) {
    const [first = '', ...rest] = decode(chunk).split('\n');
    parts.push(first);
    length += first.length;
    if (length > MAX_LINE) throw refused(`a line of more than ${MAX_LINE} characters`);
    for (const next of rest) {
      yield parts.join('');
      line += 1;
      parts = [next];
      length = next.length;
    }
  }
  parts.push(decode());
  yield parts.join('');
}
