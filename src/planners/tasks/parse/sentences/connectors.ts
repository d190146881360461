import { isProgramName } from './commands.ts';
import { isToolVerb } from './tool-verbs.ts';
import { isNounToo } from './verbs.ts';

const CONNECTOR =
  /(?:and\s+)?(?:then|next|finally|after\s+that|afterwards|lastly|first(?:ly)?|second(?:ly)?|third(?:ly)?)(?:\s*[,:]\s*|\s+)/iy;
const INSIDE =
  /[,;]\s+(?:and\s+)?(?:then|finally|after\s+that)(?=[\s,:])(?!\s+(?:by|of)\s)|;\s+(?:and\s+)?next(?=[\s,:])/iy;
const WORD = /[\p{L}\p{N}'’_-]{1,40}/uy;

/** "Next week" and "next page" are names, not connectors. */
const NAMED_BY_NEXT = new Set(
  (
    'monday tuesday wednesday thursday friday saturday sunday week month year quarter day sprint release version iteration milestone meeting step steps time page item button one ' +
    'generation level row column line slide screen chapter section to up is was are were and or in on gen door'
  ).split(' '),
);
const NAMED_BY_FINALLY = new Set(['block', 'blocks', 'clause', 'clauses', 'handler', 'is', 'was']);

/** The end of the connector at an index, including white space; undefined if there is none. */
export function connectorEnd(text: string, index: number): number | undefined {
  CONNECTOR.lastIndex = index;
  const [found] = CONNECTOR.exec(text) ?? [];
  if (found === undefined) return undefined;
  const end = index + found.length;
  if (end >= text.length) return undefined;
  if (/[,:]/.test(found)) return end;
  const word = found.trim().toLowerCase();
  const next = wordAt(text, end);
  if (/next$/.test(word)) return isNamedByNext(text, end, next) ? undefined : end;
  if (/finally$/.test(word)) return NAMED_BY_FINALLY.has(next.toLowerCase()) ? undefined : end;
  if (/(?:then|that|afterwards)$/.test(word)) return end;
  return isToolVerb(next) ? end : undefined;
}

/** `Next review Thursday` names a thing, but `Next review the draft` does not. */
function isNamedByNext(text: string, at: number, word: string): boolean {
  if (NAMED_BY_NEXT.has(word.toLowerCase())) return true;
  if (!isNounToo(word) || text.length <= at + word.length) return false;
  return !/^\s+(?:the|a|an|all|our|your|it|them|this|that|these|those|both|each|every|[`"\d#@])/i.test(
    text.slice(at + word.length, at + word.length + 20),
  );
}

/** Whether ", then" or a similar connector is at the comma or semicolon at an index. */
export function isConnectorInside(text: string, index: number): boolean {
  INSIDE.lastIndex = index;
  return INSIDE.test(text);
}

/** The word at an index, at most 40 characters of it, or an empty string. */
export function wordAt(text: string, index: number): string {
  WORD.lastIndex = index;
  return WORD.exec(text)?.[0] ?? '';
}

/** The text without leading connectors, capitalized. */
export function withoutConnectors(text: string): string {
  let start = 0;
  for (let end = connectorEnd(text, start); end !== undefined; end = connectorEnd(text, start)) start = end;
  return start === 0 ? text : capitalised(text.slice(start));
}

/** The capitalized text; commands, file names and names like iOS stay unchanged. */
export function capitalised(text: string): string {
  const [first = ''] = /^\S{1,60}/.exec(text) ?? [];
  const isPlainWord = /^\p{Ll}[\p{Ll}'’-]*[,:;.!?)]*$/u.test(first);
  if (!isPlainWord || isProgramName(first)) return text;
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
