import { expect, it } from 'vitest';
import { diffCounts, diffLines } from './diff-lines.ts';

const DIFF = `diff --git a/x b/x
--- a/x
+++ b/x
@@ -3,3 +3,4 @@ function x() {
 same
-- old
+++ new
+more

\\ No newline at end of file
diff --git a/y b/y
`;

it('numbers the lines of a hunk and knows what is about files', () => {
  expect(diffLines(DIFF)).toEqual([
    { kind: 'file', text: 'diff --git a/x b/x' },
    { kind: 'file', text: '--- a/x' },
    { kind: 'file', text: '+++ b/x' },
    { kind: 'hunk', text: '@@ -3,3 +3,4 @@ function x() {' },
    { kind: 'same', text: 'same', before: 3, after: 3 },
    { kind: 'removed', text: '- old', before: 4 },
    { kind: 'added', text: '++ new', after: 4 },
    { kind: 'added', text: 'more', after: 5 },
    { kind: 'same', text: '', before: 5, after: 6 },
    { kind: 'note', text: '\\ No newline at end of file' },
    { kind: 'file', text: 'diff --git a/y b/y' },
  ]);
  expect(diffCounts(diffLines(DIFF))).toEqual({ added: 2, removed: 1 });
});

it('colours a piece without headers by its signs', () => {
  expect(diffLines('-a\n+b\n c')).toEqual([
    { kind: 'removed', text: 'a' },
    { kind: 'added', text: 'b' },
    { kind: 'same', text: 'c' },
  ]);
});

it('has no lines without changes', () => {
  expect(diffLines('\n')).toEqual([]);
});
