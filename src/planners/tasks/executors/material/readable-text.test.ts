import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readableText } from './readable-text.ts';

it.each([
  ['blocks', '<h1>Title</h1><p>One<br>two</p><div>three</div>', 'Title\nOne\ntwo\nthree'],
  ['inline tags', 'a <b>bold</b> <a href="x>y">link</a>', 'a bold y">link'],
  ['lists', '<ul><li>one<li>two</ul>', '- one\n- two'],
  ['tables', '<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>', 'a b\nc'],
  ['scripts and styles', '<STYLE>p{}</STYLE>a<script>if (1 < 2) "</p>"</script >b', 'a b'],
  ['a script that is not closed', 'a<script>evil()', 'a'],
  ['a script between letters that grow in lower case', 'İİİİ<script>x</script>after', 'İİİİ after'],
  ['comments', 'a<!-- <p>no</p> -->b<!doctype html><?xml?>', 'ab'],
  ['a comment that is not closed', 'a<!-- b', 'a'],
  [
    'characters',
    '&lt;b&gt; &amp;amp; &#252;&#xDF; &nbsp;x &unknown; &#0;',
    '<b> &amp; üß x &unknown; \ufffd',
  ],
  ['what is no tag', '1 < 2 <3 a<b', '1 < 2 <3 a<b'],
  ['the end of a script that never began', 'a</script>b', 'ab'],
  ['what comes after a script that ends oddly', 'a<script>x</script foo="1">b', 'a b'],
  ['list items that end, and empty ones', '<ul><li>one</li><li></li><li>two</li></ul>', '- one\n- two'],
  ['cells of a header', '<tr><th>a</th><th>b</th></tr>', 'a b'],
  ['the last character there is, and none beyond', '&#1114111;&#1114112;', '\u{10ffff}\ufffd'],
  ['a declaration between words', 'a<!x>b<?y?>c', 'abc'],
  ['markup at the very beginning', '<!-- a -->b', 'b'],
  ['white space', '  a \n\n  b\t c  ', 'a\nb c'],
])('reads %s', (_, html, text) => {
  expect(readableText(html)).toBe(text);
});

it('reads any input', () => {
  const piece = fc.constantFrom(
    '<',
    '>',
    '</',
    '<p>',
    '<script>',
    '</script>',
    '<!--',
    '-->',
    '&#',
    ';',
    'a',
    ' ',
    '"',
    'İ',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      expect(readableText(pieces.join(''))).not.toMatch(/<script>|<p>/);
    }),
  );
});
