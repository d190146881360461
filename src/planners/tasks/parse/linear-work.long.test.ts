import { describe, expect, it } from 'vitest';
import { parseTasks } from './parse-tasks.ts';

/**
 * Counts the characters that searches go over: how far each one gets from where it starts, whether it finds something
 * or not. A search that starts again and again and runs to the end shows as work that grows with the square.
 */
function workOf(text: string): number {
  let work = 0;
  const { exec } = RegExp.prototype;
  const { indexOf } = String.prototype;
  RegExp.prototype.exec = function (searched) {
    const from = this.global || this.sticky ? this.lastIndex : 0;
    const match = exec.call(this, searched);
    const isAnchored = this.sticky || this.source.startsWith('^');
    const reached = match ? match.index + match[0].length : isAnchored ? from : searched.length;
    work += Math.max(1, reached - from);
    return match;
  };
  String.prototype.indexOf = function (wanted, from = 0) {
    const found = indexOf.call(this, wanted, from);
    work += (found < 0 ? this.length : found) - from + 1;
    return found;
  };
  try {
    const steps = parseTasks(text);
    return work + steps.reduce((sum, { description }) => sum + description.length, 0);
  } finally {
    RegExp.prototype.exec = exec;
    String.prototype.indexOf = indexOf;
  }
}

const SHAPES: Readonly<Record<string, (size: number) => string>> = {
  sentences: (n) => 'Fix the bug. '.repeat(n),
  'one long word': (n) => 'a'.repeat(n),
  'full stops': (n) => '. '.repeat(n),
  'dots without spaces': (n) => 'a.'.repeat(n),
  'commas and then': (n) => 'a, then b, '.repeat(n),
  'commas in a condition': (n) => `if ${'a, then b, '.repeat(n)}`,
  'open double quotes': (n) => ' "a'.repeat(n),
  'open single quotes': (n) => " 'a".repeat(n),
  'open typographic quotes': (n) => ' “a „b «c'.repeat(n),
  'open parentheses': (n) => '(a. B'.repeat(n),
  'closed parentheses': (n) => `${'('.repeat(n)}a. B${')'.repeat(n)}`,
  'remarks in parentheses': (n) => `a${' (b)'.repeat(n)}`,
  'open brackets': (n) => '[a'.repeat(n),
  'halves of Markdown links': (n) => '[a](b '.repeat(n),
  'Markdown links in Markdown links': (n) => '[a](b([a](b('.repeat(n),
  'backticks of rising length': (n) =>
    Array.from({ length: Math.ceil(Math.sqrt(n)) }, (_, i) => '`'.repeat(i + 1)).join(' '),
  'open backticks': (n) => '` a '.repeat(n),
  'code spans': (n) => '`ls -l` and '.repeat(n),
  'quoted paths': (n) => '"C:\\\\a b '.repeat(n),
  comments: (n) => '<!-- a\n'.repeat(n),
  'schemes without a URL': (n) => 'http:// '.repeat(n),
  'one long URL': (n) => `https://example.com/${'a(b)'.repeat(n)}`,
  'a URL with closing brackets': (n) => `https://example.com/${')'.repeat(n)}`,
  'list items': (n) => '- fix it\n'.repeat(n),
  'items below one long parent': (n) => `- ${'word '.repeat(n)}\n${'  - child\n'.repeat(n)}`,
  'deep lists': (n) =>
    Array.from({ length: Math.ceil(Math.sqrt(n)) }, (_, i) => `${'  '.repeat(i)}- item`).join('\n'),
  'a question with many options': (n) => `- Which one?\n${'  - this\n'.repeat(n)}`,
  'numbers on one line': (n) => Array.from({ length: n }, (_, i) => `${(i % 99) + 1}) a`).join(' '),
  'wrapped lines': (n) => `${'a word and '.repeat(8)}\n`.repeat(Math.ceil(n / 10)),
  'open fence': (n) => `\`\`\`\n${'a\n'.repeat(n)}`,
  'white space': (n) => `a${' '.repeat(n)}b`,
  'blank lines': (n) => `a${'\n'.repeat(n)}b`,
  'trailing punctuation': (n) => `a${' ,;'.repeat(n)}`,
  'quote marks of mails': (n) => `${'> '.repeat(n)}a`,
  headings: (n) => '## a\n- b\n'.repeat(n),
  rules: (n) => `${'- '.repeat(n)}a`,
  'a table': (n) => '| a | b |\n|---|---|\n'.repeat(n),
  'path of many folders': (n) => 'a/'.repeat(n),
  emoji: (n) => '🚀. '.repeat(n),
  Chinese: (n) => '写测试。'.repeat(n),
};

describe('the time to parse a text', () => {
  it.each(Object.entries(SHAPES))('grows linearly with its length: %s', (_, shape) => {
    // Shorter texts fit into the windows that some searches are bounded by, and look quadratic.
    const [size = 0, twice = 0, fourTimes = 0] = [250, 500, 1_000].map((n) => workOf(shape(n)));
    expect(twice).toBeLessThanOrEqual(size * 2.2 + 1_000);
    expect(fourTimes).toBeLessThanOrEqual(twice * 2.2 + 1_000);
  });
});

describe('a text of a quarter of a mebibyte', () => {
  it.each([
    ['one long word', 2 ** 18],
    ['one long URL', 2 ** 16],
    ['closed parentheses', 2 ** 17],
    ['white space', 2 ** 18],
    ['rules', 2 ** 17],
    ['quote marks of mails', 2 ** 17],
    ['open fence', 2 ** 17],
    ['commas in a condition', 2 ** 15],
  ])(
    'is one step if it is one piece: %s',
    (name, size) => {
      const text = SHAPES[name]?.(size) ?? '';
      expect(text.length).toBeGreaterThanOrEqual(2 ** 18);
      expect(parseTasks(text)).toHaveLength(1);
    },
    60_000,
  );
});
