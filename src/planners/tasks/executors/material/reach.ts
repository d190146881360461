import { stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { FetchError } from '../../../../machine/error.ts';
import { type GuardedFetchOptions, guardedFetch } from '../../../../machine/guarded-fetch.ts';
import { type AttachmentCheck, checkForm } from '../../run/attachment-check.ts';
import { isReading } from './task-material.ts';

/** Options of {@link reachCheck}. */
export interface ReachCheckOptions {
  readonly allowPrivate: boolean;
  /** The base of relative paths. */
  readonly cwd: string;
  /** The timeout for an address. Default: 5 seconds. */
  readonly timeoutMs?: number;
}

const DEFAULT_TIMEOUT_MS = 5000;

/** Checks whether the attachments of a task exist: links on the network, and files on disk if the task reads them. */
export function reachCheck({
  allowPrivate,
  cwd,
  timeoutMs = DEFAULT_TIMEOUT_MS,
}: ReachCheckOptions): AttachmentCheck {
  return async (attachment, context) => {
    const malformed = await checkForm(attachment, context);
    if (malformed !== undefined) return malformed;
    const { type, value } = attachment.kind;
    const { signal, task } = context;
    if (type === 'Link' || /^https?:/i.test(value))
      return await linkProblem(value, { allowPrivate, timeoutMs, signal });
    return isReading(task) ? await fileProblem(value, cwd) : undefined;
  };
}

async function linkProblem(url: string, options: GuardedFetchOptions): Promise<string | undefined> {
  try {
    const head = await guardedFetch(url, { ...options, method: 'HEAD' });
    // Many servers do not support HEAD for resources they serve.
    const { status, statusText } =
      head.status < 400 ? head : await guardedFetch(url, { ...options, maxBytes: 0 });
    return status < 400 ? undefined : `It answers with ${`${status} ${statusText}`.trim()}.`;
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    return problemOf(error);
  }
}

function problemOf({ code, summary, fix }: FetchError): string {
  switch (code) {
    case 'fetch-refused':
      return `${summary} ${fix}`;
    case 'fetch-timeout':
      return 'It timed out.';
    default:
      return `It cannot be reached: ${summary}`;
  }
}

async function fileProblem(path: string, cwd: string): Promise<string | undefined> {
  const home = path.startsWith('~/') ? resolve(homedir(), path.slice(2)) : path;
  const file = resolve(cwd, home);
  try {
    await stat(file);
    return undefined;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') return `There is no file ${file}.`;
    return `${file} cannot be read (${String(code)}).`;
  }
}
