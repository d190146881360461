import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitCommandLine } from './command-line.ts';

const wordsOf = (line: string) => {
  const split = splitCommandLine(line);
  return split.type === 'words' ? split.words : split.problem;
};

describe('a command line is split', () => {
  it.each([
    ['npm test -- --run', ['npm', 'test', '--', '--run']],
    ['  npm \t test  ', ['npm', 'test']],
    [`git commit -m 'a "quoted" word'`, ['git', 'commit', '-m', 'a "quoted" word']],
    [`git commit -m "it's \\"so\\" \\$5 \\\\ \\n"`, ['git', 'commit', '-m', `it's "so" $5 \\ \\n`]],
    [`echo a\\ b \\* \\'`, ['echo', 'a b', '*', "'"]],
    [`echo a"b c"'d e'f`, ['echo', 'ab cd ef']],
    [`echo '' ""`, ['echo', '', '']],
    ['git diff HEAD~1 stash@{0} a#b', ['git', 'diff', 'HEAD~1', 'stash@{0}', 'a#b']],
    ['docker run -e A=b -p 80:80 x!', ['docker', 'run', '-e', 'A=b', '-p', '80:80', 'x!']],
    [`echo '$(touch x)' '; | & > < * ? ~'`, ['echo', '$(touch x)', '; | & > < * ? ~']],
    ["echo 'two\nlines'", ['echo', 'two\nlines']],
    ['grüße 日本 "🙂 x"', ['grüße', '日本', '🙂 x']],
    ['\n npm test\n', ['npm', 'test']],
    [`x "a\\b" 'c'"d"`, ['x', 'a\\b', 'cd']],
    [`'x' y`, ['x', 'y']],
    ['git show HEAD:a~1 a=b~', ['git', 'show', 'HEAD:a~1', 'a=b~']],
    ['echo a,b {c} ..', ['echo', 'a,b', '{c}', '..']],
    ['echo a, b..c }', ['echo', 'a,', 'b..c', '}']],
  ])('%j', (line, words) => {
    expect(wordsOf(line)).toEqual(words);
  });
});

describe('shell syntax is refused, with its meaning', () => {
  it.each([
    ['a | b', '`|` would make a shell connect commands'],
    ['a && b', '`&`'],
    ['a ; b', '`;`'],
    ['a < b', 'redirect input'],
    ['a > b', 'redirect output'],
    ['a $(b)', 'variable or the output'],
    ['a $b', '`$`'],
    ['a "$b"', '`$`'],
    ['a `b`', 'output of a command'],
    ['a "`b`"', 'output of a command'],
    ['(a)', 'another shell'],
    ['a *.ts', 'names of files'],
    ['a b?', 'names of files'],
    ['a [b]', 'names of files'],
    ['a ~/b', 'home directory'],
    ['a b=~/c', 'home directory'],
    ['a {b,c}', 'several words'],
    ['a {1..3}', 'several words'],
    ['a # b', 'comment'],
    ['A=b c', 'environment variable'],
    ['a\nb', 'A line break'],
    ['a \\\nb', 'join lines'],
    ["a 'b", 'not closed'],
    ['a "b', 'not closed'],
    ['a \\', 'backslash'],
    ["a 'b\0'", 'NUL'],
    ['', 'names no program'],
    ["''", 'names no program'],
    ['a\0b', 'NUL'],
    ['a "b\0"', 'NUL'],
    ['a\rb', 'A line break'],
    ['a \\\rb', '`\\` would make a shell join lines'],
    ['A+=b c', '`A+` would make a shell set an environment variable'],
    ['a {b,c} {d}', '`{…}` would make a shell make several words of one'],
    ['a b:~/c', 'home directory'],
  ])('%j', (line, problem) => {
    expect(splitCommandLine(line)).toEqual({ type: 'refused', problem: expect.stringContaining(problem) });
  });

  it('with an alternative', () => {
    expect(wordsOf('a | b')).toMatch(/^`\|` .*single quotes/);
  });
});

it('returns every quoted word, whatever it contains', () => {
  const word = fc.string({ unit: 'binary' }).filter((text) => !text.includes('\0'));
  const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
  fc.assert(
    fc.property(fc.array(word), (words) => {
      expect(wordsOf(['program', ...words.map(quoted)].join(' '))).toEqual(['program', ...words]);
    }),
  );
});
