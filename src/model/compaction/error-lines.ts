import {
  CODE_LINE,
  COMPLAINT,
  DETAIL,
  ERROR_CODE,
  EXCEPTION,
  EXIT,
  FINDING,
  FOREIGN,
  FRAME,
  NO_COMPLAINT,
  NO_ERROR,
  NPM_ERROR,
  OTHER_ERROR,
  PLACE,
  SUMMARY,
  TALLY,
} from './error-line-patterns.ts';

/** The role of a line in an error: see {@link readErrorLines}. */
export type ErrorLineRole =
  /** The error itself: its type and message. */
  | 'error'
  /** The same in the format of a compiler or linter: the first of many counts, not the last. */
  | 'finding'
  /** The rest of the error above it, or the expected and actual values. */
  | 'detail'
  /** Words of failure, not in the format of an error. */
  | 'complaint'
  /** A summary of errors that other lines list one by one, or a program that reports another one's failure. */
  | 'summary'
  /** A location in the reader's own code. */
  | 'own-frame'
  /** A location in a runtime or a package. */
  | 'foreign-frame'
  /** How a program ended. */
  | 'exit'
  /** An error code, on a line of its own. */
  | 'code'
  | 'other';

/** The rest of a line is ignored: some of these patterns take quadratic time. */
const MAX_LENGTH_READ = 2000;

/** A line with its role. */
export interface ErrorLine {
  readonly text: string;
  readonly role: ErrorLineRole;
  /** Whether it names a location in the reader's own code. */
  readonly isOwnPlace: boolean;
  readonly isTally: boolean;
}

/** The non-blank lines of an error message, each with its role. */
export function readErrorLines(message: string): ErrorLine[] {
  const lines: ErrorLine[] = [];
  let traceback: number | undefined;
  let continues = false;
  let isToldByNpm = false;
  for (const raw of message.split(/\r\n?|\n/)) {
    const text = raw.trimEnd();
    if (text.trim() === '') continue;
    const read = text.slice(0, MAX_LENGTH_READ);
    const endsTraceback = traceback !== undefined && marginOf(read) <= traceback;
    // Of the many lines that npm prefixes with its name, the first says what is wrong and the others what to do.
    const isOfNpm = NPM_ERROR.test(read) && !isToldByNpm;
    const role = roleOf(read, { endsTraceback, continues, isOfNpm });
    if (isOfNpm && role === 'error') isToldByNpm = true;
    if (endsTraceback || role === 'error') traceback = undefined;
    if (/Traceback \(most recent call last\):/.test(read)) traceback = marginOf(read);
    // Such a line announces the problem, and the next one describes it.
    continues =
      (role === 'error' || role === 'finding' || /\b(?:went wrong|error|errors):$/.test(read)) &&
      read.endsWith(':');
    lines.push({ text, role, isOwnPlace: isOwnPlace(read, role), isTally: TALLY.test(read) });
  }
  return lines;
}

function roleOf(
  line: string,
  { endsTraceback, continues, isOfNpm }: Readonly<Record<'endsTraceback' | 'continues' | 'isOfNpm', boolean>>,
): ErrorLineRole {
  if (CODE_LINE.test(line)) return 'code';
  if (SUMMARY.test(line) || TALLY.test(line)) return 'summary';
  if (FRAME.test(line)) return FOREIGN.test(line) ? 'foreign-frame' : 'own-frame';
  if (endsTraceback) return 'error';
  if (DETAIL.test(line)) return 'detail';
  if (EXCEPTION.test(line)) return 'error';
  if (FINDING.test(line) && !NO_ERROR.test(line)) return 'finding';
  if (EXIT.test(line)) return 'exit';
  if (isOfNpm || OTHER_ERROR.test(line)) return 'error';
  if (continues) return 'detail';
  return COMPLAINT.test(line) && !NO_COMPLAINT.test(line) ? 'complaint' : 'other';
}

function isOwnPlace(line: string, role: ErrorLineRole): boolean {
  if (role === 'own-frame') return true;
  return role !== 'foreign-frame' && PLACE.test(line) && !FOREIGN.test(line);
}

/** The indentation of a line; the bars of an exception group count as space. */
function marginOf(line: string): number {
  return /^[\s|+]*/.exec(line)?.[0].length ?? 0;
}

/** Whether a line names an error of the operating system, Node.js or npm. */
export function hasErrorCode(line: string): boolean {
  return ERROR_CODE.test(line.slice(0, MAX_LENGTH_READ));
}
