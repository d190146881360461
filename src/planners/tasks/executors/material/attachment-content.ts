import { constants } from 'node:fs';
import { type FileHandle, open, readdir, realpath } from 'node:fs/promises';
import { basename, extname, isAbsolute, relative, resolve, sep } from 'node:path';
import { FetchError } from '../../../../machine/error.ts';
import { guardedFetch } from '../../../../machine/guarded-fetch.ts';
import type { TaskAttachment } from '../../facts.ts';
import { contentText } from './resource-text.ts';

/** The content of an attachment, or why it cannot be read. */
export type AttachmentContent =
  | { readonly type: 'text'; readonly text: string; readonly isCut: boolean }
  /** It does not exist yet: the task may create it. */
  | { readonly type: 'absent'; readonly reason: string }
  | { readonly type: 'unread'; readonly reason: string };

/** Reads an attachment. */
export type AttachmentReader = (
  attachment: TaskAttachment,
  context: { readonly signal: AbortSignal },
) => Promise<AttachmentContent>;

/** What may be read. */
export interface AttachmentReaderOptions {
  /** The folder whose files may be read; without it, none. */
  readonly cwd?: string;
  /** Whether to fetch links. Default: true. */
  readonly links?: boolean;
  /** Whether to fetch addresses of this machine and its network. */
  readonly allowPrivate?: boolean;
  readonly timeoutMs?: number;
}

const MAX_BYTES = 1024 * 1024;
const MAX_TEXT_LENGTH = 40_000;
const MAX_ENTRIES = 200;
const DEFAULT_TIMEOUT_MS = 15_000;
/** Names of files that contain passwords and keys, and of folders private to programs. */
const SECRET =
  /^(?:\.env(?:\..*)?|\.git|\.ssh|\.aws|\.gnupg|\.wayfold|\.npmrc|\.netrc|\.pgpass|id_(?:rsa|dsa|ecdsa|ed25519).*|.*\.(?:pem|key|p12|pfx|jks|keystore))$/i;

/**
 * Reads the files and links of tasks as text. Only files in the working directory are read, whatever links lead out of
 * it, and no files for secrets; addresses of private networks only if allowed.
 */
export function attachmentReader(options: AttachmentReaderOptions): AttachmentReader {
  return async ({ kind: { type, value } }, { signal }) => {
    if (/^https?:/i.test(value)) return await linkContent(value, options, signal);
    if (type === 'Link') return unread('Only http: and https: addresses are read.');
    if (options.cwd === undefined) return unread('Files are not read here.');
    return await fileContent(value, options.cwd);
  };
}

async function linkContent(
  url: string,
  { links = true, allowPrivate = false, timeoutMs = DEFAULT_TIMEOUT_MS }: AttachmentReaderOptions,
  signal: AbortSignal,
): Promise<AttachmentContent> {
  if (!links) return unread('Links are not read here.');
  try {
    const fetched = await guardedFetch(url, { allowPrivate, timeoutMs, signal, maxBytes: MAX_BYTES });
    if (fetched.status >= 400) return unread(`It answers with ${fetched.status}.`);
    return contentOf(fetched.body, fetched.contentType, fetched.truncated);
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    return unread(error.message);
  }
}

async function fileContent(path: string, cwd: string): Promise<AttachmentContent> {
  const root = await realpath(cwd);
  const named = resolve(root, path);
  if (!isBelow(root, named) || path.startsWith('~')) return unread('It is outside the working directory.');
  try {
    const file = await existing(named);
    if (!isBelow(root, file)) return unread('It points outside the working directory.');
    if (
      relative(root, file)
        .split(sep)
        .some((part) => SECRET.test(part))
    )
      return unread('Files like this contain secrets and are not read.');
    // Does not wait for the writer of a pipe, or follow a link created in the meantime.
    const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      return await handleContent(handle, file);
    } finally {
      await handle.close();
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
    if (code === undefined) throw error;
    return code === 'ENOENT' || code === 'ENOTDIR'
      ? { type: 'absent', reason: 'There is no such file.' }
      : unread(`It cannot be read (${code}).`);
  }
}

/** `src/a.ts:12` refers to a line of a file. */
async function existing(file: string): Promise<string> {
  const withoutLine = file.replace(/(?::\d+){1,2}$/, '');
  return await realpath(file).catch((error: unknown) => {
    if (withoutLine === file) throw error;
    return realpath(withoutLine);
  });
}

async function handleContent(handle: FileHandle, file: string): Promise<AttachmentContent> {
  const found = await handle.stat();
  if (found.isDirectory()) {
    const entries = (await readdir(file)).filter((name) => !SECRET.test(name)).sort();
    const text = entries.slice(0, MAX_ENTRIES).join('\n');
    return { type: 'text', text: `A folder with:\n${text}`, isCut: entries.length > MAX_ENTRIES };
  }
  if (!found.isFile()) return unread('It is not a file.');
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(Math.min(found.size, MAX_BYTES)), 0);
  const isHtml = /^\.x?html?$/i.test(extname(basename(file)));
  return contentOf(buffer.subarray(0, bytesRead), isHtml ? 'text/html' : '', found.size > bytesRead);
}

function contentOf(body: Uint8Array, contentType: string, isCut: boolean): AttachmentContent {
  const text = contentText(body, contentType);
  if (text === undefined) return unread('It is not text, and models get only text.');
  return {
    type: 'text',
    text: text.slice(0, MAX_TEXT_LENGTH).toWellFormed(),
    isCut: isCut || text.length > MAX_TEXT_LENGTH,
  };
}

function isBelow(root: string, file: string): boolean {
  const way = relative(root, file);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function unread(reason: string): AttachmentContent {
  return { type: 'unread', reason };
}
