import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compactErrorMessage } from './compact-error-message.ts';
import { hasErrorCode } from './error-lines.ts';

const NODE_STACK = [
  "\u001B[31mTypeError: Cannot read properties of undefined (reading 'seq')\u001B[39m",
  '    at append (/home/ada/app/src/journal.ts:42:17)',
  ...Array.from({ length: 30 }, () => '    at retry (/home/ada/app/src/retry.ts:7:3)'),
  '    at Layer.handle (/home/ada/app/node_modules/express/lib/router/layer.js:95:5)',
  '    at process.processTicksAndRejections (node:internal/process/task_queues:105:5)',
  'Some words about nothing in particular that fill the log with more of the same.',
  'npm error Lifecycle script `test` failed with error:',
  'npm error code 1',
  'Process exited with code 137 (SIGKILL)',
].join('\n');

/** Lines of all sorts, and texts that have no lines at all. */
const anyMessage = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 2000 }),
  fc
    .array(
      fc.oneof(
        fc.constantFrom(
          ...NODE_STACK.split('\n'),
          '',
          '\t',
          '\u001B]0;title\u0007',
          '🧭'.repeat(300),
          'x'.repeat(3000),
        ),
        fc.string({ unit: 'grapheme' }),
      ),
      { maxLength: 40 },
    )
    .map((lines) => lines.join('\n')),
);

it('keeps error types, own locations and exit codes, and drops repeated and foreign frames', () => {
  expect(compactErrorMessage(NODE_STACK, { maxChars: 260 })).toBe(
    [
      "TypeError: Cannot read properties of undefined (reading 'seq')",
      '    at append (/home/ada/app/src/journal.ts:42:17)',
      '…',
      'npm error Lifecycle script `test` failed with error:',
      'npm error code 1',
      'Process exited with code 137 (SIGKILL)',
    ].join('\n'),
  );
});

it('collapses repeated lines into a count if that saves enough space', () => {
  const short = compactErrorMessage(NODE_STACK, { maxChars: 700 });
  expect(short).toContain('at retry (/home/ada/app/src/retry.ts:7:3) (×30)');
  expect(short).not.toContain('…');
});

it.each([
  [
    'Python',
    'Traceback (most recent call last):\n  File "/srv/app/main.py", line 12, in <module>\n    run()\nValueError: bad date',
    ['line 12', 'ValueError: bad date'],
  ],
  [
    'TypeScript',
    "src/a.ts(3,5): error TS2322: Type 'x' is not assignable.\nFound 1 error.",
    ['src/a.ts(3,5)', 'TS2322'],
  ],
  [
    'Rust',
    'error[E0382]: borrow of moved value\n --> src/main.rs:4:20\n  |\n4 |     let x = y;',
    ['E0382', 'src/main.rs:4:20'],
  ],
  [
    'Go',
    'panic: runtime error: index out of range\n\ngoroutine 1 [running]:\nmain.main()\n\t/srv/app/main.go:8 +0x1d\nexit status 2',
    ['runtime error', 'main.go:8', 'exit status 2'],
  ],
])('keeps what matters in an error of %s', (_, message, kept) => {
  const noise = Array.from({ length: 50 }, (__, at) => `a line of output that says nothing, number ${at}`);
  const short = compactErrorMessage([...noise, message, ...noise].join('\n'), { maxChars: 400 });
  for (const part of kept) expect(short).toContain(part);
});

it('keeps the beginning and the end of a line that is too long', () => {
  const short = compactErrorMessage(`Error: ${'x'.repeat(5000)} at src/a.ts:3:9`, { maxChars: 100 });
  expect(short).toMatch(/^Error: x+…x+ at src\/a\.ts:3:9$/);
  expect(short).toHaveLength(100);
});

it('is never longer than the limit', () => {
  fc.assert(
    fc.property(anyMessage, fc.nat(600), (message, maxChars) => {
      expect(compactErrorMessage(message, { maxChars }).length).toBeLessThanOrEqual(maxChars);
    }),
    { numRuns: 1000 },
  );
});

it('is never empty for a message that is not', () => {
  fc.assert(
    fc.property(anyMessage, fc.integer({ min: 1, max: 600 }), (message, maxChars) => {
      const isBlank = compactErrorMessage(message, { maxChars: message.length }).trim() === '';
      expect(isBlank || compactErrorMessage(message, { maxChars }).trim() !== '').toBe(true);
    }),
  );
});

it('changes nothing when it is applied again', () => {
  fc.assert(
    fc.property(anyMessage, fc.nat(600), (message, maxChars) => {
      const short = compactErrorMessage(message, { maxChars });
      expect(compactErrorMessage(short, { maxChars })).toBe(short);
    }),
  );
});

it('returns a message that fits unchanged, except for colours', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (message) => {
      expect(compactErrorMessage(message, { maxChars: message.length })).toBe(message);
    }),
  );
  expect(compactErrorMessage('\u001B[1;31mred\u001B[0m\u001B]8;;http://x\u0007', { maxChars: 50 })).toBe(
    'red',
  );
});

it('keeps characters whole', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 50 }), fc.nat(80), (message, maxChars) => {
      expect(compactErrorMessage(message, { maxChars }).isWellFormed()).toBe(true);
    }),
  );
});

it.each(['every export of each entry', 'EVERY EXPORT OF EACH ENTRY IS ENABLED', 'an error-free end'])(
  'does not take a word for an error code: %s',
  (words) => {
    expect(hasErrorCode(words)).toBe(false);
  },
);

it.each([
  'ENOENT: no such file',
  'connect ECONNREFUSED 127.0.0.1:9',
  'Error [ERR_MODULE_NOT_FOUND]',
  'npm error code ERESOLVE',
])('recognises an error code: %s', (words) => {
  expect(hasErrorCode(words)).toBe(true);
});

it('keeps the end of a message without an error', () => {
  const lines = Array.from({ length: 200 }, (_, at) => `line ${at} of the output`);
  const short = compactErrorMessage(lines.join('\n'), { maxChars: 200 });
  expect(short).toContain('line 199 of the output');
});

it('reads a megabyte in linear time', () => {
  const message = `${'at something (src/a.ts:1:2) and more '.repeat(20)}\n`.repeat(1500);
  const began = performance.now();
  compactErrorMessage(`${message}${'x'.repeat(100_000)}\nError: no`, { maxChars: 500 });
  expect(performance.now() - began).toBeLessThan(3000);
});
