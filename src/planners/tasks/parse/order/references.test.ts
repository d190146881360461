import { describe, expect, it } from 'vitest';
import { attachmentsIn, linksIn } from '../spans/attachments.ts';
import { fileReference, isImage } from '../spans/file-reference.ts';
import { markdownLinkAt, urlAt } from '../spans/links.ts';

describe('a word is a file name', () => {
  it.each([
    ['main.ts', 'main.ts'],
    ['src/a.ts:12', 'src/a.ts'],
    ['src/a.ts:12:5', 'src/a.ts'],
    ['src/a.ts:12-15', 'src/a.ts'],
    ['src/a.ts#L10', 'src/a.ts'],
    ['src/a.ts#L10-L20', 'src/a.ts'],
    ['.env', '.env'],
    ['.env.local', '.env.local'],
    ['.gitignore', '.gitignore'],
    ['C:\\Temp\\x', 'C:\\Temp\\x'],
    ['\\\\host\\share', '\\\\host\\share'],
    ['.\\x', '.\\x'],
    ['~/notes', '~/notes'],
    ['./x', './x'],
    ['../x', '../x'],
    ['/etc/hosts', '/etc/hosts'],
    ['/var/', '/var/'],
    ['/notes.md', '/notes.md'],
    ['src/index', 'src/index'],
    ['docs/', 'docs/'],
    ['a/b/', 'a/b/'],
    ['Docs/a/', 'Docs/a/'],
    ['docs/a.md', 'docs/a.md'],
    ['dir\\a.md', 'dir\\a.md'],
    ['[id].tsx', '[id].tsx'],
    ['ab.c', 'ab.c'],
    ['PHOTO.TXT', 'PHOTO.TXT'],
  ])('%j', (word, value) => {
    expect(fileReference(word)).toEqual({ type: 'FileRef', value });
  });

  it.each([
    'a.',
    'word',
    'e.g',
    'Node.js',
    'next.js',
    'ann@example.ts',
    'wait...txt',
    '/login',
    '/api/users.ts',
    '/v1/users',
    '//host/x',
    '/a//b',
    'and/or',
    'Docs/',
    'example.com/a.md',
    'dir\\word',
    'a.c',
    '.md',
    '...',
    'a.b?c',
    `${'x'.repeat(1022)}.ts`,
  ])('but not %j', (word) => {
    expect(fileReference(word)).toBeUndefined();
  });

  it('up to 1024 characters long', () => {
    expect(fileReference(`${'x'.repeat(1021)}.ts`)).toMatchObject({ type: 'FileRef' });
  });

  it('of an image by its extension', () => {
    expect(fileReference('a/b.PNG')).toEqual({ type: 'ImageRef', value: 'a/b.PNG' });
    expect([isImage('x.svg'), isImage('png'), isImage('x.png.txt')]).toEqual([true, false, false]);
  });
});

describe('a URL', () => {
  it.each([
    ['https://a.example.', 'https://a.example'],
    ['https://a.example/x?y=1,', 'https://a.example/x?y=1'],
    ['https://a.example/(x))', 'https://a.example/(x)'],
    ['https://a.example/x)', 'https://a.example/x'],
    ['https://a.example/[x]]', 'https://a.example/[x]'],
    ['https://a.example/x).', 'https://a.example/x'],
    ['https://a.example/x*_~', 'https://a.example/x'],
    ['https://a.example/x"y', 'https://a.example/x'],
    ['www.a.example', 'www.a.example'],
    ['WWW.a.example!', 'WWW.a.example'],
    ['ftp://a', 'ftp://a'],
  ])('in %j is %j', (text, target) => {
    expect(urlAt(text, 0)).toEqual({
      start: 0,
      end: target.length,
      target,
      label: undefined,
      isImage: false,
    });
  });

  it.each([
    ['https://', 0],
    ['https://...', 0],
    ['www.example', 0],
    ['xwww.a.example', 1],
    ['@www.a.example', 1],
    ['word', 0],
  ])('is not in %j at %i', (text, at) => {
    expect(urlAt(text, at)).toBeUndefined();
  });

  it('starts after a bracket', () => {
    expect(urlAt('(www.a.example', 1)).toMatchObject({ start: 1, end: 14 });
  });
});

describe('a Markdown link', () => {
  it.each([
    ['[a](b.md)', 'b.md', 'a', false],
    ['![a](b.md)', 'b.md', 'a', true],
    ['[ a ]( <b.md> )', 'b.md', 'a', false],
    ['[](b.md)', 'b.md', undefined, false],
    ['[a](b_(c).md)', 'b_(c).md', 'a', false],
    ['[a](b.md "the title")', 'b.md', 'a', false],
    ["[a](b.md 'the title')", 'b.md', 'a', false],
  ])('in %j leads to %j', (text, target, label, picture) => {
    expect(markdownLinkAt(`${text} x`, 0)).toEqual({
      start: 0,
      end: text.length,
      target,
      label,
      isImage: picture,
    });
  });

  it.each(['[a]', '[a]()', '[a] (b)', '[a](b c)', 'a](b)'])('is not in %j', (text) => {
    expect(markdownLinkAt(text, 0)).toBeUndefined();
  });
});

describe('the attachments of a text', () => {
  const found = (text: string) =>
    attachmentsIn(text).map(
      ({ kind: { type, value }, label }) => `${type} ${value}${label ? ` ${label}` : ''}`,
    );

  it.each([
    ['a.md, https://x.example and b.md', ['FileRef a.md', 'Link https://x.example', 'FileRef b.md']],
    ['a.md and a.md', ['FileRef a.md']],
    ['[The spec](docs/a.md#part)', ['FileRef docs/a.md The spec']],
    ['[The site](https://x.example)', ['Link https://x.example The site']],
    ['![A](https://x.example/a)', ['ImageRef https://x.example/a A']],
    ['![A](sketch)', ['ImageRef sketch A']],
    ['[A](#part)', []],
    ['[a.md] b', ['FileRef a.md']],
    ['https://x.example/a.png?w=1#x', ['ImageRef https://x.example/a.png?w=1#x']],
    ['https://x.example/a?b=c.png', ['Link https://x.example/a?b=c.png']],
    ['"C:\\My Files\\a.txt" and b.md', ['FileRef C:\\My Files\\a.txt', 'FileRef b.md']],
    ["see './my notes/a.md'", ['FileRef ./my notes/a.md']],
    ['`cat ./my notes.md`', ['FileRef ./my', 'FileRef notes.md']],
    ['(see **a.md**):', ['FileRef a.md']],
    ['a.md!? [b.md]', ['FileRef a.md', 'FileRef b.md']],
    ['pages/[id].tsx.', ['FileRef pages/[id].tsx']],
    ['key=a.md', ['FileRef a.md']],
    ['~/x.md', ['FileRef ~/x.md']],
    ['nothing at all', []],
  ])('in %j is %j', (text, expected) => {
    expect(found(text)).toEqual(expected);
  });

  it('may be only its links', () => {
    expect(linksIn('a.md https://x.example https://x.example').map(({ kind }) => kind.value)).toEqual([
      'https://x.example',
    ]);
  });
});
