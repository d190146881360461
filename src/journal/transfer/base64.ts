/** A multiple of three, so that chunks join without padding. */
const CHUNK_BYTES = 3 * 8192;

export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    text += btoa(String.fromCharCode(...bytes.subarray(at, at + CHUNK_BYTES)));
  }
  return text;
}

/** `undefined` if the text is not base64. */
export function fromBase64(text: string): Uint8Array | undefined {
  const binary = decoded(text);
  if (binary === undefined) return undefined;
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
  return bytes;
}

function decoded(text: string): string | undefined {
  try {
    return atob(text);
  } catch {
    return undefined;
  }
}
