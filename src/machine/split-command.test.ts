import { expect, test } from 'vitest';
import { commandWords } from './split-command.ts';

test.each([
  ['node bench.mjs', ['node', 'bench.mjs']],
  ['  node   bench.mjs ', ['node', 'bench.mjs']],
  ['node "bench ä.mjs" --fast', ['node', 'bench ä.mjs', '--fast']],
  ["node 'a b' c", ['node', 'a b', 'c']],
  ['["sh", "-c", "make plan"]', ['sh', '-c', 'make plan']],
  ["--metric=it's", ["--metric=it's"]],
  ['C:\\node.exe x', ['C:\\node.exe', 'x']],
])('%s is a command', (text, words) => {
  expect(commandWords(text)).toEqual(words);
});

test.each(['"a b', "'", '"a"b', '"a\\"b"', '["a"'])('%s is none', (text) => {
  expect(commandWords(text)).toBeUndefined();
});
