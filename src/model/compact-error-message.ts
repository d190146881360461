import { endOfCharacter } from './tokens.ts';

/** What colours a terminal or moves its cursor, and every other control character but tabs and line ends. */
const TERMINAL_CODES = new RegExp(
  [
    '\u001B\\[[0-9;:?]*[ -/]*[@-~]',
    '\u001B\\][^\u0007\u001B]*(?:\u0007|\u001B\\\\)',
    '(?![\\t\\r\\n])\\p{Cc}',
  ].join('|'),
  'gu',
);

/** Frames of runtimes and packages, which say little about the reader's own code. */
const FOREIGN_FRAME =
  /^\s*(?:at\b|File\b|in\b).*(?:\bnode:|node_modules[\\/]|site-packages[\\/]|<anonymous>|internal[\\/])|^\s*at (?:java|javax|jdk|sun|org\.junit)\b/;
const ERROR_TYPE =
  /\b[A-Z]\w*(?:Error|Exception|Panic|Fault)\b|\berror(?:\[\w+\]|\s+[A-Z]+\d+)?:|\bE[A-Z]{4,}\b|\bpanicked at\b|\bFAIL(?:ED)?\b|\bfatal\b/i;
const EXIT =
  /\bexit(?:ed)?\b.*\b\d+\b|\b(?:code|status|signal)\b\W{0,3}(?:\d+|SIG[A-Z]+)\b|\bSIG[A-Z]{3,}\b/i;
const PLACE = /[\w.)-]:\d+(?::\d+)?\b|\(\d+,\d+\)|\bline \d+\b/;
const PATH = /(?:^|[\s"'(])(?:[A-Za-z]:)?(?:\.{0,2}[\\/])?[\w.@-]+[\\/][\w.@/\\-]+/;

const GAP = '…';

/** More of a line is not looked at: some of these expressions take quadratic time. */
const LONGEST_WEIGHED = 2000;

/**
 * An error message within `maxChars` UTF-16 code units. One that fits comes back as it is, but for the codes that
 * colour a terminal. Of a longer one the lines that tell most stay, in their order: error types, exit codes, paths and
 * line numbers of one's own code; repeated lines and frames of packages go first. `…` stands where lines were left out.
 */
export function compactErrorMessage(message: string, { maxChars }: { readonly maxChars: number }): string {
  const plain = message.replace(TERMINAL_CODES, '');
  if (plain.length <= maxChars) return plain;
  const lines = distinctLines(plain);
  const whole = lines.map(({ text }) => text).join('\n');
  if (whole.length <= maxChars) return whole;
  const kept = lines.length === 1 ? [] : chosen(lines, maxChars);
  const [weightiest] = lines.toSorted(byWeight);
  return kept.length === 0 ? shortened(weightiest?.text ?? '', maxChars) : joined(kept, lines.length);
}

interface Line {
  readonly text: string;
  readonly at: number;
  readonly weight: number;
}

/** Each line once, with how often it was there. */
function distinctLines(message: string): Line[] {
  const counts = new Map<string, number>();
  for (const raw of message.split(/\r\n?|\n/)) {
    const line = raw.trimEnd();
    if (line.trim() !== '') counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  return [...counts].map(([line, count], at) => ({
    text: count > 1 ? `${line} (×${count})` : line,
    at,
    weight: weightOf(line, at),
  }));
}

function weightOf(line: string, at: number): number {
  const told = line.slice(0, LONGEST_WEIGHED);
  if (FOREIGN_FRAME.test(told)) return 0;
  const weights = [
    ERROR_TYPE.test(told) ? 8 : 0,
    EXIT.test(told) ? 6 : 0,
    PLACE.test(told) ? 4 : 0,
    PATH.test(told) ? 2 : 0,
  ];
  return weights.reduce((sum, weight) => sum + weight, at === 0 ? 9 : 1);
}

function byWeight(a: Line, b: Line): number {
  return b.weight - a.weight || a.at - b.at;
}

/** The weightiest lines that fit, an upper limit on the signs for gaps counted in. */
function chosen(lines: readonly Line[], maxChars: number): Line[] {
  const kept: Line[] = [];
  let left = maxChars;
  for (const line of lines.toSorted(byWeight)) {
    const separators = 2 * (GAP.length + 1);
    const room = left - separators;
    if (line.text.length <= room) {
      kept.push(line);
      left -= line.text.length + separators;
    } else if (room >= SHORTEST_LINE && line.weight >= 4) {
      const text = shortened(line.text, room);
      kept.push({ ...line, text });
      left -= text.length + separators;
    }
    if (left < SHORTEST_LINE) break;
  }
  return kept.toSorted((a, b) => a.at - b.at);
}

/** Below this a shortened line says nothing. */
const SHORTEST_LINE = 24;

function joined(lines: readonly Line[], count: number): string {
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

/** A line's beginning and its end, where the place of an error often stands. */
function shortened(line: string, length: number): string {
  if (line.length <= length) return line;
  if (length < GAP.length) return '';
  const tail = Math.floor((length - GAP.length) / 3);
  const head = length - GAP.length - tail;
  const start = line.slice(0, endOfCharacter(line, head));
  const from = line.length - tail;
  return `${start}${GAP}${line.slice(endOfCharacter(line, from) === from ? from : from + 1)}`;
}
