import type { Message, Part } from '@a2a-js/sdk';
import { isFinal } from '../../harness/conversation/task-status.ts';
import { A2aStatus, type MessageAttachment } from '../../harness/facts.ts';
import type { ProposedFact } from '../../journal/fact.ts';
import { sha256 } from '../../journal/integrity/sha256.ts';
import type { Journal } from '../../journal/journal.ts';
import { nestsTooDeep } from './nesting.ts';

/** The text and files of a message. Its files are stored. */
export interface MessageContent {
  readonly text: string;
  readonly attachments: readonly MessageAttachment[];
  /** The `attachment_added` facts that precede the message. */
  readonly added: readonly ProposedFact[];
}

/** Options for reading parts. */
export interface ContentOptions {
  /** The separator between two pieces of text. */
  readonly between: string;
  /** Fetches a file that a part links to; if `undefined`, it stays a link. */
  fetchFile?(url: string): Promise<Uint8Array | undefined>;
}

const UNKNOWN_TYPE = 'application/octet-stream';
/** A fact has a size limit: longer text is also kept as a file. */
const MAX_TEXT_LENGTH = 200_000;
const MAX_NAME_LENGTH = 255;
const MAX_DATA_LENGTH = 4000;
/** The metadata key of a message that ends the conversation, with the final status. */
const ENDS_CONVERSATION = 'wayfold.endsConversation';

/** The metadata of a message of ours that leads to this status; `undefined` if the conversation continues. */
export function endingMetadata(nextState: string | undefined): Record<string, unknown> | undefined {
  const end = A2aStatus.safeParse(nextState).data;
  return isFinal(end) ? { [ENDS_CONVERSATION]: end } : undefined;
}

/** How a message ends the conversation for its sender; `undefined` if it does not. */
export function endOfMessage({ metadata }: Pick<Message, 'metadata'>): A2aStatus | undefined {
  const end = A2aStatus.safeParse(metadata?.[ENDS_CONVERSATION]).data;
  return isFinal(end) ? end : undefined;
}

/** The metadata key of a part that repeats the text next to it for programs. */
export const REPEATS_THE_TEXT = 'wayfold.repeatsTheText';
/** If a message has more files, the rest are left out, and the text says so. */
export const MAX_FILES = 100;

/** Reads the parts of a message or an artifact, and stores its files. */
export async function contentOf(
  parts: readonly Part[],
  { attachments: store }: Pick<Journal, 'attachments'>,
  { between, fetchFile = async () => undefined }: ContentOptions,
): Promise<MessageContent> {
  const texts: string[] = [];
  const files: { readonly name: string; readonly mimeType: string; readonly bytes: Uint8Array }[] = [];
  let leftOut = 0;
  const keep = (part: Part, bytes: Uint8Array): void => {
    if (files.length >= MAX_FILES) leftOut += 1;
    else files.push({ name: fileName(part, files.length), mimeType: part.mediaType || UNKNOWN_TYPE, bytes });
  };
  /** Named data is a file if its name says so or it is long. */
  const take = (part: Part, json: string): void => {
    const isFile = /\.json$/i.test(part.filename) || (part.filename !== '' && json.length > MAX_DATA_LENGTH);
    if (!isFile) texts.push(json);
    else keep({ ...part, mediaType: 'application/json' }, new TextEncoder().encode(json));
  };
  for (const part of parts) {
    const { content } = part;
    switch (content?.$case) {
      case 'text':
        texts.push(content.value);
        break;
      case 'data':
        if (part.metadata?.[REPEATS_THE_TEXT] === true) break;
        take(part, dataText(content.value));
        break;
      case 'raw':
        keep(part, new Uint8Array(content.value));
        break;
      case 'url': {
        const bytes = await fetchFile(content.value);
        if (bytes !== undefined) keep(part, bytes);
        else texts.push(part.filename ? `${part.filename}: ${content.value}` : content.value);
        break;
      }
      case undefined:
        break;
    }
  }
  if (leftOut > 0) texts.push(`(${leftOut} more files were left out.)`);
  const whole = texts.join(between);
  if (whole.length > MAX_TEXT_LENGTH) {
    const bytes = new TextEncoder().encode(whole);
    files.push({ name: 'message.txt', mimeType: 'text/plain', bytes });
  }
  const stored = await Promise.all(
    files.map(async ({ name, mimeType, bytes }) => ({ name, mimeType, ...(await store.put(bytes)) })),
  );
  return {
    text: whole.length > MAX_TEXT_LENGTH ? `${whole.slice(0, MAX_TEXT_LENGTH)}…` : whole,
    attachments: stored,
    added: stored.map((file) => ({ type: 'attachment_added', ...file, origin: 'remote' })),
  };
}

/** Indenting deep data would mostly produce white space, and too much of it. */
function dataText(value: unknown): string {
  if (nestsTooDeep(value)) return '(Data that nests too deep was left out.)';
  return JSON.stringify(value, null, 2) ?? 'null';
}

/** The sender's file name, as a name and never as a path. */
function fileName({ filename, mediaType }: Part, at: number): string {
  const last = filename.split(/[/\\]/).at(-1) ?? '';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not get into a name.
  const name = last.replace(/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g, '').trim();
  if (name !== '' && name !== '.' && name !== '..') return name.slice(0, MAX_NAME_LENGTH).toWellFormed();
  const subtype = /^(?:text|image|application)\/([a-z0-9]{1,8})$/.exec(mediaType)?.[1];
  const extension = subtype === 'plain' ? 'txt' : subtype;
  return `file-${at + 1}${extension === undefined ? '' : `.${extension}`}`;
}

/** A message of ours as parts. `link` returns the URL of a file that is not sent inside the message. */
export async function partsOf(
  {
    text,
    attachments = [],
  }: { readonly text: string; readonly attachments?: readonly MessageAttachment[] | undefined },
  {
    readAttachment,
    link = () => undefined,
  }: {
    readAttachment(sha256: string): Promise<Uint8Array>;
    link?(attachment: MessageAttachment): string | undefined;
  },
): Promise<Part[]> {
  const parts: Part[] = text === '' && attachments.length > 0 ? [] : [textPart(text)];
  for (const attachment of attachments) {
    const { name, mimeType = UNKNOWN_TYPE, sha256: hash } = attachment;
    if (hash === undefined) continue;
    const url = link(attachment);
    const content =
      url === undefined
        ? ({ $case: 'raw', value: Buffer.from(await readAttachment(hash)) } as const)
        : ({ $case: 'url', value: url } as const);
    parts.push({ content, filename: name, mediaType: mimeType, metadata: undefined });
  }
  return parts;
}

function textPart(text: string): Part {
  return {
    content: { $case: 'text', value: text },
    filename: '',
    mediaType: 'text/plain',
    metadata: undefined,
  };
}

/** The same for the same content, wherever and whenever it arrives. */
export function contentId({ text, attachments }: Pick<MessageContent, 'text' | 'attachments'>): string {
  const hashes = attachments.map(({ name, sha256: hash }) => `${hash} ${name}`);
  return sha256(JSON.stringify([text, ...hashes])).slice(0, 32);
}
