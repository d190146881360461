import { endOfCharacter } from '../tokens.ts';
import { type ErrorLine, hasErrorCode, readErrorLines } from './error-lines.ts';

/** Terminal escape sequences, and every control character except tabs and line ends. */
const TERMINAL_CODES = new RegExp(
  [
    '\u001B\\[[0-9;:?]*[ -/]*[@-~]',
    '\u001B\\][^\u0007\u001B]*(?:\u0007|\u001B\\\\)',
    '(?![\\t\\r\\n])\\p{Cc}',
  ].join('|'),
  'gu',
);

const GAP = '…';
/** Below this a shortened line is meaningless. */
const MIN_LINE_LENGTH = 24;

/**
 * Shortens an error message to `maxChars` UTF-16 code units. A message that fits is returned as is, without
 * terminal escape sequences. Of a longer one these lines are kept, as far as they fit, in this order of importance:
 * the error that ends a trace, the first location in the reader's own code, the exit status, then other errors and
 * causes. They stay in the order of the message, with `…` where lines were left out.
 */
export function compactErrorMessage(message: string, { maxChars }: { readonly maxChars: number }): string {
  const plain = message.replace(TERMINAL_CODES, '');
  if (plain.length <= maxChars) return plain;
  const all = readErrorLines(plain);
  const lines = distinctLines(all);
  const whole = lines.map(({ text }) => text).join('\n');
  if (whole.length <= maxChars) return whole;
  const ranked = rankedLines(all, lines);
  const kept = lines.length === 1 ? [] : chosen(ranked, maxChars);
  return kept.length === 0 ? shortened(ranked[0]?.text ?? '', maxChars) : joined(kept, lines.length);
}

/** A line to show, and how often it occurred. */
interface ShownLine {
  readonly text: string;
  readonly at: number;
  readonly line: ErrorLine;
  readonly isRepeated: boolean;
}

function distinctLines(all: readonly ErrorLine[]): ShownLine[] {
  const counts = new Map<string, { readonly line: ErrorLine; count: number }>();
  for (const line of all) {
    const known = counts.get(line.text);
    if (known) known.count += 1;
    else counts.set(line.text, { line, count: 1 });
  }
  return [...counts.values()].map(({ line, count }, at) => ({
    text: count > 1 ? `${line.text} (×${count})` : line.text,
    at,
    line,
    isRepeated: count > 1,
  }));
}

/** The most important line first. */
function rankedLines(all: readonly ErrorLine[], lines: readonly ShownLine[]): ShownLine[] {
  const shown = new Map(lines.map((each) => [each.line.text, each]));
  const ranked = new Set<ShownLine>();
  const take = (line: ErrorLine | undefined) => {
    const each = line && shown.get(line.text);
    if (each) ranked.add(each);
  };
  const final = finalError(all);
  if (final !== undefined) {
    take(all[final]);
    for (const at of detailsOf(all, final)) take(all[at]);
    take(ownPlaceOf(all, final));
  }
  take(exitOf(all));
  for (const line of codesOf(all, final)) take(line);
  for (const line of weighed(lines, final === undefined ? undefined : all[final])) ranked.add(line);
  return [...ranked];
}

/** The error that ends a trace. Of a compiler's findings the first counts: the others often follow from it. */
function finalError(all: readonly ErrorLine[]): number | undefined {
  const error = all.findLastIndex(({ role }) => role === 'error');
  if (error >= 0) return error;
  const finding = all.findIndex(({ role, isOwnPlace }) => role === 'finding' && isOwnPlace);
  const found = finding >= 0 ? finding : all.findIndex(({ role }) => role === 'finding');
  if (found >= 0) return found;
  for (const vague of ['complaint', 'detail', 'summary'] as const) {
    const at = all.findLastIndex(({ role }) => role === vague);
    if (at >= 0) return at;
  }
  return undefined;
}

/** The details announced by an error that ends in a colon. */
function detailsOf(all: readonly ErrorLine[], final: number): number[] {
  return all[final + 1]?.role === 'detail' ? [final + 1] : [];
}

/** The frame where it happened: Python lists it last, everyone else first. */
function ownPlaceOf(all: readonly ErrorLine[], final: number): ErrorLine | undefined {
  const own = (line: ErrorLine) => line.role === 'own-frame';
  const before = all.slice(0, final).findLast(own);
  const after = all.slice(final + 1).find(own);
  const isToldLast = before !== undefined && /^[\s|]*File "/.test(before.text);
  const frame = isToldLast ? before : (after ?? before);
  if (frame !== undefined || all[final]?.isOwnPlace) return frame;
  const near = all.slice(final + 1).find(({ isOwnPlace }) => isOwnPlace);
  return all.slice(0, final).findLast(({ isOwnPlace }) => isOwnPlace) ?? near;
}

/** The exit status of the program comes first or last, and is explicit. */
function exitOf(all: readonly ErrorLine[]): ErrorLine | undefined {
  const [first] = all;
  if (first?.role === 'exit') return first;
  return all.findLast(({ role }) => role === 'exit');
}

function codesOf(all: readonly ErrorLine[], final: number | undefined): ErrorLine[] {
  const message = final === undefined ? '' : (all[final]?.text ?? '');
  return all.filter(
    ({ role, text }) => role === 'code' && !(hasErrorCode(message) && message.includes(codeIn(text))),
  );
}

function codeIn(line: string): string {
  return /['"](\w+)['"]/.exec(line)?.[1] ?? line;
}

const WEIGHTS: Readonly<Record<ErrorLine['role'], number>> = {
  error: 12,
  finding: 11,
  detail: 9,
  exit: 8,
  code: 8,
  complaint: 6,
  summary: 3,
  'own-frame': 4,
  other: 1,
  'foreign-frame': 0,
};

/** All lines by importance. Among equals, those closest to the error; if there is none, those closest to the end. */
function weighed(lines: readonly ShownLine[], final: ErrorLine | undefined): ShownLine[] {
  const center = lines.findIndex(({ line }) => line === final);
  const weight = ({ line, at, isRepeated }: ShownLine) =>
    WEIGHTS[line.role] +
    (line.isTally ? 5 : 0) +
    (at === 0 ? 2 : 0) +
    (hasErrorCode(line.text) ? 1 : 0) -
    (isRepeated ? 2 : 0);
  const distance = ({ at }: ShownLine) => Math.abs(at - (center < 0 ? lines.length : center));
  return lines.toSorted((a, b) => weight(b) - weight(a) || distance(a) - distance(b));
}

/** The most important lines that fit, including an upper bound for the gap markers. */
function chosen(ranked: readonly ShownLine[], maxChars: number): ShownLine[] {
  const kept: ShownLine[] = [];
  let left = maxChars;
  const separators = 2 * (GAP.length + 1);
  for (const [rank, line] of ranked.entries()) {
    const room = left - separators;
    // No single line may displace all the others.
    const most = Math.min(room, Math.max(Math.floor((2 * maxChars) / 3), MIN_LINE_LENGTH));
    const isWorthIt = rank < 3 || WEIGHTS[line.line.role] >= 4;
    if (line.text.length <= most) {
      kept.push(line);
      left -= line.text.length + separators;
    } else if (most >= MIN_LINE_LENGTH && isWorthIt) {
      const text = shortened(line.text, most);
      kept.push({ ...line, text });
      left -= text.length + separators;
    }
    if (left < MIN_LINE_LENGTH) break;
  }
  return kept.toSorted((a, b) => a.at - b.at);
}

function joined(lines: readonly ShownLine[], count: number): string {
  const parts: string[] = [];
  let next = 0;
  for (const { text, at } of lines) {
    if (at > next) parts.push(GAP);
    parts.push(text);
    next = at + 1;
  }
  if (next < count) parts.push(GAP);
  return parts.join('\n');
}

/** The start and end of a line, where the location of an error often is. */
function shortened(line: string, length: number): string {
  if (line.length <= length) return line;
  if (length < GAP.length) return '';
  const tail = Math.floor((length - GAP.length) / 3);
  const head = length - GAP.length - tail;
  const start = line.slice(0, endOfCharacter(line, head));
  const from = line.length - tail;
  return `${start}${GAP}${line.slice(endOfCharacter(line, from) === from ? from : from + 1)}`;
}
