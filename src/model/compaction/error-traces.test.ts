import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compactErrorMessage } from './compact-error-message.ts';

interface Trace {
  readonly name: string;
  readonly command: string;
  readonly exit: string;
  /** What must survive; the first of them even when there is little room. */
  readonly keep: readonly string[];
  readonly text: string;
}

/** `=== name`, `$ command`, `exit code`, lines of `keep …`, an empty line, and what was printed. */
function tracesIn(file: string): Trace[] {
  const source = readFileSync(new URL(`./corpus/${file}`, import.meta.url), 'utf8');
  return source
    .split(/^=== (?=\S)/m)
    .slice(1)
    .map((part) => {
      const [head = '', ...rest] = part.split('\n\n');
      const lines = head.split('\n');
      const after = (start: string) =>
        lines.filter((line) => line.startsWith(start)).map((line) => line.slice(start.length));
      return {
        name: lines[0] ?? '',
        command: after('$ ')[0] ?? '',
        exit: after('exit ')[0] ?? '',
        keep: after('keep '),
        text: rest.join('\n\n'),
      };
    });
}

const FILES = readdirSync(new URL('./corpus/', import.meta.url));

/** What a build says before it breaks. Its words are no errors, whatever letters they begin with. */
const NOISE = Array.from(
  { length: 60 },
  (_, at) =>
    [
      `[${at}/60] Reading every export of module ${at}, as each entry is expected to end early`,
      `Compiling part ${at}: 0 errors so far, enough is enough`,
      `EVERY EXPORT OF PART ${at} IS ENABLED`,
    ][at % 3] ?? '',
).join('\n');

describe.each(FILES)('a trace in %s', (file) => {
  const traces = tracesIn(file);

  it.each(traces.map((trace) => [trace.name, trace] as const))('keeps what it says: %s', (_, trace) => {
    const { command, exit, keep, text } = trace;
    const reported = `${command} ended with exit code ${exit}:\n${NOISE}\n${text}`;
    const short = compactErrorMessage(reported, { maxChars: 500 });
    for (const part of [...keep, `exit code ${exit}`]) expect(short).toContain(part);
  });

  it.each(traces.map((trace) => [trace.name, trace] as const))(
    'keeps the error itself where there is little room: %s',
    (_, { keep: [first = ''], text }) => {
      const short = compactErrorMessage(`${NOISE}\n${text}`, { maxChars: 260 });
      expect(short).toContain(first.slice(0, 60));
    },
  );
});

it('covers at least ten languages with at least five traces each', () => {
  const counts = FILES.map((file) => tracesIn(file).length).filter((count) => count >= 5);
  expect(counts.length).toBeGreaterThanOrEqual(10);
});
