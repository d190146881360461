import type { TaskAttachment } from '../../facts.ts';
import { fileReference, isImage } from './file-reference.ts';
import { type Link, markdownLinkAt, URL_START, urlAt } from './links.ts';
import { forwardSearch } from './span.ts';

/** The attachments named in a text, in order. */
export function attachmentsIn(text: string): TaskAttachment[] {
  const found: TaskAttachment[] = [];
  let at = 0;
  for (const link of linksOf(text)) {
    found.push(...filesIn(text.slice(at, link.start)));
    const attachment = attachmentOf(link);
    if (attachment) found.push(attachment);
    at = link.end;
  }
  found.push(...filesIn(text.slice(at)));
  return distinct(found);
}

/** Only the URLs of a text. */
export function linksIn(text: string): TaskAttachment[] {
  return distinct([...linksOf(text)].flatMap((link) => attachmentOf(link) ?? []));
}

/** The attachments without duplicates of kind and value. */
export function distinct(attachments: readonly TaskAttachment[]): TaskAttachment[] {
  const seen = new Map<string, TaskAttachment>();
  for (const attachment of attachments) {
    const key = `${attachment.kind.type} ${attachment.kind.value}`;
    if (!seen.has(key)) seen.set(key, attachment);
  }
  return [...seen.values()];
}

const BRACKET = /!?\[/g;

function* linksOf(text: string): Generator<Link> {
  const nextBracket = forwardSearch(text, BRACKET);
  const nextUrl = forwardSearch(text, URL_START);
  for (let at = 0; at < text.length; ) {
    const index = Math.min(nextBracket(at), nextUrl(at));
    if (index >= text.length) return;
    const link = /[[!]/.test(text[index] ?? '') ? markdownLinkAt(text, index) : urlAt(text, index);
    if (link) yield link;
    at = link?.end ?? index + 1;
  }
}

function attachmentOf({ target, label, isImage: isPicture }: Link): TaskAttachment | undefined {
  const named = label === undefined ? {} : { label };
  if (/^(?:[a-z][a-z0-9+.-]*:\/\/|www\.)/i.test(target)) {
    const isPictureUrl = isPicture || isImage(target.replace(/[?#].*$/s, ''));
    return { kind: { type: isPictureUrl ? 'ImageRef' : 'Link', value: target }, ...named };
  }
  if (isPicture) return { kind: { type: 'ImageRef', value: target }, ...named };
  const [path = ''] = target.split('#', 1);
  const kind = fileReference(path);
  return kind && { kind, ...named };
}

const SEPARATORS = /[\s"'`<>|,;=“”„«»‹›‘’「」『』《》。，、；：！？（）【】…]+/u;

/** A quoted path may contain spaces; in backticks it may be a command with its arguments. */
const QUOTED_PATH =
  /(["'`])([A-Za-z]:[\\/][^"'`\n]{1,260})\1|(["'])((?:~|\.{0,2})\/[^"'`\n]{1,260}\.\w{1,8})\3/g;

function filesIn(text: string): TaskAttachment[] {
  const found: TaskAttachment[] = [];
  let at = 0;
  for (const { 0: whole, 2: windows, 4: rooted, index } of text.matchAll(QUOTED_PATH)) {
    found.push(...filesAmongWords(text.slice(at, index)));
    const kind = fileReference(windows ?? rooted ?? '');
    if (kind) found.push({ kind });
    at = index + whole.length;
  }
  return [...found, ...filesAmongWords(text.slice(at))];
}

function filesAmongWords(text: string): TaskAttachment[] {
  return text.split(SEPARATORS).flatMap((word) => {
    const kind = fileReference(unwrapped(word));
    return kind ? [{ kind }] : [];
  });
}

/** A word without surrounding brackets and punctuation. */
function unwrapped(word: string): string {
  const bare = word.replace(/^[([{*_~]{1,9}(?!\/)/, '').replace(/[.:!?*_]{1,9}$/, '');
  const isOpened = bare.includes('(') || bare.includes('[');
  return isOpened ? bare : bare.replace(/[)\]}*_.:!?]{1,9}$/, '');
}
