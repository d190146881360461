import { sha256 as portableSha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

// Node's own digest is several times faster, but a static import of node:crypto would not load in a browser.
const nodeCrypto = globalThis.process?.getBuiltinModule?.('node:crypto');

/** The SHA-256 of a text (as UTF-8) or of bytes, in lower-case hex. */
export const sha256: (input: string | Uint8Array) => string = nodeCrypto
  ? (input) => nodeCrypto.hash('sha256', input, 'hex')
  : sha256Portable;

/** The same digest without Node, for browsers. */
export function sha256Portable(input: string | Uint8Array): string {
  return bytesToHex(portableSha256(typeof input === 'string' ? utf8ToBytes(input) : input));
}
